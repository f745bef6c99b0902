// SPDX-License-Identifier: Apache-2.0
// The attested requirements in the Markdown report.

import Record
import Suites

extension MarkdownPage {
  mutating func writeAttestations() {
    let entries = AttestedEntry.all(of: run)
    guard !entries.isEmpty else { return }
    heading("Attested by people")
    line(AttestedEntry.introduction)
    line()
    for entry in entries {
      let shown = [entry.file, entry.url?.text].compactMap(\.self).map { "; \(Markdown.text($0))" }
      line(
        "- \(Markdown.code(entry.id)), \(Markdown.text(entry.witness)): \(Markdown.text(entry.evidence))"
          + shown.joined())
    }
  }
}
