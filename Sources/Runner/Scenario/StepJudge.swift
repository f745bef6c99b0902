// SPDX-License-Identifier: Apache-2.0
// Has the expectations of a step judge its answer, and saves values of it.

import Expectations
import Formats
import Record
import Redaction
import Suites

/// Saves values of the answer to a step, and judges the answer.
struct StepJudge {
  let session: ScenarioSession
  let step: Step

  /// Writes the verdict of a step into its record, and what it saves into the scope.
  ///
  /// - Returns: Whether the later steps have what they need.
  func finish(
    _ result: ActionResult, _ record: inout StepRecord, _ scope: inout NameScope
  ) throws(EvaluationError) -> Bool {
    for member in result.gives?.members ?? [] {
      // The steps of a shared fragment are others' as well, so the step that uses it answers for it.
      let origin =
        result.sharedFragment == nil
        ? result.origins[member.name]
        : SaveOrigin(
          step: step.location, stepName: step.name, startedAfter: record.startedAfter,
          name: member.name, position: step.position, source: nil)
      save(member.value, as: member.name, from: origin, in: &scope)
    }
    scope.doubtful.formUnion(result.doubtful)
    switch result.end {
    case .done:
      record.verdict = .passed
      return true
    case .failed(let findings):
      record.verdict = .failed(findings)
      return step.isIndependent
    case .broken(let problem): record.verdict = .broken(problem)
    case .blocked(let reason, let fragment):
      record.verdict = .blocked(because: reason, fragment: fragment)
    case .unusable(let reason):
      record.verdict = .skipped(because: reason)
      return step.isIndependent
    case .late(let reason) where session.isShared:
      record.verdict = .broken(RunProblem(.deadline, reason, at: step.location))
    case .late(let reason):
      record.verdict = .skipped(because: reason)
      if !scope.isFinal { session.lateness = "'\(step.name)': \(reason)" }
    case .unsupported(let reason):
      record.verdict = .skipped(because: reason)
      session.unsupported = session.unsupported ?? reason
    case .answered(let answer):
      do {
        return try judge(answer, result, &record, &scope)
      } catch {
        // What can't be judged after a failure is no error of the suite: see `skipAfterFailure`.
        if result.faults.isEmpty { throw error }
        record.verdict = .failed(result.faults)
        return step.isIndependent
      }
    }
    return false
  }

  private func save(
    _ value: JSONValue, as name: String, from origin: SaveOrigin?, in scope: inout NameScope
  ) {
    scope.saved[name] = .json(value)
    scope.origins[name] = origin
    scope.doubtful.remove(name)
    if session.secretNames.contains(name) || KnownSecrets.isSecretName(name) {
      session.secrets.addSaved(value, named: name)
    }
  }

  /// - Returns: Whether the later steps have what they need.
  private func judge(
    _ observation: Observation, _ result: ActionResult, _ record: inout StepRecord,
    _ scope: inout NameScope
  ) throws(EvaluationError) -> Bool {
    if result.hasUselessBody {
      record.verdict = .failed(
        try result.faults + headFindings(observation, in: session.bindings(scope)))
      return step.isIndependent
    }
    let before = scope
    var unjudged: Set<String> = []
    let unsaved = try save(observation, &scope, &unjudged, startedAfter: record.startedAfter)
    unjudged.formUnion(scope.doubtful)
    var findings = result.faults + unsaved
    if step.expect != nil || step.should != nil {
      findings += try judge(observation, without: unjudged, &record, session.bindings(scope))
    }
    guard !findings.isEmpty else {
      // Not judged in full is not passed.
      let doubted = step.expect?.firstName(among: scope.doubtful)
      record.verdict =
        doubted.map {
          .skipped(
            because: "it was run, and not judged in full: it expects ${\($0)}, which a step that "
              + "failed may have saved wrongly")
        } ?? .passed
      session.keep(observation, of: step, result.exchanges.last, before: before, after: scope)
      return true
    }
    record.verdict = .failed(findings)
    let places = findings.map(\.place)
    if unsaved.isEmpty, step.action.givesWhatLaterStepsNeed(observation, places) {
      try doubt(places, observation, result, before, &scope)
      return true
    }
    guard step.isIndependent else { return false }
    // It saved from an answer of another kind.
    scope.doubtful.formUnion(step.save.map(\.name))
    return true
  }

  /// Judges what does not name one of these variables.
  private func judge(
    _ observation: Observation, without names: Set<String>, _ record: inout StepRecord,
    _ bindings: Bindings
  ) throws(EvaluationError) -> [Finding] {
    let expected = try step.expect?.removing(names).expectation(evaluatedIn: bindings)
    let advised = try step.should?.removing(names).expectation(evaluatedIn: bindings)
    let judgements = [expected, advised].map { $0?.judgement(of: observation) }
    for judgement in judgements.compactMap(\.self) {
      record.chosen += judgement.chosen
      record.notes += judgement.others.map { StepNote(.alternative, $0) }
    }
    record.warnings += judgements[1]?.mismatches ?? []
    return judgements[0]?.mismatches ?? []
  }

