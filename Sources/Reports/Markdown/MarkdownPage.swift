// SPDX-License-Identifier: Apache-2.0
// The certificate, which a person reads and hands in.

import Expectations
package import Record
import Suites

/// The run as Markdown that also reads well as plain text.
///
/// In this order: the verdict and what to fix, what was certified, the requirements phase by
/// phase, each failure, what was skipped, the alternatives that the service chose, warnings,
/// violations of HTTP itself, how to read the report.
package struct MarkdownReport: Report {
  package init() {}

  package func files(of run: RunJudgement) -> [ReportFile] {
    [
      ReportFile(name: "report.md") { output in
        var page = MarkdownPage(run: run, output: output)
        page.write()
        output = page.output
      }
    ]
  }
}

struct MarkdownPage {
  let run: RunJudgement
  private(set) var output: ReportOutput
  /// How many lines are written.
  private var lines = 0
  /// Whether the evidence is on the page, so that links can lead to it.
  private let hasEvidence: Bool
  /// The ambiguities of the documents, by their ids.
  private let ambiguities: [String: Ambiguity]

  /// How many lines the report of a run without a failure has at most, and that of any other.
  private static let (shortLimit, longLimit) = (150, 400)
  /// How many requirements are quoted for one thing to fix.
  private static let demandLimit = 3

  init(run: RunJudgement, output: ReportOutput, hasEvidence: Bool = true) {
    self.run = run
    self.output = output
    self.hasEvidence = hasEvidence
    ambiguities = run.record.catalogues.ambiguities
  }
}

extension MarkdownPage {
  /// Writes the whole report.
  mutating func write() {
    let failures = IncidentGroup.failures(of: run)
    writeVerdict()
    line()
    let kinds = Wording.list(["requirement"] + run.record.subject.halves.map(\.caseWord))
    line(
      "Every \(kinds) is in `report.html`, beside this file; `report.json` has the whole record.")
    writeSteps()
    writeFixes(failures)
    writeKnown()
    writeSubject()
    writePhases()
    writeAttestations()
    writeOpen()
    writeChoices()
    writeWarnings()
    writeWireIssues()
    writeEvidence(of: failures, limit: Self.longLimit - lines - 16)
    writeManual()
  }

  /// Writes the first screen alone: the verdict, what to fix, the numbers.
  mutating func writeFirstScreen() {
    let failures = IncidentGroup.failures(of: run)
    writeVerdict()
    writeFixes(failures)
    writePhases()
  }

  /// How many lines a section may have that comes before the manual.
  func room(for limit: Int) -> Int { max(0, min(limit, Self.shortLimit - lines - 24)) }

  /// Writes the title of a section.
  mutating func heading(_ title: String) {
    for text in ["", "## \(title)", ""] { line(text) }
  }

  mutating func line(_ text: String = "") {
    output.line(text)
    lines += 1
  }

  /// Writes lines that don't count.
  mutating func unlimited(_ text: String) { output.write(text) }

  mutating func block(_ text: String) {
    output.write(text)
    lines += text.utf8.count { $0 == 0x0A }
  }

  mutating func writeVerdict() {
    let sentence = run.outcome.sentence
    line("# \(Markdown.text(sentence.prefix(1).uppercased() + sentence.dropFirst()))")
    line()
    let parts = SubjectPart.all(of: run).map { part in
      let values = [Markdown.text(part.words)] + part.codes.map { Markdown.code($0) }
      return "\(part.name): \(values.filter { !$0.isEmpty }.joined(separator: ", "))"
    }
    line(parts.joined(separator: " · "))
    line()
    line(Markdown.text(run.numbers))
    if let sporadic = run.sporadic {
      line()
      line("**Warning:** \(Markdown.text(sporadic))")
    }
  }

