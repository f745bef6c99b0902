// SPDX-License-Identifier: Apache-2.0
// The requirements of the cookbook, phase by phase, in the Markdown report.

import Catalogues
import Results

extension MarkdownPage {
  /// How many scenarios a requirement names; of those that passed, half as many.
  private static let proofLimit = 10

  mutating func writeRequirements() {
    guard !run.coverage.cookbooks.isEmpty else { return }
    output.line()
    output.line("## Requirements")
    for catalogue in run.coverage.cookbooks {
      output.line()
      output.line("### \(Markdown.text(catalogue.cookbook))")
      output.line()
      writeTable(catalogue)
      for phase in catalogue.phases { writePhase(phase) }
    }
    if !run.coverage.unknown.isEmpty {
      let ids = run.coverage.unknown.prefix(50).map { Markdown.code($0) }
      output.line()
      output.line("Covered, but in no catalogue: \(ids.joined(separator: ", ")).")
    }
  }

  private mutating func writeTable(_ catalogue: Coverage.Cookbook) {
    let verdicts = RequirementVerdict.allCases
    let names = verdicts.map(\.words).joined(separator: " | ")
    output.line("| Phase | \(names) |")
    output.line("|---|\(String(repeating: "--:|", count: verdicts.count))")
    for phase in catalogue.phases {
      var counts: [RequirementVerdict: Int] = [:]
      for row in phase.rows { counts[row.verdict, default: 0] += 1 }
      let cells = verdicts.map { counts[$0].map(String.init) ?? "" }
      output.line("| \(phase.heading) | \(cells.joined(separator: " | ")) |")
    }
  }

  private mutating func writePhase(_ phase: Coverage.Phase) {
    output.line()
    output.line("#### \(phase.heading)")
    output.line()
    if phase.rows.isEmpty { output.line("No requirement.") }
    for verdict in RequirementVerdict.allCases where verdict != .notTestable {
      for row in phase.rows where row.verdict == verdict { write(row) }
    }
    // Requirements with one reason stand together, the reasons in the order of the cookbook.
    var reasons: [String] = []
    var rows: [String: [Coverage.Row]] = [:]
    for row in phase.rows where row.verdict == .notTestable {
      let reason = row.whyNotTestable ?? ""
      if rows[reason] == nil { reasons.append(reason) }
      rows[reason, default: []].append(row)
    }
    for reason in reasons {
      output.line("- **not testable from here**: \(reason)")
      for row in rows[reason] ?? [] { output.line("  - \(line(row.requirement))") }
    }
  }

  private mutating func write(_ row: Coverage.Row) {
    output.line("- **\(row.verdict.words)** \(line(row.requirement))")
    if row.proofs.isEmpty {
      switch row.standing {
      case .gap: output.line("  - no scenario of this run covers it")
      case .excused(let why): output.line("  - excused: \(Markdown.text(why))")
      case .covered, .played, .unseen, .open: break
      }
      return
    }
    var left = Self.proofLimit
    for verdict in RequirementVerdict.allCases {
      let proofs = row.proofs.filter { $0.verdict == verdict }
      guard !proofs.isEmpty else { continue }
      let limit = verdict.rank < RequirementVerdict.passed.rank ? left : min(left, 5)
      let named = proofs.prefix(max(1, limit)).map { name($0) }
      left -= named.count
      let more = (row.counts[verdict] ?? 0) - named.count
      let others = more > 0 ? " and \(Wording.grouped(more)) more" : ""
      output.line("  - \(verdict.words) in \(named.joined(separator: ", "))\(others)")
    }
  }

  /// The name of the scenario, with the step where it did not pass.
  private func name(_ proof: Coverage.Proof) -> String {
    let scenario = run.record.suites[proof.suite].scenarios[proof.scenario]
    let name = "“\(Markdown.text(scenario.name))”"
    if run.record.suites[proof.suite].subject == .application {
      guard case .skipped(let reason) = scenario.verdict else { return name }
      return "\(name): \(Markdown.text(reason))"
    }
    guard proof.verdict.rank < RequirementVerdict.passed.rank else { return name }
    let place = proof.step.location.markdown
    return "\(name), step “\(Markdown.text(proof.step.name))” (\(place))"
  }

  /// The number, the level and the sentence.
  func line(_ requirement: Requirement) -> String {
    var text = "\(Markdown.code(requirement.id)) (\(Markdown.text(requirement.level.text)))"
    text += " \(Markdown.text(requirement.text))"
    if let ambiguity = requirement.ambiguity {
      text += " (the documents disagree: \(Markdown.text(ambiguity)))"
    }
    return text
  }
}

extension Coverage.Phase {
  fileprivate var heading: String { "Phase \(Markdown.text(id)): \(Markdown.text(title))" }
}
