// SPDX-License-Identifier: Apache-2.0
// Something that failed a scenario, left it without a verdict, or ended its cookbook.

package import Expectations
import Suites

/// Something that went wrong in a step, with everything that reports say about it.
package struct Incident: Sendable {
  /// The step; nil where the scenario as a whole could not be judged.
  package let visit: StepVisit?
  /// The shared fragment that the step belongs to; nil for a step of the scenario itself.
  package let fragment: SharedFragmentRecord?
  /// The differences from what was expected; empty where there was no answer to judge.
  package private(set) var findings: [Finding]
  /// Why there was no answer to judge; nil where there was one.
  package let problem: RunProblem?
  package let blame: Blame
  /// The suite file that the positions of the findings are in.
  private let file: String
}

extension Incident {
  /// Something that went wrong in a step.
  ///
  /// - Parameter blame: Tells which of the requirements that the step covers the findings break;
  ///   without the catalogues of the run all of them.
  package init(
    visit: StepVisit, fragment: SharedFragmentRecord? = nil, findings: [Finding] = [],
    problem: RunProblem? = nil, blame: Blame = Blame()
  ) {
    self.init(
      visit: visit, fragment: fragment, findings: findings, problem: problem, blame: blame,
      file: visit.step.location.file)
  }

  /// Something that went wrong with a scenario as a whole.
  ///
  /// - Parameter finding: Says it at the place of the scenario; nil where the verdict says it.
  init(_ scenario: ScenarioRecord, _ finding: Finding? = nil) {
    self.init(
      visit: nil, fragment: nil, findings: finding.map { [$0] } ?? scenario.verdict.findings,
      problem: scenario.verdict.problem, blame: Blame(), file: scenario.location.file)
  }

  /// The incident with some of its findings; nil without any.
  ///
  /// - Parameter isKept: Gets the index of each finding.
  func keeping(_ isKept: (Int) -> Bool) -> Incident? {
    var kept = self
    kept.findings = findings.indices.filter(isKept).map { findings[$0] }
    return kept.findings.isEmpty ? nil : kept
  }

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

  /// The place where the suite states the expectation of one of the findings.
  package func location(of finding: Finding) -> SourceLocation {
    SourceLocation(file: file, position: finding.position)
  }
}

extension RunRecord {
  /// The first scenario of each preflight that did not pass. The rest of its cookbook was not judged.
  ///
  /// A scenario that a shared fragment blocks ends a preflight, too: the fragment asked in its stead.
  /// One that another preflight blocks says nothing more than that one.
  func failedPreflights(_ judgements: [[ScenarioJudgement]]) -> [CasePlace] {
    suites.indices.compactMap { suite in
      guard suites[suite].isPreflight else { return nil }
      let first = judgements[suite].indices.first { index in
        let steps = suites[suite].scenarios[index].steps
        return judgements[suite][index].kind.isFault
          || steps.contains { $0.verdict.kind == .blocked }
      }
      guard let scenario = first else { return nil }
      return CasePlace(suite: suite, scenario: scenario)
    }
  }
}