  private mutating func writeFixes(_ failures: IncidentGroups) {
    guard !failures.isEmpty else { return }
    heading("What to fix")
    if let cause = run.clockFinding {
      line("First, since most of what follows may come from it: **\(Markdown.text(cause))**")
      line()
    }
    for (index, group) in failures.prefix(IncidentGroup.fixLimit).enumerated() {
      let evidence = hasEvidence ? " ([evidence](#evidence-\(index + 1)))" : ""
      let remarks = remarks(on: group)
      line(
        "\(index + 1). **\(Markdown.text(group.title))**"
          + (remarks.isEmpty ? "" : "; \(remarks.joined(separator: "; "))") + evidence)
      if let advice = group.remedy(in: run) {
        line("    - **What to do:** \(Markdown.text(advice))")
      }
      if let situation = group.situation(in: run) {
        let exchange = group.incident.step?.exchanges.last.map { "; \(Markdown.code($0.summary))" }
        line("    - **When:** \(Markdown.text(situation))\(exchange ?? "")")
      }
      if let calls = group.otherCalls { line("    - **Also at:** \(Markdown.text(calls))") }
      if let doubt = group.doubt { line("    - \(Markdown.text(doubt))") }
      if group.isPreflight, let nearest = group.telling?.nearest {
        line("    - \(Markdown.text(nearest))")
      }
      for id in group.broken.prefix(Self.demandLimit) { line("    - \(demand(id))") }
      if let effect = group.effect(in: run) {
        line("    - **For a viewer:** \(Markdown.text(effect))")
      }
    }
    let more = failures.count + failures.leftOutCount - IncidentGroup.fixLimit
    if more > 0 {
      line()
      line("And \(Wording.grouped(more)) more, in `report.html`.")
    }
  }

  /// What the title does not say: the answer, what else is wrong with it, when it was seen.
  private func remarks(on group: IncidentGroup) -> [String] {
    if group.isOfTraffic { return [Markdown.text(group.occasions)] }
    let others = group.findings.count - 1
    return [
      group.answer.map { "the answer is \(Markdown.code($0))" }
        ?? group.surroundings.map { Markdown.text($0) },
      others > 0 ? "\(Wording.count(others, "other difference"))" : nil,
      group.isLater ? "only after another failure" : nil,
    ].compactMap(\.self)
  }

  /// A demand of the cookbook: the id, the level, the sentence and its place, with the point that
  /// the documents leave open.
  func demand(_ id: String) -> String {
    guard let requirement = run.requirements[id] else { return Markdown.code(id) }
    var text = "\(Markdown.code(id)) (\(Markdown.text(requirement.standing))): "
    text += Markdown.text(requirement.text)
    if !requirement.step.isEmpty {
      text += " (\(Markdown.link("“\(requirement.step)”", to: requirement.url)))"
    } else if let url = requirement.url {
      text += " (\(Markdown.link("source", to: url)))"
    }
    if let id = requirement.ambiguity {
      let about = ambiguities[id].map { ": \(Markdown.text($0.text))" } ?? "."
      text += " The documents disagree, \(ambiguity(id))\(about)"
    }
    return text
  }

  /// The id of an ambiguity, with a link to the page that it comes from.
  func ambiguity(_ id: String) -> String { Markdown.link(id, to: ambiguities[id]?.url) }

  /// The text of an ambiguity in which services may differ; nil for any other.
  func choice(_ id: String) -> String? { ambiguities[id].flatMap { $0.isChoice ? $0.text : nil } }
}

extension MarkdownPage {
  mutating func writeManual() {
    heading("How to read this")
    if run.record.subject != .application {
      block(
        """
        A *scenario* plays the application against the service. A *requirement* is a sentence of the
        cookbook: **passed** if it was judged and held everywhere, **failed** if a finding is about
        its place in an answer, **warned** if only a recommendation was missed there, **not judged**
        if no step could look at it, **shown by** what else shows it where the answers of a service
        don't, **binds no side** if it is a fact, or a permission that no test can break.

        """)
    }
    if run.record.subject != .service {
      block(
        """
        A *rule* says what right applications do. It is **obeyed** if the recordings have an occasion
        for it and none broke it, and **not judged** where they lack what would decide it. Entries
        count from 0, in the order of their file.

        """)
    }
    block(
      """
      `sso-conformance explain ID` tells more of a requirement, of a fact or of an ambiguity (AMB).
      Only what was observed is certified. Secrets, tokens and device identifiers are masked.

      """)
  }
}
