// SPDX-License-Identifier: Apache-2.0
// Joins a run with a rerun of its failures.

import Text

/// A run whose failures are run again, with all that has no verdict.
package struct RecordRerun: Sendable {
  private let earlier: RunRecord
  /// The scenarios to run, by numbers in the plan. A live table is run again as a whole.
  private let open: Set<Int>
  /// The failures of the run, and of those that it has reruns of. What had no verdict is none: with
  /// its rerun both count as one run.
  package let failures: [EarlierFailure]

  package init(_ earlier: RunRecord) {
    self.earlier = earlier
    var open: Set<Int> = []
    var failures = earlier.earlierFailures
    var known = Set(failures)
    func fail(_ failure: EarlierFailure) {
      if known.insert(failure).inserted { failures.append(failure) }
    }
    for (suite, judgements) in zip(earlier.suites, RunJudgement(earlier).scenarios) {
      for (scenario, judgement) in zip(suite.scenarios, judgements) {
        if judgement.kind == .failed {
          fail(EarlierFailure(suite: suite.name, name: scenario.name, kind: judgement.kind))
        }
        switch judgement.kind {
        case .passed, .known, .skipped: break
        case .failed, .broken, .blocked, .interrupted, .notReached:
          if !suite.isPreflight { open.insert(scenario.planIndex) }
        }
      }
    }
    for fragment in earlier.sharedFragments where fragment.verdict.kind == .failed {
      fail(EarlierFailure(suite: nil, name: fragment.name, kind: fragment.verdict.kind))
    }
    (self.open, self.failures) = (open, failures)
  }
}

extension RecordRerun {
  /// The numbers in the plan of the scenarios whose verdicts stay.
  package var finished: Set<Int> {
    Set(earlier.suites.lazy.filter { !$0.isPreflight }.flatMap(\.scenarios).map(\.planIndex))
      .subtracting(open)
  }

  /// The record of both together. Of a preflight that was run again, and of all that both have, only
  /// the later one counts.
  ///
  /// - Parameter later: The run of all that is not finished.
  package func joined(with later: RunRecord) -> RunRecord {
    var kept = earlier
    let again = Set(later.suites.lazy.filter(\.isPreflight).map(\.file))
    kept.suites = earlier.suites.compactMap { suite -> SuiteRecord? in
      var suite = suite
      if suite.isPreflight { return again.contains(suite.file) ? nil : suite }
      suite.scenarios.removeAll { open.contains($0.planIndex) }
      return suite.scenarios.isEmpty ? nil : suite
    }
    // A fragment that no scenario uses any more was run for scenarios that are run again.
    let used = kept.suites.usedFragments(of: kept.sharedFragments)
    kept.sharedFragments.removeAll { !used.contains($0.id) }
    var whole = RecordMerge.joined([kept, later], kept)
    whole.shard = later.shard
    whole.selection = later.selection
    whole.duration = earlier.duration + later.duration
    whole.outage = later.outage
    whole.isInterrupted = later.isInterrupted
    whole.interruption = later.interruption
    whole.evidence = later.evidence
    whole.earlierFailures = failures
    return whole
  }
}
