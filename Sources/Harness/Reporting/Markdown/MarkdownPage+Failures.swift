// SPDX-License-Identifier: Apache-2.0
// Each failure in the Markdown report: what was asked, what came, and how to repeat it.

import Catalogues
import Findings
import HTTPMessages
import Results

extension MarkdownPage {
  /// How many failures are shown with diagram and exchange.
  private static let detailLimit = 30
  /// How many scenarios with the same failure are named.
  private static let sameLimit = 20
  /// How many requirements are quoted for a failure.
  private static let demandLimit = 10

  mutating func writeFailures(_ groups: IncidentGroups) {
    guard !groups.isEmpty else { return }
    output.line()
    output.line("## Failures")
    for (index, group) in groups.enumerated() {
      if index == Self.detailLimit {
        output.line()
        output.line(
          "The first \(Self.detailLimit) are shown in full; the exchanges of the others are in "
            + "`report.json`.")
      }
      writeFailure(group, number: index + 1, inFull: index < Self.detailLimit)
    }
    if groups.leftOutCount > 0 {
      output.line()
      output.line("And \(Wording.grouped(groups.leftOutCount)) more, which are in `report.json`.")
    }
  }

  private mutating func writeFailure(_ group: IncidentGroup, number: Int, inFull: Bool) {
    let (suite, scenario) = (group.suite, group.scenario)
    let incident = group.incident
    let kind = group.isOfTraffic ? "Broken rule" : group.isError ? "Error" : "Failure"
    output.line()
    output.line("### \(kind) \(number): \(title(of: group))")
    output.line()
    let place = incident.location.map { ", \($0.markdown)" } ?? ""
    if let fragment = group.fragments.first {
      output.line(
        "Shared fragment “\(Markdown.text(fragment.name))”, which blocks "
          + "\(Wording.count(group.blockedCount, "scenario"))\(place)")
    } else if group.isOfTraffic {
      output.line("A rule of “\(Markdown.text(suite.name))”\(place)")
      output.line()
      output.line("Seen in \(Markdown.text(group.occasions))")
    } else {
      output.line(
        "Scenario “\(Markdown.text(scenario.name))” of “\(Markdown.text(suite.name))”\(place)")
    }
    if let step = incident.step, !group.isOfTraffic {
      output.line()
      output.line(
        "Step \(incident.visit?.label ?? ""), “\(Markdown.text(step.name))”"
          + (incident.fragment.map { " of the shared fragment “\(Markdown.text($0.name))”" } ?? ""))
    }
    if let advice = incident.step?.advice {
      output.line()
      output.line("**What to do:** \(Markdown.text(advice))")
    }
    // An unreachable target breaks no requirement of the step that happened to need it.
    if group.isOfOneStep || !group.isError { writeDemand(group) }
    writeDifferences(group)
    if inFull, let step = incident.step {
      writeExchanges(step, incident.problem)
    }
    if inFull, incident.step != nil, !group.isOfTraffic {
      let diagram = SequenceDiagram(
        of: scenario, target: run.record.target.url, shared: run.shared
      ).mermaid
      if !diagram.isEmpty {
        output.line()
        output.line("What was called in this scenario:")
        output.line()
        output.write("```mermaid\n\(diagram)```\n")
      }
    }
    writeNotReached(scenario)
    writeSame(group)
  }

  /// Writes what the cookbook asks: the requirements, and what the suite says about them.
  private mutating func writeDemand(_ group: IncidentGroup) {
    let covers = group.covers.prefix(Self.demandLimit)
    if !covers.isEmpty {
      output.line()
      output.line("What the cookbook asks:")
      output.line()
      for id in covers {
        guard let requirement = run.requirements[id] else {
          output.line("- \(Markdown.code(id))")
          continue
        }
        var source: [String] = []
        if !requirement.step.isEmpty { source.append("“\(Markdown.text(requirement.step))”") }
        if !requirement.source.isEmpty {
          source.append("section \(Markdown.code(requirement.source))")
        }
        let place = source.isEmpty ? "" : " (\(source.joined(separator: ", ")))"
        output.line("- \(line(requirement))\(place)")
      }
    }
    if group.covers.count > covers.count {
      output.line("- and \(Wording.count(group.covers.count - covers.count, "other"))")
    }
    for about in abouts(group.suite, group.scenario, group.incident.step) {
      output.line()
      output.line("> \(about)")
    }
  }

