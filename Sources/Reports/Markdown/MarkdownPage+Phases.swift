// SPDX-License-Identifier: Apache-2.0
// The phases of the cookbook and the verdicts on their requirements, in the Markdown report.

import Record
import Suites

extension MarkdownPage {
  mutating func writePhases() {
    guard !run.coverage.cookbooks.isEmpty else { return }
    line()
    line("## Requirements")
    for cookbook in run.coverage.cookbooks {
      let used = RequirementVerdict.allCases.filter { verdict in
        cookbook.phases.contains { $0.rows.contains { $0.verdict == verdict } }
      }
      line()
      let names = used.map(\.words).joined(separator: " | ")
      line("| \(Markdown.text(cookbook.cookbook)) | \(names) |")
      line("|---|\(String(repeating: "--:|", count: used.count))")
      for phase in cookbook.phases {
        let cells = used.map { verdict in
          let count = phase.rows.count { $0.verdict == verdict }
          return count == 0 ? "" : "\(count)"
        }
        line(
          "| \(Markdown.text(phase.id)): \(Markdown.text(phase.title)) | "
            + "\(cells.joined(separator: " | ")) |")
      }
    }
    let failed = run.coverage.rows.filter { $0.verdict == .failed }
    if !failed.isEmpty {
      line()
      let ids = failed.map { Markdown.code($0.requirement.id) }
      line("Failed: \(Self.named(ids, limit: 60)).")
    }
    if !run.coverage.unknown.isEmpty {
      let ids = run.coverage.unknown.map { Markdown.code($0) }
      line()
      line("Covered, but in no catalogue: \(Self.named(ids, limit: 50)).")
    }
  }
}