  /// The findings on the status and the headers of an answer whose body is of no use.
  private func headFindings(
    _ observation: Observation, in bindings: Bindings
  ) throws(EvaluationError) -> [Finding] {
    guard let expect = step.expect else { return [] }
    let missing = Set(step.save.map(\.name))
    let expected = try expect.removing(missing).expectation(evaluatedIn: bindings)
    return expected.judgement(of: observation).mismatches.filter { finding in
      switch finding.place {
      case .status, .header: true
      default: false
      }
    }
  }

  /// Marks what the step saved and may be wrong: the findings are about it.
  private func doubt(
    _ places: [Place], _ observation: Observation, _ result: ActionResult, _ before: NameScope,
    _ scope: inout NameScope
  ) throws(EvaluationError) {
    for rule in step.save {
      let source = try session.source(of: rule, before)
      if places.contains(where: { source.isDoubted(by: $0, in: observation) }) {
        scope.doubtful.insert(rule.name)
      }
    }
    for name in result.gives?.names ?? []
    where places.contains(where: { $0.isWithin(memberNamed: name, of: observation) }) {
      scope.doubtful.insert(name)
    }
  }

  /// Saves what `save` names.
  ///
  /// - Parameter missing: Gets the names that got no value.
  private func save(
    _ observation: Observation, _ scope: inout NameScope, _ missing: inout Set<String>,
    startedAfter: Duration
  ) throws(EvaluationError) -> [Finding] {
    var findings: [Finding] = []
    // All sources see the names as they were before the step, so their order doesn't matter.
    let before = scope
    func unsaved(
      _ source: Source, _ found: FoundValue, _ nearest: QuotingText?, _ rule: Step.SaveRule
    ) {
      missing.insert(rule.name)
      scope.saved[rule.name] = nil
      let shown = rule.source.variables.reduce(source.text) { text, variable in
        guard let value = (try? variable.json(in: session.bindings(before)))?.scalarText else {
          return text
        }
        return text.replacing("[${\(variable.written)}]", with: ".\(value)")
          .replacing("${\(variable.written)}", with: value)
      }
      let place = shown.hasPrefix("$.") ? QueryWords(shown).noun : shown
      findings.append(
        Finding(
          place: .saved(rule.name), position: rule.position, expected: .text(source.text),
          found: found, nearest: nearest,
          words: "a value at \(QuotingText.text(place))",
          ExpectedValue(sources: source.places)))
    }
    for rule in step.save {
      let source = try session.source(of: rule, before)
      switch source.value(in: observation) {
      case .success(let value) where SavedValueLimit.isTooLarge(value):
        unsaved(source, FoundValue(words: QuotingText(words: SavedValueLimit.sentence)), nil, rule)
      case .success(let value):
        let origin = SaveOrigin(
          step: step.location, stepName: step.name, startedAfter: startedAfter, name: rule.name,
          position: rule.position, source: source)
        save(value, as: rule.name, from: origin, in: &scope)
      case .failure(let failure): unsaved(source, failure.found, failure.nearest, rule)
      }
    }
    return findings
  }
}

extension ExpectationTemplate {
  /// The first of these names that it uses.
  fileprivate func firstName(among names: Set<String>) -> String? {
    names.isEmpty ? nil : variables.lazy.compactMap(\.name).first { names.contains($0) }
  }
}

extension Action {
  /// Whether an answer that is not as expected is of the kind that the later steps build on: a
  /// response with the expected status, an answer of the framework where no error was expected or
  /// the other way round, what a fragment gives. Where a visit ended decides all that follows.
  fileprivate func givesWhatLaterStepsNeed(_ observation: Observation, _ places: [Place]) -> Bool {
    switch self {
    case .request:
      return !places.contains { place in
        switch place {
        case .status, .statuses: true
        default: false
        }
      }
    case .partner:
      guard case .success(let answer) = observation.json else { return false }
      let isError = answer["error"] != nil
      return places.allSatisfy { $0.isWithin(memberNamed: "error", of: observation) == isError }
    case .use: return true
    case .user, .wait: return false
    }
  }
}

extension Step {
  /// The first advice on a failed step whose condition matches the answer; nil without one.
  ///
  /// - Parameter answer: nil for a step that got no answer; then only entries without a condition
  ///   count.
  func advice(on answer: Observation?, in bindings: Bindings) -> String? {
    advice.first { $0.isMeant(for: answer, in: bindings) }?.text.readable(in: bindings)
  }
}

extension Advice {
  fileprivate func isMeant(for answer: Observation?, in bindings: Bindings) -> Bool {
    guard let condition else { return true }
    // A condition on a value that was never saved does not hold.
    guard let answer, let expected = try? condition.expectation(evaluatedIn: bindings) else {
      return false
    }
    return expected.holds(for: answer)
  }
}

extension TextTemplate {
  /// The text for people: a missing value stays as `${…}`, other values are shown as JSON.
  fileprivate func readable(in bindings: Bindings) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .literal(let literal): text += literal
      case .variable(let expression):
        if let value = try? expression.json(in: bindings) {
          text += value.scalarText ?? JSONWriter.text(value)
        } else {
          text += "${\(expression.written)}"
        }
      }
    }
  }
}
