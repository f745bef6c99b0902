// SPDX-License-Identifier: Apache-2.0
// The summary that a run prints at its end.

import Catalogues
import Findings
import Results
import SourceText

/// The summary of one run, as far as it is written.
struct TerminalSummary {
  let run: RunJudgement
  let report: TerminalReport
  var output = Printed()

  /// How many entries each list has.
  private static let limit = 10
  /// How many requirements are told of a rule.
  private static let demandLimit = 3

  init(run: RunJudgement, report: TerminalReport) {
    self.run = run
    self.report = report
  }
}

extension TerminalSummary {
  mutating func write() {
    let failures = IncidentGroup.failures(of: run)
    if !run.preflights.isEmpty {
      writePreflight(failures.filter(\.isPreflight))
      // Only what was judged all the same can have more to tell.
      guard hasVerdict else { return }
      output.line()
    }
    list("To fix:", failures.filter { !$0.isPreflight }, failures.leftOutCount, .red)
    let warnings = IncidentGroup.warnings(of: run)
    list("Warnings:", Array(warnings), warnings.leftOutCount, .yellow)
    writeChosen()
    writeSkipped()
    if run.totals.wireIssues > 0 {
      output.line("\(Wording.count(run.totals.wireIssues, "violation")) of HTTP: see the report")
    }
    for remark in run.record.remarks {
      output.line(report.paint("Note: \(TerminalReport.safe(remark))", .yellow))
    }
    if !output.isEmpty { output.line() }
    output.line("\(run.totalsSentence)")
    if let audit = run.record.audit { output.line("\(TerminalReport.safe(audit.sentence))") }
    if let totals = run.halves.first(where: { $0.subject == .service })?.totals {
      output.line(
        "\(Wording.count(totals.steps, "step")), "
          + "\(Wording.count(totals.requests, "request")), "
          + "\(Wording.duration(run.record.duration))")
    }
    if run.preflights.isEmpty { writeVerdict() }
  }

  private mutating func writeVerdict() {
    let colour: Printed.Colour = run.outcome.status == 0 ? .green : .red
    output.line(report.paint("\(TerminalReport.safe(run.outcome.sentence, limit: 1000))", colour))
  }

  /// What is wrong with the target, and what to do about it.
  private mutating func writePreflight(_ groups: [IncidentGroup]) {
    writeVerdict()
    guard let first = groups.first else { return }
    output.line("  \(TerminalReport.safe(first.plain))")
    if let nearest = first.telling?.nearest { output.line("  \(TerminalReport.safe(nearest))") }
    if let exchange = first.incident.step?.exchanges.last {
      output.line("  \(TerminalReport.safe(exchange.summary, limit: 200))")
    }
    writeAdvice(first.incident)
    if let location = first.incident.location { output.line("  \(location.visible)") }
    // A fact that is wrong for one API is mostly wrong for the other one as well.
    guard let second = groups.dropFirst().first else { return }
    let place = second.incident.location.map { "  \($0.visible)" } ?? ""
    output.line("  also: \(TerminalReport.safe(second.plain))\(place)")
    if second.incident.step?.advice != first.incident.step?.advice { writeAdvice(second.incident) }
    let more = groups.count - 2
    if more > 0 { output.line("  and \(Wording.grouped(more)) more: see the report") }
  }

  private mutating func writeAdvice(_ incident: Incident) {
    guard let advice = incident.step?.advice else { return }
    output.line("  What to do: \(TerminalReport.safe(advice))")
  }

  private mutating func list(
    _ title: String, _ groups: [IncidentGroup], _ leftOut: Int, _ colour: Printed.Colour
  ) {
    guard !groups.isEmpty else { return }
    output.line(report.paint("\(title)", colour))
    for group in groups.prefix(Self.limit) {
      if group.isOfTraffic {
        writeRule(group)
        continue
      }
      let more = group.furtherFindings
      let further = more > 0 ? " (and \(Wording.grouped(more)) more)" : ""
      let later = group.isLater ? "after another failure: " : ""
      output.line("  \(later)\(TerminalReport.safe(group.plain))\(further)")
      let place = group.incident.location.map { "  \($0.visible)" } ?? ""
      output.line("      in \(group.cases { "'\(TerminalReport.safe($0))'" })\(place)")
      if let advice = group.incident.step?.advice {
        output.line("      what to do: \(TerminalReport.safe(advice))")
      }
    }
    let more = groups.count + leftOut - Self.limit
    if more > 0 { output.line("  and \(Wording.grouped(more)) more: see the report") }
  }

  /// What the cookbook asks of the application, what it sent, where, and what to do.
  private mutating func writeRule(_ group: IncidentGroup) {
    for id in group.covers.prefix(Self.demandLimit) {
      let requirement = run.requirements[id]
      let level = requirement.map { " (\(TerminalReport.safe($0.level.text)))" } ?? ""
      let sentence = requirement.map { ": \(TerminalReport.safe($0.text))" } ?? ""
      output.line("  \(TerminalReport.safe(id))\(level)\(sentence)")
    }
    let place = group.incident.location.map { "  \($0.visible)" } ?? ""
    output.line("      broken: '\(TerminalReport.safe(group.scenario.name))'\(place)")
    if let finding = group.telling {
      output.line("      \(TerminalReport.safe(finding.nearest ?? finding.description))")
    }
    output.line("      \(group.occasions)")
    if let advice = group.incident.step?.advice {
      output.line("      what to do: \(TerminalReport.safe(advice))")
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
    for line in lines.prefix(Self.limit) { output.line("\(line)") }
    if lines.count > Self.limit {
      output.line("  and \(Wording.grouped(lines.count - Self.limit)) more: see the report")
    }
  }

  private mutating func writeSkipped() {
    for subject in run.record.subject.halves { writeSkipped(of: subject) }
  }

  private mutating func writeSkipped(of subject: JudgedParty) {
    var counts: [String: Int] = [:]
    var reasons: [String] = []
    for (suite, judgements) in zip(run.record.suites, run.scenarios)
    where suite.subject == subject {
      for (index, outline) in judgements.outlines.enumerated() where outline.kind == .skipped {
        guard case .skipped(let reason) = suite.scenarios[index].verdict else { continue }
        if counts[reason] == nil { reasons.append(reason) }
        counts[reason, default: 0] += 1
      }
    }
    guard !reasons.isEmpty else { return }
    output.line(subject == .application ? "Not judged:" : "Skipped, and not certified:")
    for reason in reasons.prefix(Self.limit) {
      let cases = Wording.count(counts[reason] ?? 0, subject.caseWord)
      output.line("  \(cases): \(TerminalReport.safe(reason))")
    }
    if reasons.count > Self.limit {
      output.line("  and \(Wording.grouped(reasons.count - Self.limit)) more reasons")
    }
  }
}

extension TerminalSummary {
  /// Whether a scenario passed or failed that is not one of a preflight.
  private var hasVerdict: Bool {
    zip(run.record.suites, run.scenarios).contains { suite, judgements in
      !suite.isPreflight
        && judgements.outlines.contains { $0.kind == .passed || $0.kind.isFault }
    }
  }
}
