// SPDX-License-Identifier: Apache-2.0
// The line that a remark is about, with carets below it.

/// A line of a file with carets below a part of it:
///
///      12 |         stauts: 200
///         |         ^^^^^^
package struct Excerpt: Sendable {
  /// At most this many scalars of a line are shown; a longer line is cut around the carets.
  package static let widthLimit = 120

  private let lineNumber: Int
  private let text: String
  private let column: Int
  private let length: Int

  /// - Returns: nil where the file has no such line.
  package init?(of file: SourceFile, at position: Position, length: Int = 1) {
    guard let line = file.line(of: position) else { return nil }
    var scalars = Array(line.unicodeScalars)
    var column = position.column
    if scalars.count > Self.widthLimit {
      let start = max(0, min(column - 1 - Self.widthLimit / 2, scalars.count - Self.widthLimit))
      scalars = Array(scalars[start..<(start + Self.widthLimit)])
      column -= start
    }
    lineNumber = position.line
    // What a terminal would obey, a carriage return or an escape, is shown as a blank.
    text = String(
      String.UnicodeScalarView(scalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    self.column = max(1, min(column, scalars.count + 1))
    self.length = max(1, min(length, max(1, scalars.count - self.column + 1)))
  }
}

extension Excerpt: CustomStringConvertible {
  package var description: String {
    let number = String(lineNumber)
    let gutter = String(repeating: " ", count: number.count)
    let indent = String(repeating: " ", count: column - 1)
    let carets = String(repeating: "^", count: length)
    return " \(number) | \(text)\n \(gutter) | \(indent)\(carets)"
  }
}
