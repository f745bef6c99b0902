// SPDX-License-Identifier: Apache-2.0
// A scenario that has just ended, for those who follow a run.

/// A scenario that has ended, with its judgement.
package struct JudgedScenario: Sendable {
  /// The name of its suite.
  package let suite: String
  package let record: ScenarioRecord
  package let judgement: ScenarioJudgement

  package init(suite: String, record: ScenarioRecord, judgement: ScenarioJudgement) {
    self.suite = suite
    self.record = record
    self.judgement = judgement
  }
}
