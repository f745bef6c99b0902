// SPDX-License-Identifier: Apache-2.0
// How a scenario counts, and the incidents that failed it, known or not.

import Expectations
package import Formats
import Suites
import Text

/// How a scenario counts in a run. Warnings don't change its verdict, except in a strict run, where
/// they are failures.
package struct ScenarioJudgement: Sendable {
  package let kind: Verdict.Kind
  /// The incidents that failed the scenario or left it without a verdict; empty where it is neither
  /// failed nor in error.
  package let incidents: [Incident]
  /// Missed `should:`s, all findings of a scenario of `level: should`, and failed steps under
  /// `finally:`; also those of the shared fragments that it uses. Empty where the run is strict.
  package let warnings: [Incident]
  /// The known failures among the incidents.
  package let known: [Incident]
  /// The indices, in the list of the record, of the known failures that these are.
  package let knownFailures: Set<Int>
  /// Whether nothing failed and nothing was warned of, though it may be a failure that it did not.
  let isRight: Bool
  /// Whether a step saw an answer and judged it to be right.
  package let provesSomething: Bool
}

extension ScenarioJudgement {
  /// - Parameters:
  ///   - shared: The shared fragments of the run by their ids.
  ///   - isStrict: Whether warnings are failures.
  ///   - blame: Tells which requirements findings break.
  ///   - known: The known failures that the scenario may be.
  package init(
    _ scenario: ScenarioRecord, shared: [Int: SharedFragmentRecord], isStrict: Bool,
    blame: Blame = Blame(), known: CaseFailures = CaseFailures()
  ) {
    var incidents: [Incident] = []
    var warnings: [Incident] = []
    var provesSomething = false
    func judge(_ visit: StepVisit, of fragment: SharedFragmentRecord?) {
      let step = visit.step
      let isOptional = scenario.isAdvisory || visit.isFinal
      switch step.verdict {
      case .passed: provesSomething = provesSomething || step.action.seesAnswers
      case .failed(var findings):
        // The failures of a fragment are reported with its steps.
        if step.steps.contains(where: { $0.verdict.kind == .failed }) {
          guard findings.contains(where: \.isOfFragment) else { break }
          findings = findings.filter { !$0.isOfFragment }
          if findings.isEmpty { break }
        }
        // A finding that is only a warning may be in both lists.
        let news = isOptional ? findings.filter { !step.warnings.contains($0) } : findings
        let incident = Incident(visit: visit, fragment: fragment, findings: news, blame: blame)
        if !isOptional {
          incidents.append(incident)
        } else if !news.isEmpty {
          warnings.append(incident)
        }
      case .broken(let problem) where !step.steps.contains { $0.verdict.kind == .broken }:
        let incident = Incident(visit: visit, fragment: fragment, problem: problem)
        if visit.isFinal { warnings.append(incident) } else { incidents.append(incident) }
      case .broken, .skipped, .blocked, .interrupted, .notReached: break
      }
      // A warning of a fragment's own step says more than that of the step that uses it.
      let isEcho = step.action == .use && step.steps.contains { !$0.warnings.isEmpty }
      if !step.warnings.isEmpty, !isEcho {
        warnings.append(
          Incident(visit: visit, fragment: fragment, findings: step.warnings, blame: blame))
      }
    }
    scenario.steps.visit { visit in
      judge(visit, of: nil)
      // A failure in a shared fragment is reported with the fragment, and fails the step that uses it.
      guard let id = visit.step.sharedFragment, let fragment = shared[id] else { return }
      fragment.steps.visit { inner in
        if inner.step.verdict.kind == .passed { judge(inner.below(visit), of: fragment) }
      }
    }
    let ended = scenario.verdict.kind
    if incidents.isEmpty, ended == .failed || ended == .broken {
      let incident = Incident(scenario)
      if ended == .failed, scenario.isAdvisory {
        if warnings.isEmpty { warnings.append(incident) }
      } else {
        incidents.append(incident)
      }
    }
    var kind = ended == .failed && scenario.isAdvisory ? .passed : ended
    if isStrict, !warnings.isEmpty {
      incidents += warnings
      warnings = []
      if kind == .passed { kind = .failed }
    }
    isRight = kind == .passed && warnings.isEmpty
    var knownIncidents: [Incident] = []
    var knownFailures: Set<Int> = []
    if kind == .failed, !known.isEmpty {
      let splits = incidents.map { known.split($0) }
      incidents = splits.compactMap(\.rest)
      knownIncidents = splits.compactMap(\.known)
      knownFailures = splits.reduce(into: []) { $0.formUnion($1.indices) }
      if incidents.isEmpty, !knownIncidents.isEmpty { kind = .known }
    } else if isRight, isStrict, let failure = known.named.first?.failure {
      kind = .failed
      incidents = [Incident(scenario, failure.unexpectedPass(of: scenario))]
    }
    self.known = knownIncidents
    self.knownFailures = knownFailures
    self.kind = kind
    self.incidents = kind == .failed || kind == .broken ? incidents : []
    self.warnings = warnings
    self.provesSomething = kind == .passed && provesSomething
  }
}

