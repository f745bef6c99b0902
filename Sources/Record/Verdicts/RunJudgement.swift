// SPDX-License-Identifier: Apache-2.0
// Everything that follows from a record.

import Formats
package import Suites

/// A record with everything that follows from it.
package struct RunJudgement: Sendable {
  /// What was observed, as the report keeps it.
  package let observed: RunRecord
  /// The same without the findings that trouble explains.
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
  package let preflights: [CasePlace]
  package let coverage: Coverage
  /// The answers of each endpoint.
  package let answers: RouteAnswers
  package let totals: Totals
  /// How the known failures ended, in the order of the list.
  package let known: [KnownFailureStatus]
  /// The totals of each half that is judged, without their requirements.
  package let halves: [(subject: JudgedSide, totals: Totals)]
  package let outcome: RunOutcome
  /// The sporadic trouble of the run in a sentence, one warning in all; nil where there was none.
  package let sporadic: String?
  /// The cause of most failures, where all times in answers are off, in a sentence; nil elsewhere.
  package var clockFinding: String? { totals[.failed] > 0 ? record.clockFinding : nil }
  /// What reports make of it, once for all of them.
  package let derived = DerivedValues()

  /// How many scenarios of each verdict a requirement names; the others are counted.
  private static let proofLimit = 20

  /// Judges a run.
  package init(_ observed: RunRecord) {
    self.observed = observed
    let troubles = TroubleJudgement(observed)
    let record = troubles.settled(observed)
    sporadic = troubles.sporadic(in: observed)
    let trouble = troubles.trouble(in: observed, settled: record)
    self.record = record
    let shared = record.sharedFragments.reduce(into: [:]) { $0[$1.id] = $1 }
    self.shared = shared
    requirements = record.catalogues.requirements
    let blame = Blame(record.catalogues)
    self.blame = blame
    let knownFailures = record.knownFailures
    var known = record.known.map { KnownFailureStatus($0, on: CalendarDay(record.startedAt)) }
    var totals = Totals()
    var halves: [JudgedSide: Totals] = [:]
    var answers = RouteAnswers(record.target)
    var scenarios: [[ScenarioJudgement]] = []
    var planned: Set<Int> = []
    for suite in record.suites {
      var judgements: [ScenarioJudgement] = []
      for scenario in suite.scenarios {
        let own = knownFailures.failures(of: suite, case: scenario.name)
        let judgement = ScenarioJudgement(
          scenario, shared: shared, isStrict: record.isStrict(of: suite.subject), blame: blame,
          known: own)
        judgements.append(judgement)
        let isFurther =
          scenario.planIndex > 0 && !suite.isPreflight
          && !planned.insert(scenario.planIndex).inserted
        totals.add(scenario, judgement, isPreflight: suite.isPreflight, isFurther: isFurther)
        halves[suite.subject, default: Totals()]
          .add(scenario, judgement, isPreflight: suite.isPreflight, isFurther: isFurther)
        known.add(own, judgement, name: scenario.name)
        answers.add(scenario.steps)
      }
      scenarios.append(judgements)
    }
    for fragment in record.sharedFragments {
      totals.add(fragment, isStrict: record.isStrict)
      halves[.service, default: Totals()].add(fragment, isStrict: record.isStrict)
      answers.add(fragment.steps)
    }
    self.scenarios = scenarios
    self.answers = answers
    fragmentCases = FragmentCase.all(record, shared: shared, blame: blame)
    preflights = record.failedPreflights(scenarios)
    coverage = Coverage(record, proofLimit: Self.proofLimit)
    known.add(coverage, isWhole: record.shard == nil && !(record.selection?.isPartial ?? false))
    self.known = known
    totals.add(coverage)
    if sporadic != nil { totals.addSporadicTrouble() }
    self.totals = totals
    self.halves = record.subject.halves.map { ($0, halves[$0] ?? Totals()) }
    outcome = RunOutcome(
      record, judgements: scenarios, totals: totals, preflights: preflights, known: known,
      trouble: trouble, hasSporadicTrouble: sporadic != nil, observed: observed)
  }
}

extension RunJudgement {
  /// `31 scenarios: 3 failed, 28 passed`; of both halves, `…; 96 rules: 80 obeyed, 16 not judged`.
  package var totalsSentence: String {
    halves.map { $0.totals.sentence(of: $0.subject) }.joined(separator: "; ")
  }
}
