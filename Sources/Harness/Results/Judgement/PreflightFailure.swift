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
  static func all(_ record: RunRecord, _ judgements: [[ScenarioJudgement]]) -> [PreflightFailure] {
    record.suites.indices.compactMap { suite in
      guard record.suites[suite].isPreflight else { return nil }
      let first = judgements[suite].firstIndex { $0.kind.isFault || $0.kind == .blocked }
      guard let scenario = first else { return nil }
      return PreflightFailure(suite: suite, scenario: scenario)
    }
  }
}
