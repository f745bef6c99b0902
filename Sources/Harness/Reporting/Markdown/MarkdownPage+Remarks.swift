// SPDX-License-Identifier: Apache-2.0
// Skipped parts, choices, warnings and violations of HTTP in the Markdown report.

import Catalogues
import Findings
import HTTPMessages
import Results

extension MarkdownPage {
  /// How many requirements are named for one warning.
  private static let nameLimit = 20
  /// How many scenarios are looked up for one warning.
  private static let readLimit = 500

  mutating func writeSkipped() {
    for subject in run.record.subject.halves { writeSkipped(of: subject) }
  }

  private mutating func writeSkipped(of subject: JudgedParty) {
    var reasons = Tally()
    var uncertified: [String: [String]] = [:]
    var steps = Tally()
    let missing = run.coverage.skippedRequirements
    for (suiteIndex, suite) in run.record.suites.enumerated() where suite.subject == subject {
      for (index, outline) in run.scenarios[suiteIndex].outlines.enumerated()
      where outline.mayBeSkipped {
        let scenario = suite.scenarios[index]
        let place = IncidentGroup.Place(suite: suiteIndex, scenario: index)
        if let reason = scenario.whySkipped {
          reasons.add(reason, "“\(Markdown.text(scenario.name))”")
          uncertified[reason, default: []] += missing[place] ?? []
          continue
        }
        guard outline.traits.contains(.skippedSteps) else { continue }
        scenario.steps.visit { visit in
          guard case .skipped(let because) = visit.step.verdict else { return }
          steps.add(
            "“\(Markdown.text(visit.step.name))”: \(Markdown.text(because))",
            "“\(Markdown.text(scenario.name))”")
        }
      }
    }
    guard !reasons.isEmpty || !steps.isEmpty else { return }
    output.line()
    output.line(
      subject == .application
        ? "## What was not judged" : "## What was skipped, and is not certified"
    )
    if !reasons.isEmpty { output.line() }
    for entry in reasons.entries {
      let reason = entry.text
      output.line(
        "- \(reason) (\(Wording.count(entry.count, subject.caseWord))): \(entry.named)")
      let ids = Self.unique(uncertified[reason] ?? [])
      if !ids.isEmpty {
        output.line(
          "  - not certified for it: \(ids.map { Markdown.code($0) }.joined(separator: ", "))")
      }
    }
    guard !steps.isEmpty else { return }
    output.line()
    output.line("Steps left out in scenarios that were run:")
    output.line()
    for entry in steps.entries { output.line("- \(entry.text) (\(entry.named))") }
  }

  mutating func writeChosen() {
    var chosen = Tally()
    run.visitScenarios(with: .choices) { _, scenario in
      scenario.steps.visit { visit in
        for name in visit.step.chosen {
          chosen.add(
            "“\(Markdown.text(visit.step.name))”: the service chose “\(Markdown.text(name))”",
            "“\(Markdown.text(scenario.name))”")
        }
      }
    }
    for fragment in run.record.sharedFragments {
      fragment.steps.visit { visit in
        for name in visit.step.chosen {
          chosen.add(
            "“\(Markdown.text(visit.step.name))”: the service chose “\(Markdown.text(name))”",
            "the shared fragment “\(Markdown.text(fragment.name))”")
        }
      }
    }
    guard !chosen.isEmpty else { return }
    output.line()
    output.line("## Where the cookbook leaves a choice")
    output.line()
    for entry in chosen.entries { output.line("- \(entry.text) (\(entry.named))") }
  }

  mutating func writeWarnings(_ groups: IncidentGroups) {
    guard !groups.isEmpty else { return }
    output.line()
    output.line("## Warnings")
    output.line()
    output.line("Warnings are not failures, except with `--strict`.")
    for group in groups {
      let incident = group.incident
      var names = Tally.Entry(text: "")
      for place in group.places.prefix(Self.readLimit) {
        names.add("“\(Markdown.text(run.record.scenario(at: place).name))”")
      }
      names.uniqueCount += max(0, group.places.count - Self.readLimit)
      output.line()
      output.line("**\(title(of: group))**, in \(names.named)")
      output.line()
      for id in group.covers.prefix(Self.nameLimit) {
        output.line("- \(run.requirements[id].map { line($0) } ?? Markdown.code(id))")
      }
      for about in abouts(group.suite, group.scenario, incident.step) { output.line("- \(about)") }
      for finding in group.findings { write(finding, of: incident) }
      if let problem = incident.problem {
        output.line("- \(Markdown.text(problem.message))")
        if let location = incident.location {
          output.line("  - \(location.markdown)")
        }
      }
    }
    if groups.leftOutCount > 0 {
      output.line()
      output.line("And \(Wording.grouped(groups.leftOutCount)) more, which are in `report.json`.")
    }
  }

  mutating func writeWireIssues() {
    var issues = Tally()
    func collect(_ steps: [StepRecord]) {
      steps.visit { visit in
        for exchange in visit.step.exchanges {
          for issue in exchange.issues {
            issues.add(
              "\(Markdown.text(issue.message)) (\(Markdown.text(issue.rule)))",
              Markdown.code("\(exchange.method) \(exchange.url) → \(exchange.status)"))
          }
        }
      }
    }
    for fragment in run.record.sharedFragments { collect(fragment.steps) }
    run.visitScenarios(with: .wireIssues) { collect($1.steps) }
    guard !issues.isEmpty else { return }
    output.line()
    output.line("## Violations of HTTP")
    output.line()
    output.line("These answers could still be read; the verdict does not depend on them.")
    output.line()
    for entry in issues.entries {
      output.line(
        "- \(entry.text): \(Wording.count(entry.count, "answer")), such as "
          + "\(entry.shown.first ?? "")")
    }
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension SuiteJudgements.Outline {
  /// Whether the scenario, or a step of it, was not run.
  fileprivate var mayBeSkipped: Bool {
    switch kind {
    case .passed, .failed, .broken: traits.contains(.skippedSteps)
    case .skipped, .blocked, .interrupted, .notReached: true
    }
  }
}

extension ScenarioRecord {
  /// Why the scenario was not run, in Markdown; nil for a scenario that was run.
  fileprivate var whySkipped: String? {
    switch verdict {
    case .skipped where !missingFacts.isEmpty:
      "the target's profile lacks "
        + Wording.list(missingFacts.map { "the fact \(Markdown.code($0))" })
    case .skipped(let reason), .blocked(let reason): Markdown.text(reason)
    case .interrupted: "interrupted while it ran"
    case .notReached: "not reached, because the run ended first"
    case .passed, .failed, .broken: nil
    }
  }
}

extension Coverage {
  /// The requirements that no scenario shows, by the skipped scenarios that would have shown them: of
  /// those with one reason by the first.
  fileprivate var skippedRequirements: [IncidentGroup.Place: [String]] {
    var ids: [IncidentGroup.Place: [String]] = [:]
    for row in rows
    where row.verdict == .skipped
      || row.verdict == .notJudged && row.subjects.contains(.application)
    {
      for skip in row.skips {
        ids[IncidentGroup.Place(suite: skip.suite, scenario: skip.scenario), default: []]
          .append(row.requirement.id)
      }
    }
    return ids
  }
}
