// SPDX-License-Identifier: Apache-2.0
// The attested requirements in the Markdown report.

import Record
import Suites

extension MarkdownPage {
  /// Writes what people attest. It does not count as lines: a cookbook has as much as it has.
  mutating func writeAttestations() {
    let entries = AttestedEntry.all(of: run)
    guard !entries.isEmpty else { return }
    var text = "\n## Attested by people\n\n\(AttestedEntry.introduction)\n\n"
    for entry in entries {
      let shown = [entry.file, entry.url?.text].compactMap(\.self).map { "; \(Markdown.text($0))" }
      text +=
        "- \(Markdown.code(entry.id)), \(Markdown.text(entry.witness)): "
        + "\(Markdown.text(entry.evidence))\(shown.joined())\n"
    }
    unlimited(text)
  }
}
