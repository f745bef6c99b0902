// SPDX-License-Identifier: Apache-2.0
// The steps of the cookbooks in the certificate.

import Record

extension MarkdownPage {
  /// Writes the steps of the cookbooks. They don't count as lines: a cookbook has as many as it has.
  mutating func writeSteps() {
    let tables = StepCells.Table.all(run)
    for (index, table) in tables.enumerated() {
      let title =
        "Steps of \(Markdown.text(table.cookbook)), revision \(Markdown.text(table.revision))"
      var text = "\n## \(title)\n\n"
      if index == 0 { text += "\(StepCells.Table.legend(tables))\n\n" }
      text += "| step | title | \(StepCells.sides.joined(separator: " | ")) |\n"
      text += "|---|---|---|---|---|\n"
      let blanks = String(repeating: "|  ", count: StepCells.sides.count)
      for phase in table.phases {
        text += "|  | **\(Self.cell(PhaseTable.name(phase.id, phase.title)))** \(blanks)|\n"
        for step in phase.steps {
          text += "| \(Self.cell(step.number)) | \(Self.cell(step.title)) "
          for cell in step.cells {
            let hasFailed = cell.parts.contains { $0.verdict == .failed }
            text += "| \(hasFailed ? "**\(cell.words)**" : cell.words) "
          }
          text += "|\n"
        }
      }
      unlimited(text)
    }
  }

  /// A text that does not end the cell that it stands in.
  private static func cell(_ text: String) -> String {
    Markdown.text(text).replacing("|", with: "¦")
  }
}
