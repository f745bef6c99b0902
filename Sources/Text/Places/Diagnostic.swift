// SPDX-License-Identifier: Apache-2.0
// A mistake or a doubt at a place of a file.

/// A mistake, or a doubt, at a place of a file.
package struct Diagnostic: Sendable, Hashable, Comparable, CustomStringConvertible {
  package enum Severity: String, Sendable, Hashable {
    case error
    case warning
  }

  /// The text in which the mistake is.
  package enum Origin: Sendable, Hashable {
    /// A file, by its name as the user wrote it.
    case file(String)
    /// An option of the command line: `--set service_provider`.
    case option(String)

    package var name: String {
      switch self {
      case .file(let name), .option(let name): name
      }
    }
  }

  /// A thing that a file names and that is not there, for advice on many mistakes at once.
  package enum Missing: Sendable, Hashable {
    case catalogue
    case fragment
    case variable
    case environmentVariable(String)
  }

  package let severity: Severity
  /// The mistake and what to write instead; one line, without the place.
  package let message: String
  package let origin: Origin
  package let position: Position
  /// How many scalars the carets underline, from 1.
  package let length: Int
  /// The thing for want of which it is a mistake; nil for another mistake.
  package let missing: Missing?

  package init(
    _ severity: Severity, _ message: String, in origin: Origin, at position: Position = .start,
    length: Int = 1, missing: Missing? = nil
  ) {
    self.severity = severity
    self.message = message
    self.origin = origin
    self.position = position
    self.length = max(1, length)
    self.missing = missing
  }

  package init(
    _ severity: Severity, _ message: String, file: String, at position: Position, length: Int = 1,
    missing: Missing? = nil
  ) {
    self.init(
      severity, message, in: .file(file), at: position, length: length, missing: missing)
  }

  /// The name of the file, or the option.
  package var file: String { origin.name }

  /// By file, then place, then text: the order in which they are printed.
  package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.position != right.position { return left.position < right.position }
    return left.message < right.message
  }

  /// `file:line:column: error: message`.
  package var description: String { "\(file):\(position): \(severity.rawValue): \(message)" }
}
