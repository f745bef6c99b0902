// SPDX-License-Identifier: Apache-2.0
// The steps of the walks on the terminal, each with its verdict.

import Record
import Text

extension TerminalSummary {
  /// How many columns two steps beside each other take at least.
  private static let leastColumnsForTwo = 96

  /// The steps of each walk, with their verdicts; empty for a run of other suites, too.
  var walks: Printed {
    guard run.record.selection?.isWalk == true else { return "" }
    return WalkTable.all(run).map(table).joined()
  }

  private func table(_ walk: WalkTable) -> Printed {
    let columns = report.layout.columns
    let isDouble = columns >= Self.leastColumnsForTwo
    let height = isDouble ? (walk.rows.count + 1) / 2 : walk.rows.count
    let width = isDouble ? columns / 2 - 1 : columns
    let numbers = (walk.rows.map { Columns.width(of: $0.number) }.max() ?? 0) + 2
    let verdicts = (walk.rows.map { Columns.width(of: $0.words) }.max() ?? 0) + 2
    var text: Printed = "The walk through \(Sanitized.name(walk.cookbook)):\n"
    for index in 0..<height {
      let left = walk.rows[index]
      text += cells(left, numbers, verdicts, width)
      if index + height < walk.rows.count {
        let used = Columns.width(of: line(left, numbers, verdicts, width))
        text += "\(String(repeating: " ", count: max(1, width + 1 - used)))"
        text += cells(walk.rows[index + height], numbers, verdicts, width)
      }
      text.line("")
    }
    return text
  }

  /// A step without colours: `  C5   passed  Retrieve partner authentication request`.
  private func line(
    _ row: WalkTable.Row, _ numbers: Int, _ verdicts: Int, _ width: Int
  ) -> String {
    let text = Columns.row(
      ["  \(row.number)", row.words, Sanitized.line(row.title)], widths: [numbers + 2, verdicts])
    return Columns.cut(text, to: width)
  }

  private func cells(
    _ row: WalkTable.Row, _ numbers: Int, _ verdicts: Int, _ width: Int
  ) -> Printed {
    let text = line(row, numbers, verdicts, width)
    let before = text.prefix(numbers + 2)
    let word = text.dropFirst(numbers + 2).prefix(row.words.count)
    let colour: Printed.Colour =
      switch row.verdict {
      case .passed: row.isWarned ? .yellow : .green
      case .failed, .broken: .red
      default: .yellow
      }
    return "\(before)\(report.paint("\(word)", colour))\(text.dropFirst(numbers + 2 + word.count))"
  }
}
