// SPDX-License-Identifier: Apache-2.0
// A scenario that has just ended, for those who follow a run.

/// A scenario that has ended, with its judgement.
package struct JudgedScenario: Sendable {
  /// The name of its suite.
  package let suite: String
  package let record: ScenarioRecord
  package let judgement: ScenarioJudgement
  /// Whether its suite is a preflight.
  package let isPreflight: Bool
  /// The shared fragments that have failed so far.
  package let fragments: [FragmentCase]

  package init(
    suite: String, record: Masked<ScenarioRecord>, judgement: ScenarioJudgement,
    isPreflight: Bool = false,
    fragments: [FragmentCase] = []
  ) {
    self.suite = suite
    self.record = record.value
    self.judgement = judgement
    self.isPreflight = isPreflight
    self.fragments = fragments
  }
}
