// SPDX-License-Identifier: Apache-2.0
// The line of a file that a remark is about, with carets below.

/// A line of a file with carets below a part of it:
///
///      12 |         stauts: 200
///         |         ^^^^^^
package struct Excerpt: Sendable, CustomStringConvertible {
  /// At most this many scalars of a line are shown; a longer line is cut around the carets.
  package static let widthLimit = 120

  /// The two lines.
  package let description: String

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
    let start = max(0, min(column - 1, scalars.count))
    let end = max(start, min(start + max(1, length), scalars.count))
    // A tab would move the carets away; other invisible characters are written out above them.
    func shown(_ range: Range<Int>) -> String {
      Sanitized.line(String(String.UnicodeScalarView(scalars[range].map { $0 == "\t" ? " " : $0 })))
    }
    let (before, marked) = (shown(0..<start), shown(start..<end))
    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count)
    let indent = String(repeating: " ", count: before.unicodeScalars.count)
    let carets = String(repeating: "^", count: max(1, marked.unicodeScalars.count))
    description = """
       \(number) | \(before)\(marked)\(shown(end..<scalars.count))
       \(gutter) | \(indent)\(carets)
      """
  }

  package var printed: Printed { "\(ownLines: description)\n" }
}
