// SPDX-License-Identifier: Apache-2.0
// Joins the record of a run that ended too early with that of the run that went on with it.

/// A run that ended too early, which another run goes on with.
package struct RecordResumption: Sendable {
  private let earlier: RunRecord
  /// What it leaves to be run, by numbers in the plan. A live table with a row that has no verdict is
  /// run again as a whole.
  private let unfinished: Set<Int>

  package init(_ earlier: RunRecord) {
    self.earlier = earlier
    unfinished = earlier.suites.lazy.filter { !$0.isPreflight }.flatMap(\.scenarios)
      .reduce(into: []) { if !$1.verdict.kind.isFinal { $0.insert($1.planIndex) } }
  }
}

extension RecordResumption {
  /// The numbers in the plan of the scenarios that have their verdicts.
  package var finished: Set<Int> {
    earlier.suites.lazy.filter { !$0.isPreflight }.flatMap(\.scenarios.planIndices)
      .reduce(into: []) { if !unfinished.contains($1) { $0.insert($1) } }
  }

  /// The record of both together. Of a preflight that was run again, and of what both have, only the
  /// later one counts.
  ///
  /// - Parameter later: The run of all that had no verdict.
  package func joined(with later: RunRecord) -> RunRecord {
    var kept = earlier
    let again = Set(later.suites.lazy.filter(\.isPreflight).map(\.file))
    kept.suites = earlier.suites.compactMap { suite in
      var suite = suite
      if suite.isPreflight { return again.contains(suite.file) ? nil : suite }
      if suite.scenarios.planIndices.contains(where: unfinished.contains) {
        suite.scenarios.removeAll { unfinished.contains($0.planIndex) }
      }
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
    return whole
  }
}

extension Verdict.Kind {
  /// Whether it is a verdict; else the scenario was not run, or not to its end.
  fileprivate var isFinal: Bool {
    switch self {
    case .passed, .failed, .known, .broken, .skipped: true
    case .blocked, .interrupted, .notReached: false
    }
  }
}
