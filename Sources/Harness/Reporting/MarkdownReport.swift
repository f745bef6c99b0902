// SPDX-License-Identifier: Apache-2.0
// The certification: what a person reads and hands in.

import Catalogues
import Encodings
import Findings
package import Results

/// The run as Markdown that reads well as plain text, too.
///
/// In this order: the verdict and what to mend, what was certified, the requirements phase by
/// phase, each failure, what was skipped, the alternatives that the service chose, warnings, what
/// answers do against HTTP itself, how to read it.
package struct MarkdownReport: Report {
  package init() {}

  package func write(_ run: RunJudgement, to output: inout ReportOutput) {
    let failures = IncidentGroup.failures(of: run)
    let warnings = IncidentGroup.warnings(of: run)
    writeVerdict(run, failures, to: &output)
    writeSubject(run, to: &output)
    writeRequirements(run, to: &output)
    writeFailures(run, failures, to: &output)
    writeSkipped(run, to: &output)
    writeChosen(run, to: &output)
    writeWarnings(run, warnings, to: &output)
    writeWireIssues(run, to: &output)
    writeManual(to: &output)
  }
}

extension MarkdownReport {
  /// How many things to mend the first screen names.
  private static let mendLimit = 10

  private func writeVerdict(
    _ run: RunJudgement, _ failures: [IncidentGroup], to output: inout ReportOutput
  ) {
    let sentence = run.outcome.sentence
    output.line("# \(Markdown.text(sentence.prefix(1).uppercased() + sentence.dropFirst()))")
    output.line()
    output.line(numbers(run))
    guard !failures.isEmpty else { return }
    output.line()
    output.line("## What to mend")
    output.line()
    for (index, group) in failures.prefix(Self.mendLimit).enumerated() {
      output.line("\(index + 1). \(mend(group, in: run))")
      for id in group.isOfOneStep ? group.incident.covers.prefix(2) : [] {
        output.line("   - \(run.requirements[id].map { line($0) } ?? Markdown.code(id))")
      }
    }
    if failures.count > Self.mendLimit {
      output.line()
      output.line("And \(Wording.grouped(failures.count - Self.mendLimit)) more, below.")
    }
  }

  private func numbers(_ run: RunJudgement) -> String {
    let totals = run.totals
    let proved = (totals.requirements[.passed] ?? 0) + (totals.requirements[.warned] ?? 0)
    var parts = [
      totals.sentence,
      "\(Wording.count(totals.steps, "step")) and \(Wording.count(totals.requests, "request"))"
        + " in \(Wording.duration(run.record.duration))",
      "\(Wording.count(proved, "requirement")) proved",
    ]
    if let failed = totals.requirements[.failed], failed > 0 {
      parts[2] += ", \(Wording.grouped(failed)) failed"
    }
    if totals.warnings > 0 { parts.append(Wording.count(totals.warnings, "warning")) }
    return parts.joined(separator: " · ")
  }

  /// One line: where, what was expected, what came.
  private func mend(_ group: IncidentGroup, in run: RunJudgement) -> String {
    let incident = group.incident
    var text = "**\(title(of: group, in: run))**: "
    if let problem = incident.problem {
      text += Markdown.text(problem.message, limit: 300)
    } else if let finding = incident.findings.first {
      text += difference(finding, limit: 120)
      if incident.findings.count > 1 {
        text += " (and \(Wording.grouped(incident.findings.count - 1)) more)"
      }
    }
    if group.places.count > 1, group.isOfOneStep {
      text += "; in \(Wording.count(group.places.count, "scenario"))"
    }
    return text
  }

  /// The step, or the scenario where it has none to name.
  func title(of group: IncidentGroup, in run: RunJudgement) -> String {
    let incident = group.incident
    let scenario = run.record.scenario(at: group.places[0])
    if !group.isOfOneStep {
      return "\(Wording.count(group.places.count, "scenario")) without an answer to judge"
    }
    guard let step = incident.step else { return Markdown.text(scenario.name) }
    if let fragment = incident.fragment {
      return "\(Markdown.text(step.name)) (fragment \(Markdown.text(fragment.name)))"
    }
    return Markdown.text(step.name)
  }

  /// ``status`: expected `200`, found `500```.
  func difference(_ finding: Finding, limit: Int) -> String {
    let place = Markdown.code(finding.place.description, limit: 200)
    let expected = Markdown.code(finding.expected, limit: limit)
    return "\(place): expected \(expected), found \(Markdown.code(finding.found, limit: limit))"
  }

  private func writeSubject(_ run: RunJudgement, to output: inout ReportOutput) {
    let record = run.record
    output.line()
    output.line("## What was certified")
    output.line()
    output.line(
      "- Target: \(Markdown.text(record.target.name)), \(Markdown.code(record.target.url))")
    if let provider = record.target.serviceProvider {
      output.line("- Service provider: \(Markdown.code(provider))")
    }
    if !record.target.mvpds.isEmpty {
      let mvpds = record.target.mvpds.map { Markdown.code($0) }
      output.line("- MVPDs: \(mvpds.joined(separator: ", "))")
    }
    output.line("- Partner framework: \(Markdown.text(record.target.framework))")
    for catalogue in record.catalogues {
      output.line(
        "- Cookbook: \(Markdown.text(catalogue.cookbook)), revision "
          + Markdown.code(catalogue.revision))
    }
    output.line(
      "- Tool: \(Markdown.text(record.tool.name)) \(Markdown.text(record.tool.version))")
    output.line("- Date: \(record.startedAt.isoSeconds.replacing("T", with: " ")) UTC")
    output.line("- Jobs: \(record.jobs)\(record.isStrict ? "; strict: warnings are failures" : "")")
    if let shard = record.shard { output.line("- Shard: \(shard.index) of \(shard.count)") }
    for remark in record.remarks { output.line("- **Note:** \(Markdown.text(remark))") }
    output.line()
    output.line(
      record.suites.isEmpty ? "No suite was run." : "Suites, with the SHA-256 of their files:")
    if !record.suites.isEmpty { output.line() }
    for suite in record.suites {
      output.line(
        "- \(Markdown.text(suite.name)): \(Wording.count(suite.scenarios.count, "scenario")), "
          + "\(Markdown.code(suite.file)), \(Markdown.code(suite.digest))")
    }
  }

  private func writeManual(to output: inout ReportOutput) {
    output.line()
    output.write(
      """
      ## How to read this

      A *scenario* plays the application against the service, step by step. It **failed** if an
      answer is not what the cookbook demands; it ended in **error** if there was no answer to
      judge (no connection, a time-out, a fault of the suite); it was **skipped** if the target
      lacks what it needs. Steps after a failed one are not reached.

      A *requirement* is a sentence of the cookbook, by its number in the catalogue. It is
      **passed** if at least one step that covers it passed and none failed, **failed** if one
      failed, **warned** if one missed what is recommended only, **skipped** if what covers it was
      not run, **unproved** if nothing in this run covers it. **Not testable from here** is what the
      answers of the service can't show. Only what was observed is certified.

      Expectations are in the words of the suite, with its file, line and column. Secrets, tokens
      and device identifiers are masked everywhere: put your own into a `curl` line to repeat a
      request. `report.json` has the whole record of the run.

      """)
  }
}

extension RunRecord {
  func scenario(at place: IncidentGroup.Place) -> ScenarioRecord {
    suites[place.suite].scenarios[place.scenario]
  }
}
