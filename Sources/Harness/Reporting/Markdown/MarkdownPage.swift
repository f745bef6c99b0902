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
  /// How many recordings, origins or hosts are named.
  private static let nameLimit = 20
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
    output.line(Markdown.text(run.numbers))
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

  /// One line: the place, what was expected and what came.
  private func fix(_ group: IncidentGroup) -> String {
    var text = "**\(title(of: group))**: \(group.markdown(limit: 120))"
    if group.isOfTraffic { return "\(text); \(Markdown.text(group.occasions))" }
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
    if record.subject != .service { writeApplication() }
    if record.subject != .application { writeService() }
    for catalogue in record.catalogues {
      output.line(
        "- Cookbook: \(Markdown.text(catalogue.cookbook)), revision "
          + Markdown.code(catalogue.revision))
    }
    output.line(
      "- Tool: \(Markdown.text(record.tool.name)) \(Markdown.text(record.tool.version))")
    output.line("- Date: \(record.startedAt.isoSeconds.replacing("T", with: " ")) UTC")
    let strict = record.isStrict ? "; strict: warnings are failures" : ""
    if record.subject != .application {
      output.line("- Jobs: \(record.jobs)\(strict)")
    } else if record.isStrict {
      output.line("- Strict: warnings are failures")
    }
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
    for subject in record.subject.halves {
      writeSuites(record.suites.filter { $0.subject == subject }, of: subject)
    }
  }

  private mutating func writeSuites(_ suites: [SuiteRecord], of subject: JudgedParty) {
    let isAudit = subject == .application
    output.line()
    if suites.isEmpty {
      output.line(isAudit ? "No rule was judged." : "No suite was run.")
      return
    }
    output.line(
      isAudit
        ? "Rules, with the SHA-256 of their files:" : "Suites, with the SHA-256 of their files:")
    output.line()
    for suite in suites {
      output.line(
        "- \(Markdown.text(suite.name)): \(Wording.count(suite.scenarios.count, subject.caseWord)), "
          + "\(Markdown.code(suite.file)), \(Markdown.code(suite.digest))")
    }
  }

  /// The recordings by which the application was judged.
  private mutating func writeApplication() {
    guard let audit = run.record.audit else { return }
    let names = audit.recordings.prefix(Self.nameLimit).map { Markdown.code($0) }
    let more = audit.recordings.count - names.count
    let others = more > 0 ? " and \(Wording.grouped(more)) more" : ""
    output.line("- Application, by its traffic in: \(names.joined(separator: ", "))\(others)")
    if !audit.origins.isEmpty {
      let origins = audit.origins.prefix(Self.nameLimit).map { Markdown.code($0) }
      output.line("- Service that it talks to: \(origins.joined(separator: ", "))")
    }
    output.line("- Traffic: \(Markdown.text(audit.sentence))")
    if let span = audit.span {
      let times = [span.lowerBound, span.upperBound].map {
        $0.isoSeconds.replacing("T", with: " ")
      }
      output.line("- Recorded: \(times[0]) to \(times[1]) UTC")
    }
    if !audit.ignored.isEmpty {
      let hosts = audit.ignored.sorted { ($1.entries, $0.host) < ($0.entries, $1.host) }
      let named = hosts.prefix(Self.nameLimit).map {
        "\(Markdown.code($0.host)) (\(Wording.grouped($0.entries)))"
      }
      let more = hosts.count - named.count
      let others = more > 0 ? " and \(Wording.count(more, "other"))" : ""
      output.line("- Ignored, with their entries: \(named.joined(separator: ", "))\(others)")
    }
  }

  private mutating func writeService() {
    let record = run.record
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
  }
}
