// SPDX-License-Identifier: Apache-2.0
// What became of a known failure in a run.

import Catalogues

/// What became of a known failure in a run.
package struct KnownStanding: Sendable {
  /// A case of the run.
  package struct Place: Sendable, Hashable {
    /// The index of the suite in `RunRecord.suites`, and of the scenario in the suite.
    package let suite: Int
    package let scenario: Int
  }

  package let failure: KnownFailure
  /// Whether its last day was before the run, so that it excuses nothing.
  package let isExpired: Bool
  /// The cases that fail with it; of very many the first.
  package fileprivate(set) var failing: [Place] = []
  /// How many cases fail with it.
  package fileprivate(set) var failingCount = 0
  /// The cases, or the requirements, that it names and that are right now.
  package fileprivate(set) var passing: [String] = []

  /// How many cases are kept of those that fail.
  fileprivate static let limit = 1000

  fileprivate init(_ failure: KnownFailure, isExpired: Bool) {
    self.failure = failure
    self.isExpired = isExpired
  }
}

extension KnownStanding {
  /// The names that are right, and should leave the list.
  package var unexpected: [String] { isExpired ? [] : passing }
}

/// What becomes of the known failures, while the cases of a run are judged.
struct KnownStandings {
  private(set) var all: [KnownStanding]

  init(_ failures: [KnownFailure], on day: CalendarDay) {
    all = failures.map { KnownStanding($0, isExpired: $0.expires < day) }
  }

  /// - Parameters:
  ///   - failures: Those that the case may be.
  ///   - judgement: That on the case.
  mutating func add(
    _ failures: CaseFailures, _ judgement: ScenarioJudgement, name: String,
    at place: KnownStanding.Place
  ) {
    for index in judgement.knownFailures.sorted() {
      all[index].failingCount += 1
      if all[index].failing.count < KnownStanding.limit { all[index].failing.append(place) }
    }
    guard judgement.isRight else { return }
    for (index, _) in failures.named { all[index].passing.append(name) }
  }

  /// Adds the requirements that hold everywhere, though they are known to be broken somewhere. In a
  /// part of a run nobody can tell that.
  mutating func add(_ coverage: Coverage, isWhole: Bool) {
    guard isWhole, all.contains(where: { $0.failure.cases.isEmpty }) else { return }
    let proved = Set(coverage.rows.filter { $0.verdict == .passed }.map(\.requirement.id))
    for index in all.indices where all[index].failure.cases.isEmpty {
      all[index].passing = all[index].failure.requirements.filter { proved.contains($0) }
    }
  }
}
