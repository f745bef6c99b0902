// SPDX-License-Identifier: Apache-2.0
// Skipped parts, choices, warnings and violations of HTTP in the Markdown report.

import Catalogues
import Findings
import HTTPMessages
import Results

extension MarkdownPage {
  /// How many scenarios are named for one reason.
  private static let nameLimit = 20

  mutating func writeSkipped() {
    var reasons = Tally()
    var uncertified: [String: [String]] = [:]
    var steps = Tally()
    let missing = run.coverage.skippedRequirements
    for (suiteIndex, suite) in run.record.suites.enumerated() {
      for (index, scenario) in suite.scenarios.enumerated() {
        let place = IncidentGroup.Place(suite: suiteIndex, scenario: index)
        if let reason = scenario.whySkipped {
          reasons.add(reason, "“\(Markdown.text(scenario.name))”")
          uncertified[reason, default: []] += missing[place] ?? []
          continue
        }
        guard run.scenarios[suiteIndex][index].traits.contains(.skippedSteps) else { continue }
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
    output.line("## What was skipped, and is not certified")
    if !reasons.isEmpty { output.line() }
    for (reason, names) in reasons.entries {
      output.line(
        "- \(reason) (\(Wording.count(names.count, "scenario"))): \(Self.named(names))")
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
    for (reason, names) in steps.entries { output.line("- \(reason) (\(Self.named(names)))") }
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
    for (choice, names) in chosen.entries { output.line("- \(choice) (\(Self.named(names)))") }
  }

  mutating func writeWarnings(_ groups: [IncidentGroup]) {
    guard !groups.isEmpty else { return }
    output.line()
    output.line("## Warnings")
    output.line()
    output.line("Warnings are not failures, except with `--strict`.")
    for group in groups {
      let incident = group.incident
      let names = group.places.map { "“\(Markdown.text(run.record.scenario(at: $0).name))”" }
      output.line()
      output.line("**\(title(of: group))**, in \(Self.named(names))")
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
    for (issue, exchanges) in issues.entries {
      output.line(
        "- \(issue): \(Wording.count(exchanges.count, "answer")), such as "
          + "\(exchanges.first ?? "")")
    }
  }

  private static func named(_ names: [String]) -> String {
    let names = unique(names)
    let more = names.count - nameLimit
    let shown = names.prefix(nameLimit).joined(separator: ", ")
    return more > 0 ? "\(shown) and \(Wording.grouped(more)) more" : shown
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

/// Names by a text, in the order in which the texts were added.
private struct Tally {
  private var numbers: [String: Int] = [:]
  private(set) var entries: [(text: String, names: [String])] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ text: String, _ name: String) {
    if let number = numbers[text] {
      entries[number].names.append(name)
    } else {
      numbers[text] = entries.count
      entries.append((text, [name]))
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
  /// The requirements that no scenario shows, by the skipped scenarios that would have shown them.
  fileprivate var skippedRequirements: [IncidentGroup.Place: [String]] {
    var ids: [IncidentGroup.Place: [String]] = [:]
    for row in rows where row.verdict == .skipped {
      for proof in row.proofs {
        ids[IncidentGroup.Place(suite: proof.suite, scenario: proof.scenario), default: []]
          .append(row.requirement.id)
      }
    }
    return ids
  }
}
