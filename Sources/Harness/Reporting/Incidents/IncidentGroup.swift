// SPDX-License-Identifier: Apache-2.0
// The same failure in several scenarios, reported once.

import Findings
package import Results

/// A thing to fix, with all scenarios that show it.
package struct IncidentGroup: Sendable {
  /// The indices of a suite of the record and of a scenario in it.
  package struct Place: Sendable, Hashable {
    package let suite: Int
    package let scenario: Int
  }

  /// As it was in the first scenario.
  package let incident: Incident
  /// In the order of the run.
  package private(set) var places: [Place]
  /// Whether all scenarios met it in the same step; many steps can meet an unreachable target.
  package private(set) var isOfOneStep = true
}

extension IncidentGroup {
  private init(_ incident: Incident, at place: Place) {
    self.incident = incident
    places = [place]
  }

  /// Whether there was no answer to judge.
  package var isError: Bool { incident.problem != nil }

  /// The incidents that failed the scenarios of a run or left them without a verdict: failures
  /// before errors, otherwise in the order of the run.
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
            if groups[number].incident.step?.location != incident.step?.location {
              groups[number].isOfOneStep = false
            }
          } else {
            numbers[key] = groups.count
            groups.append(IncidentGroup(incident, at: place))
          }
        }
      }
    }
    return groups
  }
}

extension Incident {
  /// Two incidents with the same key are the same.
  fileprivate var key: [String] {
    if let problem {
      return ["problem", problem.kind.rawValue, problem.message]
    }
    return [step?.location.description ?? "", step?.name ?? ""]
      + findings.flatMap {
        [$0.place.description, location(of: $0).description, $0.expected, $0.found]
      }
  }

  /// The incident in the step where a shared fragment ended, for a step that uses the fragment: it
  /// says more. That step may itself use a shared fragment.
  fileprivate func inSharedFragment(of run: RunJudgement) -> Incident {
    var incident = self
    // A record from a file could have fragments that use each other.
    for _ in 0..<run.shared.count {
      guard let user = incident.visit, let id = user.step.sharedFragment,
        let shared = run.shared[id], let inner = shared.end(below: user, run.blame)
      else { break }
      incident = inner
    }
    return incident
  }
}

extension SharedFragmentRecord {
  /// The incident in the step where the fragment ended, as a step below the step that uses the
  /// fragment; nil if the fragment passed.
  fileprivate func end(below user: StepVisit, _ blame: Blame) -> Incident? {
    var end: Incident?
    steps.visit { visit in
      guard end == nil, visit.step.steps.isEmpty, !visit.isFinal else { return }
      switch visit.step.verdict {
      case .failed(let findings):
        end = Incident(
          visit: visit.below(user), fragment: self, findings: findings, blame: blame)
      case .broken(let problem):
        end = Incident(visit: visit.below(user), fragment: self, problem: problem)
      case .passed, .skipped, .blocked, .interrupted, .notReached: break
      }
    }
    return end
  }
}

extension RunJudgement {
  /// Calls `body` with each scenario that has the trait, in their order.
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

extension RunRecord {
  func scenario(at place: IncidentGroup.Place) -> ScenarioRecord {
    suites[place.suite].scenarios[place.scenario]
  }
}