extension KnownFailure {
  /// Says that a scenario passes which is known to fail.
  fileprivate func unexpectedPass(of scenario: ScenarioRecord) -> Finding {
    Finding(
      place: .other("known failure"), position: scenario.location.position,
      expected: "the failure that is known: \(words: sentence)", found: "none: all is right now",
      nearest: "take the entry at \(words: location.description) from the list of known failures")
  }
}

extension Finding {
  /// Whether it only says that the fragment failed that the step uses.
  fileprivate var isOfFragment: Bool {
    if case .fragment = place { true } else { false }
  }
}

extension StepRecord.Action {
  /// Whether such a step gets an answer from the service, the framework or a user agent.
  package var seesAnswers: Bool {
    switch self {
    case .request, .partner, .user, .traffic: true
    case .wait, .use: false
    }
  }
}

extension StepRecord {
  /// Whether it did not pass because of the fragment that it uses, not because of what it expects.
  var endedInFragment: Bool {
    guard action == .use else { return false }
    switch verdict {
    case .passed, .skipped: return false
    case .failed(let findings):
      return findings.contains { finding in
        if case .fragment = finding.place { true } else { false }
      }
    case .broken, .blocked, .interrupted, .notReached: return true
    }
  }
}

/// A scenario that has ended, before the end of the run: how it counts, and what may be shown of it.
package struct JudgedScenario: Sendable {
  /// What may be shown of a scenario.
  package struct Shown: Sendable {
    package let record: ScenarioRecord
    /// That of `record`.
    package let judgement: ScenarioJudgement

    package init(
      _ record: Masked<ScenarioRecord>, _ judgement: (ScenarioRecord) -> ScenarioJudgement
    ) {
      self.record = record.value
      self.judgement = judgement(record.value)
    }
  }

  /// The name of its suite.
  package let suite: String
  /// How it counts.
  package let kind: Verdict.Kind
  /// Its number in the plan of all shards together, from 1; 0 where that is unknown.
  package let planIndex: Int
  package let tags: [String]
  /// Whether its suite is a preflight.
  package let isPreflight: Bool
  /// The shared fragments that have failed so far.
  package let fragments: [FragmentCase]
  /// The values of its row of live tables, which nothing has masked: not for reports.
  package let row: [String: JSONValue]
  private let show: @Sendable () -> Shown

  /// - Parameters:
  ///   - scenario: Of it only the number and the tags are told.
  ///   - show: Masks it; few scenarios are shown before the end.
  package init(
    suite: String, _ scenario: ScenarioRecord, kind: Verdict.Kind, isPreflight: Bool,
    fragments: [FragmentCase], row: [String: JSONValue], show: @escaping @Sendable () -> Shown
  ) {
    self.suite = suite
    self.kind = kind
    planIndex = scenario.planIndex
    tags = scenario.tags
    self.isPreflight = isPreflight
    self.fragments = fragments
    self.row = row
    self.show = show
  }
}

extension JudgedScenario {
  package init(
    suite: String, record: Masked<ScenarioRecord>, judgement: ScenarioJudgement,
    isPreflight: Bool = false
  ) {
    self.init(
      suite: suite, record.value, kind: judgement.kind, isPreflight: isPreflight, fragments: [],
      row: [:], show: { Shown(record) { _ in judgement } })
  }

  /// What may be shown of it. It is masked each time.
  package var shown: Shown { show() }
}
