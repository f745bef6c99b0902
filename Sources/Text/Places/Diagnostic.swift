// SPDX-License-Identifier: Apache-2.0
// A mistake or a doubt at a place of a file.

/// A mistake, or a doubt, at a place of a file.
package struct Diagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
  package enum Severity: String, Sendable, Hashable {
    case error
    case warning
  }

  package let severity: Severity
  /// The mistake and what to write instead; one line, without the place.
  package let message: String
  /// The file's name as the user wrote it.
  package let file: String
  package let position: Position
  /// How many scalars the carets underline, from 1.
  package let length: Int

  package init(
    _ severity: Severity, _ message: String, file: String, at position: Position, length: Int = 1
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.position = position
    self.length = max(1, length)
  }

  /// By file, then place, then text: the order in which they are printed.
  package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.position != right.position { return left.position < right.position }
    return left.message < right.message
  }

  /// `file:line:column: error: message`.
  package var description: String { "\(file):\(position): \(severity.rawValue): \(message)" }
}
