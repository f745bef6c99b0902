// SPDX-License-Identifier: Apache-2.0
// The scenario of a preflight that ended the run of its cookbook.

/// The first scenario of a preflight that did not pass. The rest of its cookbook was not judged.
package struct PreflightFailure: Sendable, Equatable {
  /// The index of the suite in `RunRecord.suites`, and of the scenario in the suite.
  package let suite: Int
  package let scenario: Int
}

extension PreflightFailure {
  /// The failures of a run, one for each preflight that failed.
  ///
  /// A scenario that a shared fragment blocks ends a preflight, too: the fragment asked in its stead.
  /// One that another preflight blocks says nothing more than that one.
  static func all(_ record: RunRecord, _ judgements: [[ScenarioJudgement]]) -> [PreflightFailure] {
    record.suites.indices.compactMap { suite in
      guard record.suites[suite].isPreflight else { return nil }
      let first = judgements[suite].indices.first { index in
        let steps = record.suites[suite].scenarios[index].steps
        return judgements[suite][index].kind.isFault
          || steps.contains { $0.verdict.kind == .blocked }
      }
      guard let scenario = first else { return nil }
      return PreflightFailure(suite: suite, scenario: scenario)
    }
  }
}
