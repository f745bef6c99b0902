// SPDX-License-Identifier: Apache-2.0
// What a run prints: failures as they happen, the summary last.

package import Catalogues
import Findings
package import Results

/// The run on a terminal, or in the log of a CI.
package struct TerminalReport: Report {
  /// Whether to colour by the escapes of ANSI terminals.
  package let hasColour: Bool

  /// How many things of a kind the summary names.
  private static let limit = 10

  package init(hasColour: Bool) {
    self.hasColour = hasColour
  }
}

extension TerminalReport {
  /// The summary: what was wrong in short, warnings, what was skipped, the numbers, the verdict.
  package func write(_ run: RunJudgement, to output: inout ReportOutput) {
    list("To mend:", IncidentGroup.failures(of: run), .red, run, to: &output)
    list("Warnings:", IncidentGroup.warnings(of: run), .yellow, run, to: &output)
    writeChosen(run, to: &output)
    writeSkipped(run, to: &output)
    if run.totals.wireIssues > 0 {
      output.line(
        "\(Wording.count(run.totals.wireIssues, "departure")) from HTTP itself: see the report")
    }
    for remark in run.record.remarks { output.line(paint("Note: \(Self.safe(remark))", .yellow)) }
    if !output.bytes.isEmpty { output.line() }
    output.line(run.totals.sentence)
    output.line(
      "\(Wording.count(run.totals.steps, "step")), "
        + "\(Wording.count(run.totals.requests, "request")), "
        + Wording.duration(run.record.duration))
    let colour: Colour = run.outcome.kind == .conformant ? .green : .red
    output.line(paint(Self.safe(run.outcome.sentence), colour))
  }

  /// A scenario that failed or ended in error, when it has ended; empty for another.
  ///
  /// - Parameter requirements: The requirements of the catalogues by their ids.
  package func failure(
    _ judged: JudgedScenario, requirements: [String: Requirement] = [:]
  ) -> String {
    let (suite, scenario, judgement) = (judged.suite, judged.record, judged.judgement)
    guard judgement.kind == .failed || judgement.kind == .broken else { return "" }
    let word = judgement.kind == .failed ? "FAILED" : "ERROR"
    var text = "\(paint(word, .red)) \(Self.safe(suite)) › \(Self.safe(scenario.name))\n"
    for incident in judgement.incidents {
      if let step = incident.step {
        text += "  step \(incident.visit?.label ?? "") \(Self.safe(step.name))\n"
        for id in incident.covers {
          let requirement = requirements[id]
          let sentence =
            requirement.map { " (\(Self.safe($0.level.text))) \(Self.safe($0.text))" } ?? ""
          text += "    \(Self.safe(id))\(sentence)\n"
        }
      }
      for about in [scenario.about, incident.step?.about] {
        if let about { text += "    \(Self.safe(about))\n" }
      }
      for finding in incident.findings { text += lines(finding, of: incident) }
      if let problem = incident.problem {
        text += "    \(Self.safe(problem.message))\n"
        if let location = incident.location { text += "    \(Self.safe(location.description))\n" }
      }
      if let exchange = incident.step?.exchanges.last {
        text += "    \(Self.safe(exchange.summary)) in \(Wording.duration(exchange.duration))\n"
      }
      for name in incident.step?.chosen ?? [] {
        text += "    the service chose '\(Self.safe(name))'\n"
      }
    }
    return text
  }

  private func lines(_ finding: Finding, of incident: Incident) -> String {
    let location = incident.location(of: finding)
    var text = "    \(Self.safe(location.description)): "
    text += "\(Self.safe(finding.place.description))\n"
    text += "      expected \(Self.safe(finding.expected, limit: 300))\n"
    text += "      found    \(Self.safe(finding.found, limit: 300))\n"
    if let nearest = finding.nearest {
      text += "      nearest  \(Self.safe(nearest, limit: 300))\n"
    }
    return text
  }

  private func list(
    _ title: String, _ groups: [IncidentGroup], _ colour: Colour, _ run: RunJudgement,
    to output: inout ReportOutput
  ) {
    guard !groups.isEmpty else { return }
    output.line(paint(title, colour))
    for group in groups.prefix(Self.limit) {
      let scenario = run.record.scenario(at: group.places[0])
      let more = group.places.count - 1
      let others = more > 0 ? " and \(Wording.count(more, "other"))" : ""
      output.line("  \(Self.safe(JUnitCase.message(group.incident)))")
      let place = group.incident.location.map { "  \(Self.safe($0.description))" } ?? ""
      output.line("      in '\(Self.safe(scenario.name))'\(others)\(place)")
    }
    if groups.count > Self.limit {
      output.line("  and \(Wording.grouped(groups.count - Self.limit)) more: see the report")
    }
  }

  private func writeChosen(_ run: RunJudgement, to output: inout ReportOutput) {
    var seen: Set<String> = []
    var lines: [String] = []
    func collect(_ steps: [StepRecord]) {
      steps.visit { visit in
        for name in visit.step.chosen {
          let line = "  \(Self.safe(visit.step.name)): \(Self.safe(name))"
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

  private func writeSkipped(_ run: RunJudgement, to output: inout ReportOutput) {
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
      output.line("  \(Wording.count(counts[reason] ?? 0, "scenario")): \(Self.safe(reason))")
    }
    if reasons.count > Self.limit {
      output.line("  and \(Wording.grouped(reasons.count - Self.limit)) more reasons")
    }
  }
}

extension TerminalReport {
  private enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private func paint(_ text: String, _ colour: Colour) -> String {
    hasColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Text that neither a terminal nor the log of a CI obeys.
  private static func safe(_ text: String, limit: Int = 500) -> String {
    Visible.line(text, limit: limit)
  }
}

extension [SuiteRecord] {
  fileprivate func joined<Item>(by items: (SuiteRecord) -> [Item]) -> [Item] { flatMap(items) }
}
