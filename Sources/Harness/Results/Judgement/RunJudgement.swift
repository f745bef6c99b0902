// SPDX-License-Identifier: Apache-2.0
// Everything that follows from a record, computed once for all reports.

package import Catalogues

/// A record with everything that follows from it.
package struct RunJudgement: Sendable {
  package let record: RunRecord
  /// The shared fragments by their ids.
  package let shared: [Int: SharedFragmentRecord]
  /// The requirements of all catalogues by their ids.
  package let requirements: [String: Requirement]
  package let blame: Blame
  /// Suite by suite, as in the record.
  package let scenarios: [[ScenarioJudgement]]
  /// The shared fragments that failed or got no answer.
  package let fragmentCases: [FragmentCase]
  /// The preflights that failed.
  package let preflights: [PreflightFailure]
  package let coverage: Coverage
  package let totals: Totals
  package let outcome: RunOutcome

  package init(_ record: RunRecord) {
    self.record = record
    let shared = record.sharedFragments.reduce(into: [:]) { $0[$1.id] = $1 }
    self.shared = shared
    requirements = record.catalogues.reduce(into: [:]) { known, catalogue in
      known.merge(catalogue.requirements) { first, _ in first }
    }
    let blame = Blame(record.catalogues)
    self.blame = blame
    scenarios = record.suites.map { suite in
      suite.scenarios.map {
        ScenarioJudgement($0, shared: shared, isStrict: record.isStrict, blame: blame)
      }
    }
    fragmentCases = FragmentCase.all(record, shared: shared, blame: blame)
    preflights = PreflightFailure.all(record, scenarios)
    coverage = Coverage(record, blame: blame)
    totals = Totals(record, judgements: scenarios, coverage: coverage)
    outcome = RunOutcome(
      record, judgements: scenarios, totals: totals, preflights: preflights)
  }
}
