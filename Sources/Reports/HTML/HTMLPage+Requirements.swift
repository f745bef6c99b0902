// SPDX-License-Identifier: Apache-2.0
// Every requirement in the HTML page, with what it means.

import Record
import Suites
import Text

extension HTMLPage {
  /// How many scenarios a requirement links to.
  private static let proofLimit = 4

  mutating func writeRequirements() {
    beginSection("requirements", "Requirements")
    for cookbook in run.coverage.cookbooks {
      output.line("<h3>\(HTML.text(cookbook.cookbook))</h3>")
      let catalogue = run.record.catalogues.first { $0.cookbook == cookbook.cookbook }
      for phase in cookbook.phases where !phase.rows.isEmpty {
        let isOpen = phase.rows.contains { $0.verdict == .failed || $0.verdict == .broken }
        output.line(
          "<details class=\"group\" id=\"\(Self.anchor(ofPhase: phase.id, in: cookbook.cookbook))\""
            + "\(isOpen ? " open" : "")><summary><h4>Phase "
            + "\(HTML.text(PhaseTable.name(phase.id, phase.title)))</h4> <span class=\"count\">\(Self.counts(phase.rows.map(\.verdict)) { $0.words(of: $1) })</span></summary><ul class=\"rows\">"
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
  static func counts<Kind: CaseIterable & Equatable>(
    _ kinds: [Kind], _ words: (Kind, Int) -> String
  ) -> String {
    Kind.allCases.compactMap { kind in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : "\(Wording.grouped(count)) \(words(kind, count))"
    }.joined(separator: ", ")
  }

  private mutating func write(_ row: Coverage.Row, phase: String, of catalogue: Catalogue?) {
    let requirement = row.requirement
    output.write(
      "<li id=\"\(Self.anchor(ofRequirement: requirement.id))\" class=\"row\""
        + " data-verdict=\"\(row.verdict.rawValue)\" data-phase=\"\(HTML.text(phase))\">"
        + Self.badge(row.verdict.rawValue, row.verdict.words)
        + " <code>\(HTML.text(requirement.id))</code> "
        + "<span class=\"level\">\(HTML.text(requirement.standing))</span> "
        + HTML.prose(requirement.text))
    if row.proofs.isEmpty {
      let why =
        switch row.coverage {
        case .gap: "no scenario of this run covers it"
        case .excused(let why): why
        case .unseen: row.whyUnseen ?? ""
        case .covered, .open: ""
        }
      if !why.isEmpty { output.write("<span class=\"why\">\(HTML.prose(why))</span>") }
    } else {
      let shown = row.proofs.prefix(Self.proofLimit)
      let all = row.counts.values.reduce(0, +)
      let more = all > shown.count ? " and \(Wording.grouped(all - shown.count)) more" : ""
      let links = shown.map { proof in
        let name = run.record.scenario(at: proof.place).name
        return link(to: proof.place, HTML.text(name, limit: 120))
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

  /// Writes what `explain` tells of a requirement, folded. The right exchange is one of the run's
  /// own. What the row says itself is left out, and what many rows share stands once in the page.
  mutating func writeExplanation(of row: Coverage.Row, in catalogue: Catalogue) {
    var knowledge = RequirementKnowledge()
    knowledge.example = example(of: row)
    let explanation = Explanation(of: row.requirement, in: catalogue, knowledge)
    output.write("<details class=\"explain\"><summary>Explain</summary><dl>")
    for section in explanation.sections {
      guard
        let inner = section.topic == .example
          ? example(section, of: row.requirement) : inner(of: section, row.requirement)
      else { continue }
      output.write("<dt>\(HTML.text(section.title))</dt><dd>\(inner)</dd>")
    }
    output.line("</dl></details>")
  }

  /// nil for a section that the row itself says.
  private func inner(of section: Explanation.Section, _ requirement: Requirement) -> String? {
    switch section.topic {
    case .binding, .proof: return nil
    case .standing:
      let call = requirement.endpoint.map { ", \(HTML.code($0))" } ?? ""
      return "“\(HTML.text(requirement.step))”\(call)"
    case .source: return link(toSource: requirement.url, requirement.source)
    case .ambiguity:
      guard let id = requirement.ambiguity else { return nil }
      return run.record.catalogues.allSatisfy { $0.ambiguities[id] == nil }
        ? HTML.text(id) : HTML.link(to: Self.anchor(ofAmbiguity: id), HTML.text(id))
    case .example, .breaks, .effect, .advice, .other: return section.parts.map(Self.inner).joined()
    }
  }

  /// A right exchange. Of one that an earlier requirement shows, too, only the places of this one.
  private mutating func example(
    _ section: Explanation.Section, of requirement: Requirement
  ) -> String {
    let lines = section.parts.flatMap { part -> [Explanation.Line] in
      if case .lines(let lines) = part { lines } else { [] }
    }
    let texts = lines.map(\.text)
    guard lines.count > 1, let first = examples[texts] else {
      examples[texts] = requirement.id
      return Self.inner(of: .lines(lines))
    }
    let link = "The exchange of \(link(toRequirement: first, HTML.code(first)))"
    let marked = lines.filter(\.isMarked)
    return marked.isEmpty ? link : "\(link), in it: \(Self.inner(of: .lines(marked)))"
  }

  private static func inner(of part: Explanation.Part) -> String {
    switch part {
    case .text(let text): return HTML.prose(text)
    case .link(let address): return HTML.link(to: address, HTML.text(address.text))
    case .items(let items):
      return
        "<ul>\(items.map { "<li>\(HTML.prose($0.text))" }.joined(separator: "</li>"))</li></ul>"
    case .lines(let lines) where lines.count == 1: return lines.map { HTML.code($0.text) }.joined()
    case .lines(let lines):
      let texts = lines.map { line in
        let text = HTML.lines(line.text, limit: 160)
        return line.isMarked ? "<mark>\(text)</mark>" : text
      }
      return "<pre tabindex=\"0\" aria-label=\"A right exchange\">"
        + "\(texts.joined(separator: "\n"))</pre>"
    }
  }

  /// The first step of the run by which the requirement was met; nil where none was.
  private func example(of row: Coverage.Row) -> RequirementKnowledge.Example? {
    guard let proof = row.proofs.first(where: { $0.verdict == .passed }) else { return nil }
    var own: StepRecord?
    run.record.scenario(at: proof.place).steps.visit { visit in
      // The rows of a step have one location, and a name each.
      if own == nil, visit.step.location == proof.step.location,
        visit.step.name == proof.step.name, !visit.step.exchanges.isEmpty
      {
        own = visit.step
      }
    }
    return own?.exchanges.last.map {
      RequirementKnowledge.Example(exchange: $0, places: row.requirement.places ?? [])
    }
  }

  /// Writes the ambiguities and the pages that requirements come from, each once.
  mutating func writeSources() {
    let ambiguities = run.record.catalogues.flatMap { $0.ambiguities }.sorted { $0.key < $1.key }
    guard !sources.isEmpty || !ambiguities.isEmpty else { return }
    beginSection("sources", "Where requirements come from")
    if !ambiguities.isEmpty {
      output.line("<details><summary>Where the documents disagree</summary><ul>")
      for (id, ambiguity) in ambiguities.unique(by: \.key) {
        let source = ambiguity.url.map { " (\(HTML.link(to: $0, "source")))" } ?? ""
        output.line(
          "<li id=\"\(Self.anchor(ofAmbiguity: id))\"><code>\(HTML.text(id))</code> "
            + "\(HTML.prose(ambiguity.text))\(source)</li>")
      }
      output.line("</ul></details>")
    }
    if !sources.isEmpty {
      output.line("<details><summary>Public pages</summary><ul>")
      for (index, address) in sources.enumerated() {
        output.line(
          "<li id=\"source-\(index + 1)\">\(HTML.link(to: address, HTML.text(address.text)))</li>")
      }
      output.line("</ul></details>")
    }
    output.line("</section>")
  }

  /// The pages that the requirements of a run come from, each once.
  static func sources(_ run: RunJudgement) -> [WebAddress] {
    run.record.catalogues.flatMap { $0.phases.flatMap(\.requirements) }.compactMap(\.url).unique
  }

  private func link(toSource address: WebAddress?, _ name: String) -> String {
    let text = HTML.text(name.isEmpty ? "the cookbook" : name)
    guard let address, let index = sources.firstIndex(of: address) else { return text }
    return HTML.link(to: "source-\(index + 1)", text)
  }
}
