// SPDX-License-Identifier: Apache-2.0
// Every requirement, phase by phase, in the HTML page.

import Record
import Suites

extension HTMLPage {
  /// How many scenarios a requirement links to.
  private static let proofLimit = 4

  mutating func writeRequirements() {
    output.line(
      "<section id=\"requirements\" aria-labelledby=\"requirements-title\">"
        + "<h2 id=\"requirements-title\">Requirements</h2>")
    for cookbook in run.coverage.cookbooks {
      output.line("<h3>\(HTML.text(cookbook.cookbook))</h3>")
      let catalogue = run.record.catalogues.first { $0.cookbook == cookbook.cookbook }
      for phase in cookbook.phases where !phase.rows.isEmpty {
        let isOpen = phase.rows.contains { $0.verdict == .failed || $0.verdict == .broken }
        output.line(
          "<details class=\"group\" id=\"\(Self.anchor(of: phase, in: cookbook))\""
            + "\(isOpen ? " open" : "")><summary>Phase \(HTML.text(phase.id)): "
            + "\(HTML.text(phase.title)) <span class=\"count\">\(Self.counts(phase))</span></summary><ul class=\"rows\">"
        )
        for verdict in RequirementVerdict.allCases {
          for row in phase.rows where row.verdict == verdict {
            write(row, phase: phase.id, of: catalogue)
          }
        }
        output.line("</ul></details>")
      }
    }
    output.line("</section>")
  }

  /// `3 failed, 40 passed`.
  private static func counts(_ phase: Coverage.Phase) -> String {
    RequirementVerdict.allCases.compactMap { verdict in
      let count = phase.rows.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(Wording.grouped(count)) \(verdict.words)"
    }.joined(separator: ", ")
  }

  private mutating func write(_ row: Coverage.Row, phase: String, of catalogue: Catalogue?) {
    let requirement = row.requirement
    output.write(
      "<li id=\"\(Self.anchor(ofRequirement: requirement.id))\" class=\"row\""
        + " data-verdict=\"\(row.verdict.rawValue)\" data-phase=\"\(HTML.text(phase))\">"
        + Self.badge(row.verdict.rawValue, row.verdict.words)
        + " <code>\(HTML.text(requirement.id))</code> "
        + "<span class=\"level\">\(HTML.text(requirement.level.text))</span> "
        + HTML.prose(requirement.text))
    if row.proofs.isEmpty {
      let why =
        switch row.standing {
        case .gap: "no scenario of this run covers it"
        case .excused(let why), .unseen(let why): why
        case .covered, .played, .open: row.whyNotTestable ?? ""
        }
      if !why.isEmpty { output.write("<span class=\"why\">\(HTML.prose(why))</span>") }
    } else {
      let shown = row.proofs.prefix(Self.proofLimit)
      let all = row.counts.values.reduce(0, +)
      let more = all > shown.count ? " and \(Wording.grouped(all - shown.count)) more" : ""
      let links = shown.map { proof in
        let place = IncidentGroup.Place(suite: proof.suite, scenario: proof.scenario)
        return link(to: place, HTML.text(run.record.scenario(at: place).name, limit: 120))
      }
      output.write("<span class=\"why\">\(links.joined(separator: ", "))\(more)</span>")
    }
    if let catalogue { writeExplanation(of: row, in: catalogue) }
    output.line("</li>")
  }

  /// A verdict, told by its word and not by its colour alone.
  static func badge(_ kind: String, _ words: String) -> String {
    "<b class=\"verdict \(kind)\">\(words)</b>"
  }
}
