// SPDX-License-Identifier: Apache-2.0
// The same mistake in several scenarios, told once.

package import Results

/// A thing to mend, with all scenarios that show it.
package struct IncidentGroup: Sendable {
  /// A scenario of the record.
  package struct Place: Sendable, Hashable {
    package let suite: Int
    package let scenario: Int
  }

  /// As it was in the first scenario.
  package let incident: Incident
  /// In the order of the run.
  package private(set) var places: [Place]
}

extension IncidentGroup {
  /// Whether there was no answer to judge.
  package var isError: Bool { incident.problem != nil }

  /// What failed or ended the scenarios of a run, failures before errors, else as they came.
  package static func failures(of run: RunJudgement) -> [IncidentGroup] {
    let groups = grouped(run) { $0.incidents }
    return groups.filter { !$0.isError } + groups.filter(\.isError)
  }

  package static func warnings(of run: RunJudgement) -> [IncidentGroup] {
    grouped(run) { $0.warnings }
  }

  private static func grouped(
    _ run: RunJudgement, _ incidents: (ScenarioJudgement) -> [Incident]
  ) -> [IncidentGroup] {
    var groups: [IncidentGroup] = []
    var numbers: [[String]: Int] = [:]
    for (suite, judgements) in run.scenarios.enumerated() {
      for (scenario, judgement) in judgements.enumerated() {
        let place = Place(suite: suite, scenario: scenario)
        for incident in incidents(judgement) {
          let incident = incident.inSharedFragment(of: run)
          let key = incident.key
          if let number = numbers[key] {
            if groups[number].places.last != place { groups[number].places.append(place) }
          } else {
            numbers[key] = groups.count
            groups.append(IncidentGroup(incident: incident, places: [place]))
          }
        }
      }
    }
    return groups
  }
}

extension Incident {
  /// What makes two incidents the same.
  fileprivate var key: [String] {
    if let problem {
      return ["problem", problem.kind.rawValue, problem.message, fragment?.name ?? ""]
    }
    return [step?.location.description ?? "", step?.name ?? ""]
      + findings.flatMap { [$0.place, $0.location.description, $0.expected, $0.found] }
  }

  /// For a step that took what a shared fragment could not give: the step of the fragment where it
  /// ended, which says more.
  fileprivate func inSharedFragment(of run: RunJudgement) -> Incident {
    guard fragment == nil, let user = visit, let id = user.step.sharedFragment,
      let shared = run.shared[id]
    else { return self }
    var inner: Incident?
    shared.steps.visit { visit in
      guard inner == nil, visit.step.steps.isEmpty, !visit.isFinal else { return }
      switch visit.step.verdict {
      case .failed(let findings):
        inner = Incident(visit: visit.below(user), fragment: shared, findings: findings)
      case .broken(let problem):
        inner = Incident(visit: visit.below(user), fragment: shared, problem: problem)
      case .passed, .skipped, .notReached: break
      }
    }
    return inner ?? Incident(visit: visit, fragment: shared, findings: findings, problem: problem)
  }
}

extension RunJudgement {
  /// Calls `body` with the scenarios that have something of the kind to tell, in their order.
  func visitScenarios(
    with trait: ScenarioJudgement.Traits, _ body: (IncidentGroup.Place, ScenarioRecord) -> Void
  ) {
    for (suite, judgements) in scenarios.enumerated() {
      for (index, judgement) in judgements.enumerated() where judgement.traits.contains(trait) {
        let place = IncidentGroup.Place(suite: suite, scenario: index)
        body(place, record.scenario(at: place))
      }
    }
  }
}
