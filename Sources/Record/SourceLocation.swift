// SPDX-License-Identifier: Apache-2.0
// A place in a suite file.

import Expectations
import Suites
package import Text

/// A place in a suite file.
package struct SourceLocation: Sendable, Hashable {
  package let file: String
  package let position: Position

  package init(file: String, position: Position) {
    self.file = file
    self.position = position
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`.
  package var description: String { "\(file):\(position)" }
}

extension SourceLocation {
  /// Reads `file:line:column`; the name of the file may have colons, too.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), line > 0,
      let column = Int(parts[parts.count - 1]), column > 0
    else { return nil }
    self.init(
      file: parts.dropLast(2).joined(separator: ":"),
      position: Position(line: line, column: column))
  }
}
