// SPDX-License-Identifier: Apache-2.0
// A shared fragment that failed or got no answer.

import Expectations
import Suites

/// A shared fragment that failed or got no answer. It fails once, and blocks the scenarios that
/// need it.
package struct FragmentCase: Sendable {
  package let fragment: SharedFragmentRecord
  /// The suite of the case: the file of the fragment.
  package let suite: SuiteRecord
  /// The fragment in the form of a scenario.
  package let scenario: ScenarioRecord
  package let judgement: ScenarioJudgement
  /// The scenarios that it blocks.
  package let blocked: [CasePlace]
}

extension FragmentCase {
  /// The cases of a run, in the order of its shared fragments.
  static func all(
    _ record: RunRecord, shared: [Int: SharedFragmentRecord], blame: Blame
  ) -> [FragmentCase] {
    let faults = record.sharedFragments.filter(\.verdict.kind.isFault)
    if faults.isEmpty { return [] }
    var blocked: [Int: [CasePlace]] = [:]
    for (suite, item) in record.suites.enumerated() {
      for (index, scenario) in item.scenarios.enumerated() {
        guard scenario.verdict.kind == .blocked else { continue }
        // Reports of earlier versions name the fragment only where a step uses it.
        let id = scenario.verdict.blocker ?? scenario.steps.blocker(among: shared)
        if let id { blocked[id, default: []].append(CasePlace(suite: suite, scenario: index)) }
      }
    }
    return faults.map { fragment in
      FragmentCase(
        fragment, fragment.asScenario, shared: shared, isStrict: record.isStrict,
        blame: blame, blocked: blocked[fragment.id] ?? [])
    }
  }

  private init(
    _ fragment: SharedFragmentRecord, _ scenario: ScenarioRecord,
    shared: [Int: SharedFragmentRecord], isStrict: Bool, blame: Blame, blocked: [CasePlace]
  ) {
    self.fragment = fragment
    self.scenario = scenario
    self.blocked = blocked
    suite = SuiteRecord(
      name: "Shared fragments of \(fragment.location.file)", file: fragment.location.file,
      scenarios: [scenario])
    judgement = ScenarioJudgement(scenario, shared: shared, isStrict: isStrict, blame: blame)
  }

  /// The cases of a run that goes on: it is not known yet what they block.
  package static func failed(
    among shared: [Int: SharedFragmentRecord], isStrict: Bool, blame: Blame
  ) -> [FragmentCase] {
    shared.values.filter(\.verdict.kind.isFault).sorted { $0.id < $1.id }.map {
      FragmentCase($0, $0.asScenario, shared: shared, isStrict: isStrict, blame: blame, blocked: [])
    }
  }
}

extension SharedFragmentRecord {
  /// The fragment in the form of a scenario. The values that it was given are part of the name:
  /// with others it is another case.
  fileprivate var asScenario: ScenarioRecord {
    ScenarioRecord(
      name: given.isEmpty ? name : "\(name) \(given)", location: location, verdict: verdict,
      startedAfter: steps.first?.startedAfter ?? .zero, duration: duration, steps: steps)
  }

  /// Why the scenarios that need it are blocked: `the preparation 'access-token' failed in its step
  /// 'Obtain an access token'`.
  package var blockReason: String {
    let step = steps.first { $0.verdict.kind == verdict.kind }
    let word = verdict.kind == .failed ? "failed" : "ended in an error"
    return "the preparation '\(name)' \(word)"
      + (step.map { " in its step '\($0.name)'" } ?? "")
  }
}

extension [StepRecord] {
  /// The id of the shared fragment that blocks the first step that is blocked: the innermost, where
  /// fragments use each other.
  fileprivate func blocker(among shared: [Int: SharedFragmentRecord]) -> Int? {
    var blocker: Int?
    var steps = self
    // A record from a file could have fragments that use each other.
    for _ in 0...shared.count {
      var next: Int?
      steps.visit { visit in
        guard next == nil, visit.step.verdict.kind == .blocked else { return }
        next = visit.step.sharedFragment
      }
      guard let id = next, let fragment = shared[id] else { return blocker }
      blocker = id
      if fragment.verdict.kind != .blocked { return id }
      steps = fragment.steps
    }
    return blocker
  }
}
