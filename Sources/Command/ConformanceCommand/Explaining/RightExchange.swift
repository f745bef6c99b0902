// SPDX-License-Identifier: Apache-2.0
// Gets a right exchange for a requirement: runs a scenario on the reference service.

import Catalogues
import Findings
import HTTPTransport
import Host
import Reporting
import Results
import Runner
import SuiteModel
import Templates

/// Runs scenarios on the embedded reference service until one shows a right exchange.
struct RightExchange: Sendable {
  let collection: SuiteCollection
  let console: Console

  /// How many scenarios are tried: some need what the reference service has not got.
  private static let tries = 3
}

extension RightExchange {
  /// The step of a passed scenario by which a requirement is met.
  ///
  /// - Parameter scenarios: Those that cover it, or that make the call which it is about.
  /// - Returns: nil where none of the first scenarios passes, or where no service can be started.
  func example(
    for requirement: Requirement, in scenarios: [Explainer.CoveringScenario]
  ) -> RequirementKnowledge.Example? {
    let candidates = scenarios.filter { $0.scenario.name.constant != nil && !$0.suite.isPreflight }
    for found in candidates.prefix(Self.tries) {
      guard let record = record(of: found) else { continue }
      if let example = Self.example(of: found, for: requirement, in: record) { return example }
    }
    return nil
  }

  private func record(of found: Explainer.CoveringScenario) -> RunRecord? {
    let suites = SuiteCollection(
      suites: [found.suite], fragments: collection.fragments, catalogues: collection.catalogues,
      facts: collection.facts, cookbooks: collection.cookbooks, diagnostics: [],
      files: collection.files)
    guard let arguments = try? Arguments([], options: []),
      let target = try? TargetChoice(arguments, console, for: suites)
    else { return nil }
    defer { target.server?.stop() }
    guard let composition = try? Composition(target, arguments, console),
      let capacity = try? composition.capacity(jobs: 1, target)
    else { return nil }
    var settings = composition.settings(capacity, arguments)
    settings.keepsPassedExchanges = true
    let plan = Planner.plan(
      target.suites, selection: Selection(names: [Self.pattern(found.scenario.name.text)]),
      facts: target.profile.factsByName)
    return Run(
      plan, profile: target.profile, settings: settings, surroundings: composition.surroundings,
      cancellation: Cancellation()
    ).record { _ in }
  }

  /// A pattern of names that matches the whole of one.
  private static func pattern(_ name: String) -> String {
    // A name with a star of its own is a pattern that matches it, too.
    "\(name)*"
  }

  private static func example(
    of found: Explainer.CoveringScenario, for requirement: Requirement, in record: RunRecord
  ) -> RequirementKnowledge.Example? {
    let name = found.scenario.name.text
    guard
      let scenario = record.suites.flatMap(\.scenarios).first(where: {
        $0.name == name && $0.verdict == .passed
      })
    else { return nil }
    var own: StepRecord?
    func look(_ steps: [StepRecord]) {
      steps.visit { visit in
        guard own == nil, visit.step.verdict == .passed,
          found.cover.map({ cover in visit.step.covers.contains { $0.id == cover.id } })
            ?? (visit.step.name == found.step.name)
        else { return }
        own = Self.shown(visit.step)
      }
    }
    look(scenario.steps)
    for fragment in record.sharedFragments where own == nil { look(fragment.steps) }
    guard let step = own else { return nil }
    // Another requirement of the same call shows elsewhere.
    let isOwn = found.cover?.id == requirement.id
    let places = isOwn ? [requirement.places, found.cover?.places].compactMap(\.self) : []
    return RequirementKnowledge.Example(step: step, scenario: name, places: places)
  }

  /// The step itself; of one that uses a fragment, the fragment's last step with an answer.
  private static func shown(_ step: StepRecord) -> StepRecord? {
    var shown: StepRecord? = step.hasAnswer ? step : nil
    step.steps.visit { if $0.step.hasAnswer, !$0.isFinal { shown = $0.step } }
    return shown
  }
}

extension StepRecord {
  fileprivate var hasAnswer: Bool { !exchanges.isEmpty || call != nil }
}
