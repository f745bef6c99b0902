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

/// A shared fragment that failed or got no answer. It fails once, and blocks the scenarios that
/// need it.
package struct FragmentCase: Sendable {
  package let fragment: SharedFragmentRecord
  /// The suite of the case: the file of the fragment.
  package let suite: SuiteRecord
  /// The fragment in the form of a scenario.
  package let scenario: ScenarioRecord
  package let judgement: ScenarioJudgement
  /// The scenarios that it blocks.
  package let blocked: [CasePlace]
}

extension FragmentCase {
  /// The cases of a run, in the order of its shared fragments.
  static func all(
    _ record: RunRecord, shared: [Int: SharedFragmentRecord], blame: Blame
  ) -> [FragmentCase] {
    let faults = record.sharedFragments.filter(\.verdict.kind.isFault)
    if faults.isEmpty { return [] }
    var blocked: [Int: [CasePlace]] = [:]
    for (suite, item) in record.suites.enumerated() {
      for (index, scenario) in item.scenarios.enumerated() {
        guard case .blocked(let reason) = scenario.verdict else { continue }
        let id =
          scenario.steps.blocker(among: shared)  // A live table is filled before there are steps.
          ?? faults.first { $0.blockReason == reason }?.id
        if let id { blocked[id, default: []].append(CasePlace(suite: suite, scenario: index)) }
      }
    }
    return faults.map { fragment in
      FragmentCase(
        fragment, fragment.asScenario, shared: shared, isStrict: record.isStrict,
        blame: blame, blocked: blocked[fragment.id] ?? [])
    }
  }

  private init(
    _ fragment: SharedFragmentRecord, _ scenario: ScenarioRecord,
    shared: [Int: SharedFragmentRecord], isStrict: Bool, blame: Blame, blocked: [CasePlace]
  ) {
    self.fragment = fragment
    self.scenario = scenario
    self.blocked = blocked
    suite = SuiteRecord(
      name: "Shared fragments of \(fragment.location.file)", file: fragment.location.file,
      scenarios: [scenario])
    judgement = ScenarioJudgement(scenario, shared: shared, isStrict: isStrict, blame: blame)
  }

  /// The cases of a run that goes on: nobody knows yet what they block.
  package static func failed(
    among shared: [Int: SharedFragmentRecord], isStrict: Bool, blame: Blame
  ) -> [FragmentCase] {
    shared.values.filter(\.verdict.kind.isFault).sorted { $0.id < $1.id }.map {
      FragmentCase($0, $0.asScenario, shared: shared, isStrict: isStrict, blame: blame, blocked: [])
    }
  }
}

extension SharedFragmentRecord {
  /// The fragment in the form of a scenario. The values that it was given are part of the name:
  /// with others it is another case.
  fileprivate var asScenario: ScenarioRecord {
    ScenarioRecord(
      name: given.isEmpty ? name : "\(name) \(given)", location: location, verdict: verdict,
      startedAfter: steps.first?.startedAfter ?? .zero, duration: duration, steps: steps)
  }

  /// Why the scenarios that need it are blocked: `the shared fragment 'access-token' failed in its
  /// step 'Obtain an access token'`.
  package var blockReason: String {
    let step = steps.first { $0.verdict.kind == verdict.kind }
    let word = verdict.kind == .failed ? "failed" : "ended in an error"
    return "the shared fragment '\(name)' \(word)"
      + (step.map { " in its step '\($0.name)'" } ?? "")
  }
}

extension [StepRecord] {
  /// The id of the shared fragment that blocks the first step that is blocked: the innermost, where
  /// fragments use each other.
  fileprivate func blocker(among shared: [Int: SharedFragmentRecord]) -> Int? {
    var blocker: Int?
    var steps = self
    // A record from a file could have fragments that use each other.
    for _ in 0...shared.count {
      var next: Int?
      steps.visit { visit in
        guard next == nil, visit.step.verdict.kind == .blocked else { return }
        next = visit.step.sharedFragment
      }
      guard let id = next, let fragment = shared[id] else { return blocker }
      blocker = id
      if fragment.verdict.kind != .blocked { return id }
      steps = fragment.steps
    }
    return blocker
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
