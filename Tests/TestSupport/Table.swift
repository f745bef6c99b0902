// SPDX-License-Identifier: Apache-2.0
// Tables of arguments as one text, which compiles faster than as many literals.

import Foundation

/// The text of a table of `Tests/Tables`, where those stand that are longer than a screen: who adds a
/// row compiles nothing.
package func tableText(_ name: String) -> String {
  let file = SharedFolder.project.appending(path: "Tests/Tables/\(name).txt")
  do {
    let text = try String(contentsOf: file, encoding: .utf8)
    return String(text.dropLast())
  } catch {
    preconditionFailure("\(file.path): \(error)")
  }
}

/// A value that a cell of a table can hold.
package protocol TableCell {
  init(cell: String)
}

extension String: TableCell {
  package init(cell: String) { self = cell }
}

extension Bool: TableCell {
  package init(cell: String) { self = cell == "true" }
}

extension Int: TableCell {
  package init(cell: String) {
    guard let number = Int(cell) else { preconditionFailure("'\(cell)' is no number") }
    self = number
  }
}

/// Texts with ` & ` between them; an empty cell has none.
extension [String]: TableCell {
  package init(cell: String) {
    self = cell.isEmpty ? [] : cell.split(separator: " & ").map(String.init)
  }
}

/// An empty cell is nil.
extension Optional: TableCell where Wrapped: TableCell {
  package init(cell: String) { self = cell.isEmpty ? nil : Wrapped(cell: cell) }
}

/// The rows of a table, a line each: cells with ` | ` between them, of which the last may be missing.
/// In a cell `↵` stands for the end of a line and `¦` for `|`. Lines that begin with `//` are remarks.
package func table<each Cell: TableCell>(_ text: String) -> [(repeat each Cell)] {
  text.split(separator: "\n").filter { !$0.hasPrefix("//") }.map { line in
    var cells = line.split(separator: " | ", omittingEmptySubsequences: false)[...]
    func next() -> String {
      String(cells.popFirst() ?? "").replacing("↵", with: "\n").replacing("¦", with: "|")
    }
    let row = (repeat (each Cell)(cell: next()))
    precondition(cells.isEmpty, "a row with too many cells: \(line)")
    return row
  }
}

/// The blocks of a table: a line, and those below it that are indented, without their two blanks.
/// Lines that begin with `#` are remarks.
package func blocks(_ text: String) -> [(String, [String])] {
  var blocks: [(String, [String])] = []
  for line in text.split(separator: "\n") where line.first(where: { $0 != " " }) != "#" {
    if line.hasPrefix("  ") {
      blocks[blocks.count - 1].1.append(String(line.dropFirst(2)))
    } else {
      blocks.append((String(line), []))
    }
  }
  return blocks
}