  /// The `about:` of suite, scenario and step.
  func abouts(
    _ suite: SuiteRecord, _ scenario: ScenarioRecord, _ step: StepRecord?
  ) -> [String] {
    [
      (suite.subject == .application ? "Rules" : "Suite", suite.about),
      (suite.subject == .application ? "Rule" : "Scenario", scenario.about),
      ("Step", step?.about),
    ]
    .compactMap { what, about in about.map { "\(what): \(Markdown.text($0))" } }
  }

  private mutating func writeDifferences(_ group: IncidentGroup) {
    let incident = group.incident
    output.line()
    if let problem = incident.problem {
      output.line("There was no answer to judge: \(Markdown.text(problem.message))")
    } else {
      output.line("What came:")
      output.line()
      let own = group.findings.isEmpty ? incident.findings : group.findings
      for finding in own { write(finding, of: incident) }
      let others = incident.findings.filter { !own.contains($0) }
      if !others.isEmpty {
        output.line(
          "- \(Wording.count(others.count, "other difference")) in the same answer: "
            + others.map { Markdown.code($0.place.description, limit: 200) }.joined(separator: ", ")
        )
      }
    }
    if let step = incident.step { write(step.chosen) }
    // Where an occasion was seen is told above.
    for note in incident.step?.notes.dropFirst(group.isOfTraffic ? 1 : 0) ?? [] {
      output.line()
      output.line("Note: \(Markdown.text(note.description))")
    }
  }

  mutating func write(_ finding: Finding, of incident: Incident) {
    output.line("- \(finding.markdown(limit: 500))")
    if let nearest = finding.nearest {
      output.line("  - nearest: \(Markdown.code(nearest))")
    }
    output.line("  - expected by \(incident.location(of: finding).markdown)")
  }

  private mutating func write(_ chosen: [String]) {
    guard !chosen.isEmpty else { return }
    let names = chosen.map { "“\(Markdown.text($0))”" }
    output.line()
    output.line("The service chose \(Wording.list(names)).")
  }

  private mutating func writeExchanges(_ step: StepRecord, _ problem: RunProblem?) {
    if let call = step.call {
      output.line()
      output.line(
        "Asked of the framework: \(Markdown.code(call.name)) "
          + "\(Markdown.code(call.request, limit: 1000)); it answered "
          + Markdown.code(call.answer, limit: 1000))
    }
    // With `retry:` and `burst:` there are several: the last was judged.
    guard let exchange = step.exchanges.last else { return }
    let before = step.exchanges.count - 1 + step.leftOut.number
    output.line()
    output.line(
      "The exchange\(before > 0 ? ", after \(Wording.count(before, "other"))" : ""), "
        + "\(Wording.duration(exchange.duration)):")
    output.line()
    output.write(Markdown.block(exchange.transcript, language: "http"))
    if !step.leftOut.isEmpty {
      output.line()
      output.line("… and \(Markdown.text(step.leftOut.sentence)), which no report keeps.")
    }
    for note in exchange.notes where note != problem?.message {
      output.line()
      output.line("Note: \(Markdown.text(note))")
    }
    // What an application sent is not for a reader to repeat.
    if step.action == .traffic { return }
    output.line()
    output.line("To repeat it, with your own secrets where they are masked:")
    output.line()
    output.write(Markdown.block(CurlLine.text(exchange), language: "sh"))
  }

  private mutating func writeNotReached(_ scenario: ScenarioRecord) {
    let missed = scenario.steps.filter { $0.verdict.kind == .notReached }
    guard !missed.isEmpty else { return }
    let names = missed.map { "“\(Markdown.text($0.name))”" }
    output.line()
    output.line("Not reached: \(names.joined(separator: ", ")).")
  }

  private mutating func writeSame(_ group: IncidentGroup) {
    let places = group.fragments.isEmpty ? group.places.dropFirst() : group.places[...]
    guard !places.isEmpty else { return }
    output.line()
    output.line("The same in:")
    output.line()
    for place in places.prefix(Self.sameLimit) {
      let scenario = run.record.scenario(at: place)
      output.line(
        "- “\(Markdown.text(scenario.name))” (\(scenario.location.markdown))")
    }
    let more = places.count - Self.sameLimit
    if more > 0 { output.line("- and \(Wording.count(more, "other"))") }
  }
}
