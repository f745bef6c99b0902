// SPDX-License-Identifier: Apache-2.0
// Something that failed a scenario, left it without a verdict, or is a warning.

import Catalogues
package import Findings

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
  /// The suite file that the positions of the findings are in.
  private let file: String

  /// What went wrong in a step.
  package init(
    visit: StepVisit, fragment: SharedFragmentRecord? = nil, findings: [Finding] = [],
    problem: RunProblem? = nil
  ) {
    self.visit = visit
    self.fragment = fragment
    self.findings = findings
    self.problem = problem
    file = visit.step.location.file
  }

  /// What went wrong with a scenario as a whole.
  init(_ scenario: ScenarioRecord) {
    visit = nil
    fragment = nil
    file = scenario.location.file
    switch scenario.verdict {
    case .failed(let findings): (self.findings, problem) = (findings, nil)
    case .broken(let problem): (findings, self.problem) = ([], problem)
    case .passed, .skipped, .blocked, .interrupted, .notReached: (findings, problem) = ([], nil)
    }
  }
}

extension Incident {
  package var step: StepRecord? { visit?.step }

  /// The requirements that it concerns.
  package var covers: [String] { visit?.covers.map(\.id) ?? [] }

  /// The place in the suites to look at: the expectation, else the step.
  package var location: SourceLocation? {
    findings.first.map(location) ?? problem?.location ?? step?.location ?? fragment?.location
  }

  /// Where the suite states the expectation of one of the findings.
  package func location(of finding: Finding) -> SourceLocation {
    SourceLocation(file: file, position: finding.position)
  }
}
