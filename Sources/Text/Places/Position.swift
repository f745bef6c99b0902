// SPDX-License-Identifier: Apache-2.0
// A place in a text as line and column.

/// A place in a text, as editors count it: line and column from 1; a column is a Unicode scalar.
package struct Position: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a text.
  package static let start = Position(line: 1, column: 1)

  /// The place `count` scalars further on the same line.
  package func advanced(by count: ScalarOffset) -> Position {
    Position(line: line, column: column + count.value)
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// `line:column`.
  package var description: String { "\(line):\(column)" }
}
