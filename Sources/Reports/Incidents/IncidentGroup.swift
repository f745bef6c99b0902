// SPDX-License-Identifier: Apache-2.0
// Failures with one cause, reported once.

package import Record
package import Suites

/// A thing to fix, or a warning, with everything that shows it.
package struct IncidentGroup: Sendable {
  /// The indices of a suite of the record and of a scenario in it.
  package struct Place: Sendable, Hashable {
    package let suite: Int
    package let scenario: Int
  }

  let cause: Cause
  /// As it was first seen; where possible in an answer that no other failure went before.
  package let incident: Incident
  /// Those of its findings that have the cause.
  package let findings: [Finding]
  /// The suite of the case in which it was first seen, and that case: a scenario, or a shared
  /// fragment in the form of one.
  package let suite: SuiteRecord
  package let scenario: ScenarioRecord
  /// The scenarios that it was seen in, in the order of the run.
  package let places: [Place]
  /// The shared fragments that it was seen in.
  package let fragments: [SharedFragmentRecord]
  /// How many scenarios are blocked because of it.
  package let blockedCount: Int
  /// How many answers, or attempts to get one, it was seen in.
  package let count: Int
  /// How many different steps it was seen in.
  package let stepCount: Int
  /// The requirements that it concerns.
  package let covers: [String]
  /// Whether a preflight failed because of it.
  package let isPreflight: Bool
  /// Whether it was only seen after another failure of the same scenario.
  package let isLater: Bool
}

extension IncidentGroup {
  /// Whether all cases met it in the same step; many steps can meet an unreachable target.
  package var isOfOneStep: Bool { stepCount == 1 }

  /// Whether an application broke a rule.
  package var isOfTraffic: Bool { incident.step?.action == .traffic }

  /// Whether there was no answer to judge.
  package var isError: Bool { incident.problem != nil }

  /// The incidents that failed the scenarios and shared fragments of a run, or left them without a
  /// verdict. The most telling come first: those of a preflight, those of shared fragments, then
  /// those that concern the most scenarios.
  package static func failures(of run: RunJudgement) -> IncidentGroups {
    var collection = IncidentCollection(run)
    for (index, item) in run.fragmentCases.enumerated() { collection.add(item, index) }
    collection.addScenarios(\.incidents)
    return collection.groups(isSorted: true)
  }

  package static func warnings(of run: RunJudgement) -> IncidentGroups {
    var collection = IncidentCollection(run)
    collection.addScenarios(\.warnings)
    return collection.groups(isSorted: false)
  }
}

extension RunJudgement {
  /// Calls `body` with each scenario that has the trait, in their order.
  func visitScenarios(
    with trait: ScenarioJudgement.Traits, _ body: (IncidentGroup.Place, ScenarioRecord) -> Void
  ) {
    for (suite, judgements) in scenarios.enumerated() {
      for (index, judgement) in judgements.enumerated()
      where judgement.traits.contains(trait) {
        let place = IncidentGroup.Place(suite: suite, scenario: index)
        body(place, record.scenario(at: place))
      }
    }
  }
}

extension RunRecord {
  func scenario(at place: IncidentGroup.Place) -> ScenarioRecord {
    suites[place.suite].scenarios[place.scenario]
  }
}
