// SPDX-License-Identifier: Apache-2.0
// How a scenario counts: what failed it, and what is only a warning.

/// How a scenario counts in a run, its warnings taken for what they are: beside the verdict, or
/// failures where the run is strict.
package struct ScenarioJudgement: Sendable {
  package let kind: Verdict.Kind
  /// What failed the scenario, or left it without a verdict; empty unless it did.
  package let incidents: [Incident]
  /// Missed `should:`s, misses of a scenario of `level: should`, failed steps under `finally:`,
  /// those of the shared fragments that it uses among them. Empty where the run is strict.
  package let warnings: [Incident]
  /// Whether a step saw an answer and held it to be right.
  package let provesSomething: Bool
  /// What there is to tell of its own steps, whatever the verdict.
  package let traits: Traits

  package struct Traits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let choices = Traits(rawValue: 1)
    package static let notes = Traits(rawValue: 2)
    package static let wireIssues = Traits(rawValue: 4)
    package static let skippedSteps = Traits(rawValue: 8)
    /// An answer came from the target.
    package static let answers = Traits(rawValue: 16)
  }
}

extension ScenarioJudgement.Traits {
  fileprivate mutating func add(_ step: StepRecord) {
    if !step.chosen.isEmpty { insert(.choices) }
    if !step.notes.isEmpty { insert(.notes) }
    if step.verdict.kind == .skipped { insert(.skippedSteps) }
    for index in step.exchanges.indices {
      if step.exchanges[index].status > 0 { insert(.answers) }
      if !step.exchanges[index].issues.isEmpty { insert(.wireIssues) }
    }
  }
}

extension ScenarioJudgement {
  /// - Parameters:
  ///   - shared: The shared fragments of the run by their ids.
  ///   - isStrict: Whether warnings are failures.
  package init(
    _ scenario: ScenarioRecord, shared: [Int: SharedFragmentRecord], isStrict: Bool
  ) {
    var incidents: [Incident] = []
    var warnings: [Incident] = []
    var provesSomething = false
    var traits: Traits = []
    func judge(_ visit: StepVisit, of fragment: SharedFragmentRecord?) {
      let step = visit.step
      let isOptional = scenario.isAdvisory || visit.isFinal
      switch step.verdict {
      case .passed:
        provesSomething = provesSomething || step.action.seesAnswers
      case .failed(let findings) where !step.steps.contains { $0.verdict.kind == .failed }:
        // A miss that is only a warning may stand in both places.
        let news = isOptional ? findings.filter { !step.warnings.contains($0) } : findings
        let incident = Incident(visit: visit, fragment: fragment, findings: news)
        if !isOptional {
          incidents.append(incident)
        } else if !news.isEmpty {
          warnings.append(incident)
        }
      case .broken(let problem) where !step.steps.contains { $0.verdict.kind == .broken }:
        let incident = Incident(visit: visit, fragment: fragment, problem: problem)
        if visit.isFinal { warnings.append(incident) } else { incidents.append(incident) }
      case .failed, .broken, .skipped, .notReached: break
      }
      // Of a fragment that warns, its own step says more than the one that uses it.
      let isEcho = step.action == .use && step.steps.contains { !$0.warnings.isEmpty }
      if !step.warnings.isEmpty, !isEcho {
        warnings.append(Incident(visit: visit, fragment: fragment, findings: step.warnings))
      }
    }
    scenario.steps.visit { visit in
      judge(visit, of: nil)
      traits.add(visit.step)
      // What failed in a shared fragment is reported with it, and fails the step that uses it.
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
    self.kind = kind
    self.incidents = kind == .failed || kind == .broken ? incidents : []
    self.warnings = warnings
    self.traits = traits
    self.provesSomething = kind == .passed && provesSomething
  }
}

extension StepRecord.Action {
  /// Whether a step of this kind has an answer of the service, the framework or a user agent.
  package var seesAnswers: Bool {
    switch self {
    case .request, .partner, .user: true
    case .wait, .use: false
    }
  }
}
