// SPDX-License-Identifier: Apache-2.0
// The steps of the walks on the terminal, each with its verdict.

import Record
import Text

extension TerminalSummary {
  /// How many columns a title has at least, however narrow the terminal is.
  private static let leastColumns = 16

  /// The steps of each walk, with their verdicts; empty for a run of other suites, too.
  var walks: Printed {
    guard run.record.selection?.isWalk == true else { return "" }
    let walks = WalkTable.all(run)
    var text = walks.map(table).joined()
    if walks.contains(where: \.hasVisited) {
      text += layout.prose(
        "\(WalkTable.Row.visited): the walk goes through the step, and shows no requirement of it; "
          + "what would show them stands in the certificate", indent: 0)
    }
    return text
  }

  private func table(_ walk: WalkTable) -> Printed {
    let numbers = (walk.rows.map { Columns.width(of: $0.number) }.max() ?? 0) + 2
    let verdicts = (walk.rows.map { Columns.width(of: $0.words) }.max() ?? 0) + 2
    let before = 2 + numbers + verdicts
    let room = max(Self.leastColumns, layout.columns - before)
    var text: Printed = "The walk through \(Sanitized.name(walk.cookbook)):\n"
    for row in walk.rows {
      let title = Columns.wrapped(Sanitized.line(row.title), to: room)
      let number = Columns.row(["  \(row.number)", ""], widths: [numbers + 2])
      let gap = String(repeating: " ", count: verdicts - Columns.width(of: row.words))
      text += "\(number)\(report.paint("\(row.words)", colour(of: row)))\(gap)"
      text.line("\(title.first ?? "")")
      for line in title.dropFirst() {
        text.line("\(String(repeating: " ", count: before))\(line)")
      }
    }
    if !walk.unwalked.isEmpty {
      text += layout.prose(
        "not walked: \(walk.unwalked.joined(separator: ", ")); see the certificate", indent: 2)
    }
    return text
  }

  private func colour(of row: WalkTable.Row) -> Printed.Colour {
    switch row.verdict {
    case .passed: row.isWarned || !row.isJudged ? .yellow : .green
    case .failed, .broken: .red
    default: .yellow
    }
  }
}
