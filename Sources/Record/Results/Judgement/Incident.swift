// SPDX-License-Identifier: Apache-2.0
// Something that failed a scenario, left it without a verdict, or is a warning.

package import Suites

/// Something that went wrong in a step, with everything that reports say about it.
package struct Incident: Sendable {
  /// The step; nil where the scenario as a whole could not be judged.
  package let visit: StepVisit?
  /// The shared fragment that the step belongs to; nil for a step of the scenario itself.
  package let fragment: SharedFragmentRecord?
  /// The differences from what was expected; empty where there was no answer to judge.
  package let findings: [Finding]
  /// Why there was no answer to judge; nil where there was one.
  package let problem: RunProblem?
  package let blame: Blame
  /// The suite file that the positions of the findings are in.
  private let file: String

  /// What went wrong in a step.
  ///
  /// - Parameter blame: Tells which of the requirements that the step covers the findings break;
  ///   without the catalogues of the run all of them.
  package init(
    visit: StepVisit, fragment: SharedFragmentRecord? = nil, findings: [Finding] = [],
    problem: RunProblem? = nil, blame: Blame = Blame()
  ) {
    self.visit = visit
    self.fragment = fragment
    self.findings = findings
    self.problem = problem
    self.blame = blame
    file = visit.step.location.file
  }

  /// What went wrong with a scenario as a whole.
  init(_ scenario: ScenarioRecord) {
    visit = nil
    fragment = nil
    blame = Blame()
    file = scenario.location.file
    switch scenario.verdict {
    case .failed(let findings): (self.findings, problem) = (findings, nil)
    case .broken(let problem): (findings, self.problem) = ([], problem)
    case .passed, .skipped, .blocked, .interrupted, .notReached: (findings, problem) = ([], nil)
    }
  }
}

extension Incident {
  /// What went wrong with a case that should have gone wrong.
  ///
  /// - Parameter finding: At the place of the case in its file.
  init(of scenario: ScenarioRecord, _ finding: Finding) {
    visit = nil
    fragment = nil
    blame = Blame()
    file = scenario.location.file
    (findings, problem) = ([finding], nil)
  }

  private init(_ other: Incident, findings: [Finding]) {
    visit = other.visit
    fragment = other.fragment
    blame = other.blame
    file = other.file
    problem = other.problem
    self.findings = findings
  }

  /// The incident with some of its findings; nil without any.
  ///
  /// - Parameter isKept: Gets the index of each finding.
  func keeping(_ isKept: (Int) -> Bool) -> Incident? {
    let kept = findings.indices.filter(isKept).map { findings[$0] }
    return kept.isEmpty ? nil : Incident(self, findings: kept)
  }
}

extension Incident {
  package var step: StepRecord? { visit?.step }

  /// The ids of the requirements that it breaks; where there was no answer to judge, of those that
  /// could not be judged for that.
  package var covers: [String] { covers(of: findings) }

  /// The ids of the requirements that some of its findings break.
  package func covers(of findings: [Finding]) -> [String] {
    guard let visit else { return [] }
    if problem != nil { return visit.covers.map(\.id) }
    return blame.broken(among: visit.covers, findings: findings, verdict: visit.step.verdict)
      .map(\.id)
  }

  /// The place in the suites to look at: the expectation, else the step.
  package var location: SourceLocation? {
    findings.first.map(location) ?? problem?.location ?? step?.location ?? fragment?.location
  }

  /// Where the suite states the expectation of one of the findings.
  package func location(of finding: Finding) -> SourceLocation {
    SourceLocation(file: file, position: finding.position)
  }
}
