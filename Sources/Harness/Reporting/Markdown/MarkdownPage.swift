// SPDX-License-Identifier: Apache-2.0
// The Markdown report while it is written: its first screen, its subject and how to read it.

import Catalogues
import Encodings
import Findings
import Results

/// The Markdown report of one run, as far as it is written.
struct MarkdownPage {
  let run: RunJudgement
  var output: ReportOutput

  /// How many things to fix the first screen names.
  private static let fixLimit = 10
}

extension MarkdownPage {
  /// Writes the whole report.
  mutating func write() {
    let failures = IncidentGroup.failures(of: run)
    let warnings = IncidentGroup.warnings(of: run)
    writeVerdict(failures)
    writeSubject()
    writeRequirements()
    writeFailures(failures)
    writeSkipped()
    writeChosen()
    writeWarnings(warnings)
    writeWireIssues()
    writeSharpness()
    writeManual()
  }

  private mutating func writeVerdict(_ failures: IncidentGroups) {
    let sentence = run.outcome.sentence
    output.line("# \(Markdown.text(sentence.prefix(1).uppercased() + sentence.dropFirst()))")
    output.line()
    output.line(numbers())
    guard !failures.isEmpty else { return }
    output.line()
    output.line("## What to fix")
    output.line()
    for (index, group) in failures.prefix(Self.fixLimit).enumerated() {
      output.line("\(index + 1). \(fix(group))")
      if group.isPreflight, let nearest = group.telling?.nearest {
        output.line("   - \(Markdown.text(nearest))")
      }
      if let advice = group.incident.step?.advice {
        output.line("   - **What to do:** \(Markdown.text(advice))")
      }
      for id in group.isError && !group.isOfOneStep ? [] : group.covers.prefix(2) {
        output.line("   - \(run.requirements[id].map { line($0) } ?? Markdown.code(id))")
      }
    }
    let more = failures.count + failures.leftOutCount - Self.fixLimit
    if more > 0 {
      output.line()
      output.line("And \(Wording.grouped(more)) more, below.")
    }
  }

  private func numbers() -> String {
    let totals = run.totals
    var parts = [
      totals.sentence,
      "\(Wording.count(totals.steps, "step")) and \(Wording.count(totals.requests, "request"))"
        + " in \(Wording.duration(run.record.duration))",
    ]
    let requirements = [RequirementVerdict.passed, .warned, .failed].compactMap { verdict in
      totals.requirements[verdict].map { "\(Wording.grouped($0)) \(verdict.words)" }
    }
    if !requirements.isEmpty { parts.append("requirements: \(Wording.list(requirements))") }
    if totals.warnings > 0 { parts.append(Wording.count(totals.warnings, "warning")) }
    return parts.joined(separator: " · ")
  }

  /// One line: the place, what was expected and what came.
  private func fix(_ group: IncidentGroup) -> String {
    var text = "**\(title(of: group))**: \(group.markdown(limit: 120))"
    if group.furtherFindings > 0 {
      text += " (and \(Wording.grouped(group.furtherFindings)) more)"
    }
    if group.isLater { text += "; only after another failure" }
    if group.blockedCount > 0 {
      text += "; blocks \(Wording.count(group.blockedCount, "scenario"))"
    }
    if group.places.count > 1, group.isOfOneStep {
      text += "; in \(Wording.count(group.places.count, "scenario"))"
    }
    return text
  }

  /// The name of the step, or of the case where there is no step to name; of what was seen in
  /// several steps, how many cases it fails.
  func title(of group: IncidentGroup) -> String {
    let incident = group.incident
    if !group.isOfOneStep {
      var cases: [String] = []
      if !group.fragments.isEmpty {
        cases.append(Wording.count(group.fragments.count, "shared fragment"))
      }
      if !group.places.isEmpty { cases.append(Wording.count(group.places.count, "scenario")) }
      let text = cases.joined(separator: " and ")
      return group.isError ? "\(text) without an answer to judge" : text
    }
    guard let step = incident.step else { return Markdown.text(group.scenario.name) }
    if let fragment = incident.fragment {
      return "\(Markdown.text(step.name)) (fragment \(Markdown.text(fragment.name)))"
    }
    return Markdown.text(step.name)
  }

  private mutating func writeSubject() {
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
    if let selection = record.selection {
      let words =
        selection.paths.map { Markdown.code($0) }
        + selection.tags.map { "`--tag` \(Markdown.code($0))" }
        + selection.names.map { "`--scenario` \(Markdown.code($0))" }
      output.line(
        "- Selected: \(Wording.grouped(selection.selected)) of "
          + "\(Wording.count(selection.total, "scenario")): \(words.joined(separator: ", "))")
    }
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

  private mutating func writeManual() {
    output.line()
    output.write(
      """
      ## How to read this

      A *scenario* plays the application against the service, step by step. It **failed** if an
      answer is not what the cookbook demands. It ended in **error** if there was no answer to
      judge: no connection, a time-out, a mistake in the suite. It was **skipped** if the target
      lacks what it needs, **blocked** if something failed that several scenarios share (a shared
      fragment, or the preflight), and **interrupted** if it was under way when the run was stopped.

      A *requirement* is a sentence of the cookbook, by its number in the catalogue. It shows in one
      place of an answer, such as a member or the status. It is **failed** if a finding is about
      that place, **warned** if only a recommendation was missed there, and **passed** if it was
      judged and held everywhere. It is **not judged** if no step could look at its place: an
      earlier step had failed, or the answer was another one altogether. It is **skipped** if all
      scenarios that cover it were skipped, and **unproved** if nothing in this run covers it. It
      is **not testable from here** if the answers of the service can't show it. Only what was
      observed is certified.

      Expectations are in the words of the suite, with its file, line and column. Secrets, tokens
      and device identifiers are masked everywhere: put your own into a `curl` line to repeat a
      request. `report.json` has the whole record of the run.

      """)
  }
}
