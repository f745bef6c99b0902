// SPDX-License-Identifier: Apache-2.0
// The attested requirements in the HTML page.

import Record
import Suites

extension HTMLPage {
  mutating func writeAttestations() {
    let entries = AttestedEntry.all(of: run)
    guard !entries.isEmpty else { return }
    beginSection(
      "attested", "Attested by people", "<p>\(HTML.text(AttestedEntry.introduction))</p><ul>")
    for entry in entries {
      let link = entry.url.map { "; \(HTML.link(to: $0, HTML.text($0.text)))" } ?? ""
      let file = entry.file.map { "; \(HTML.text($0))" } ?? ""
      output.line(
        "<li>\(HTML.code(entry.id)) \(HTML.text(entry.text)): <strong>\(HTML.text(entry.witness))"
          + "</strong>: \(HTML.text(entry.evidence))\(file)\(link)</li>")
    }
    output.line("</ul></section>")
  }
}
