// SPDX-License-Identifier: Apache-2.0
// The incidents of shared fragments, for the scenarios that use them.

import Record

extension RunJudgement {
  /// Whether a shared fragment ended a preflight.
  func blocksPreflight(_ item: FragmentCase) -> Bool {
    item.blocked.contains { record.suites[$0.suite].isPreflight }
  }
}

extension Incident {
  /// The incident as one of a shared fragment; as it is, where it is of another one already.
  func of(_ fragment: SharedFragmentRecord) -> Incident {
    guard self.fragment == nil, let visit else { return self }
    return Incident(
      visit: visit, fragment: fragment, findings: findings, problem: problem, blame: blame)
  }

  /// The incident in the step where a shared fragment ended, for a step that uses the fragment: it
  /// says more. That step may itself use a shared fragment. (Reports of earlier versions have such
  /// steps; now these are blocked.)
  func inSharedFragment(of run: RunJudgement) -> Incident {
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
  func end(below user: StepVisit, _ blame: Blame) -> Incident? {
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
