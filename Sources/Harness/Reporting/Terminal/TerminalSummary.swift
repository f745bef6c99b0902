// SPDX-License-Identifier: Apache-2.0
// The summary that a run prints at its end.

import Results

/// The summary of one run, as far as it is written.
struct TerminalSummary {
  let run: RunJudgement
  let report: TerminalReport
  var output = ReportOutput()

  /// How many entries each list has.
  private static let limit = 10

  init(run: RunJudgement, report: TerminalReport) {
    self.run = run
    self.report = report
  }
}

extension TerminalSummary {
  mutating func write() {
    list("To fix:", IncidentGroup.failures(of: run), .red)
    list("Warnings:", IncidentGroup.warnings(of: run), .yellow)
    writeChosen()
    writeSkipped()
    if run.totals.wireIssues > 0 {
      output.line("\(Wording.count(run.totals.wireIssues, "violation")) of HTTP: see the report")
    }
    for remark in run.record.remarks {
      output.line(report.paint("Note: \(TerminalReport.safe(remark))", .yellow))
    }
    if !output.bytes.isEmpty { output.line() }
    output.line(run.totals.sentence)
    output.line(
      "\(Wording.count(run.totals.steps, "step")), "
        + "\(Wording.count(run.totals.requests, "request")), "
        + Wording.duration(run.record.duration))
    let colour: TerminalReport.Colour = run.outcome.kind == .conformant ? .green : .red
    output.line(report.paint(TerminalReport.safe(run.outcome.sentence), colour))
  }

  private mutating func list(
    _ title: String, _ groups: [IncidentGroup], _ colour: TerminalReport.Colour
  ) {
    guard !groups.isEmpty else { return }
    output.line(report.paint(title, colour))
    for group in groups.prefix(Self.limit) {
      let scenario = run.record.scenario(at: group.places[0])
      let more = group.places.count - 1
      let others = more > 0 ? " and \(Wording.count(more, "other"))" : ""
      output.line("  \(TerminalReport.safe(IncidentHeadline(group.incident).plain))")
      let place = group.incident.location.map { "  \($0.visible)" } ?? ""
      output.line("      in '\(TerminalReport.safe(scenario.name))'\(others)\(place)")
    }
    if groups.count > Self.limit {
      output.line("  and \(Wording.grouped(groups.count - Self.limit)) more: see the report")
    }
  }

  private mutating func writeChosen() {
    var seen: Set<String> = []
    var lines: [String] = []
    func collect(_ steps: [StepRecord]) {
      steps.visit { visit in
        for name in visit.step.chosen {
          let line = "  \(TerminalReport.safe(visit.step.name)): \(TerminalReport.safe(name))"
          if seen.insert(line).inserted { lines.append(line) }
        }
      }
    }
    for fragment in run.record.sharedFragments { collect(fragment.steps) }
    run.visitScenarios(with: .choices) { collect($1.steps) }
    guard !lines.isEmpty else { return }
    output.line("The service chose:")
    for line in lines.prefix(Self.limit) { output.line(line) }
    if lines.count > Self.limit {
      output.line("  and \(Wording.grouped(lines.count - Self.limit)) more: see the report")
    }
  }

  private mutating func writeSkipped() {
    var counts: [String: Int] = [:]
    var reasons: [String] = []
    for scenario in run.record.suites.joined(by: \.scenarios) {
      guard case .skipped(let reason) = scenario.verdict else { continue }
      if counts[reason] == nil { reasons.append(reason) }
      counts[reason, default: 0] += 1
    }
    guard !reasons.isEmpty else { return }
    output.line("Skipped, and not certified:")
    for reason in reasons.prefix(Self.limit) {
      output.line(
        "  \(Wording.count(counts[reason] ?? 0, "scenario")): \(TerminalReport.safe(reason))")
    }
    if reasons.count > Self.limit {
      output.line("  and \(Wording.grouped(reasons.count - Self.limit)) more reasons")
    }
  }
}

extension [SuiteRecord] {
  fileprivate func joined<Item>(by items: (SuiteRecord) -> [Item]) -> [Item] { flatMap(items) }
}
