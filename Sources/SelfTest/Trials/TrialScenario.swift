// SPDX-License-Identifier: Apache-2.0
// A scenario as trials tell it from others.

import Record

/// A scenario, or a shared fragment, as trials tell it from others.
struct TrialScenario: Sendable, Hashable {
  let suite: String
  let name: String
  /// In the plan of all scenarios, from 1; 0 in a preflight and for a shared fragment.
  let number: Int

  /// `suite: scenario`.
  var title: String { "\(suite): \(name)" }
}

extension TrialScenario {
  init(_ fragment: FragmentCase) {
    self.init(suite: fragment.suite.name, name: fragment.scenario.name, number: 0)
  }

  static func all(
    of judgement: RunJudgement
  ) -> [(scenario: TrialScenario, kind: Verdict.Kind)] {
    zip(judgement.record.suites, judgement.scenarios).flatMap { suite, judgements in
      zip(suite.scenarios, judgements).map { record, own in
        (TrialScenario(suite: suite.name, name: record.name, number: record.planIndex), own.kind)
      }
    }
  }
}
