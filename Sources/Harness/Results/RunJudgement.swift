// SPDX-License-Identifier: Apache-2.0
// All that follows from a record: computed once, for the reports.

/// A record with what follows from it.
package struct RunJudgement: Sendable {
  package let record: RunRecord
  /// The shared fragments by their ids.
  package let shared: [Int: SharedFragmentRecord]
  /// The requirements of all catalogues by their ids.
  package let requirements: [String: RequirementRecord]
  /// Suite by suite, as in the record.
  package let scenarios: [[ScenarioJudgement]]
  package let coverage: Coverage
  package let totals: Totals
  package let outcome: RunOutcome

  package init(_ record: RunRecord) {
    self.record = record
    let shared = record.sharedFragments.reduce(into: [:]) { $0[$1.id] = $1 }
    self.shared = shared
    let known = record.catalogues.flatMap { $0.phases.flatMap(\.requirements) }
    requirements = known.reduce(into: [:]) { if $0[$1.id] == nil { $0[$1.id] = $1 } }
    scenarios = record.suites.map { suite in
      suite.scenarios.map {
        ScenarioJudgement($0, shared: shared, isStrict: record.isStrict)
      }
    }
    coverage = Coverage(record)
    totals = Totals(record, judgements: scenarios, coverage: coverage)
    outcome = RunOutcome(record, judgements: scenarios, totals: totals)
  }
}
