// SPDX-License-Identifier: Apache-2.0
// Joins the record of a run with that of a rerun of what failed there or has no verdict.

/// A run whose failures are run again, with all that has no verdict.
package struct RecordRerun: Sendable {
  private let earlier: RunRecord
  /// What is to be run, by numbers in the plan. A live table is run again as a whole.
  private let open: Set<Int>
  /// What failed in the run, or in those that it has reruns of.
  package let failures: [EarlierFailure]

  package init(_ earlier: RunRecord) {
    self.earlier = earlier
    var open: Set<Int> = []
    var failures = earlier.earlierFailures
    func fail(_ failure: EarlierFailure) {
      if !failures.contains(failure) { failures.append(failure) }
    }
    for (suite, judgements) in zip(earlier.suites, RunJudgement(earlier).scenarios) {
      for (scenario, judgement) in zip(suite.scenarios, judgements) {
        if judgement.kind.isFault {
          fail(EarlierFailure(suite: suite.name, name: scenario.name, kind: judgement.kind))
        }
        switch judgement.kind {
        case .passed, .known, .skipped: break
        case .failed, .broken, .blocked, .interrupted, .notReached:
          if !suite.isPreflight { open.insert(scenario.planIndex) }
        }
      }
    }
    for fragment in earlier.sharedFragments where fragment.verdict.kind.isFault {
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
    // What nobody uses any more was run for what is run again.
    let used = kept.suites.usedFragments(of: kept.sharedFragments)
    kept.sharedFragments.removeAll { !used.contains($0.id) }
    var whole = RecordMerge.joined([kept, later], kept)
    whole.shard = later.shard
    whole.selection = later.selection
    whole.duration = earlier.duration + later.duration
    whole.isInterrupted = later.isInterrupted
    whole.interruption = later.interruption
    whole.evidence = later.evidence
    whole.earlierFailures = failures
    return whole
  }
}

/// A failure that was run again: however it ends then, the run has no clean record.
package struct EarlierFailure: Sendable, Hashable {
  /// The suite of the scenario; nil for a shared fragment.
  package var suite: String?
  package var name: String
  /// `failed`, or `broken`.
  package var kind: Verdict.Kind

  package init(suite: String?, name: String, kind: Verdict.Kind) {
    self.suite = suite
    self.name = name
    self.kind = kind
  }
}

extension EarlierFailure {
  /// `'The token' of 'Access' failed before it was run again`.
  package var sentence: String {
    "\(suite.map { "'\(name)' of '\($0)'" } ?? "the shared fragment '\(name)'") "
      + "\(kind == .failed ? "failed" : "ended in error") before it was run again"
  }
}

extension RunRecord {
  /// The reasons to trust the run less: its remarks, and what failed before it was run again.
  package var notes: [String] { earlierFailures.map(\.sentence) + remarks }
}
