// SPDX-License-Identifier: Apache-2.0
// Runs one step: its condition, its action, again while it is to be retried, and its judgement.

import Encodings
import Expectations
import Findings
import HTTPMessages
import HTTPTransport
import JSON
import Redaction
import Results
import SourceText
import SuiteModel

/// What an action gave.
struct ActionResult {
  enum End {
    /// An answer to be judged.
    case answered(Observation)
    /// Done, with nothing to be judged.
    case done
    /// The target, or the framework, broke a rule by itself.
    case failed([Finding])
    case broken(RunProblem)
  }

  var end: End = .done
  var exchanges: [ExchangeRecord] = []
  var call: PartnerCallRecord?
  var notes: [String] = []
  var steps: [StepRecord] = []
  var sharedFragment: Int?
  /// What a fragment gives.
  var gives: JSONObject?
}

extension ScenarioExecutor {
  /// Runs a step. What it saves is in the frame afterwards.
  func run(_ step: Step, _ outer: inout Frame) -> StepRecord {
    var frame = outer
    if let name = step.device, let device = device(named: name) { frame.device = device }
    var record = Self.record(of: step, .passed, frame)
    record.startedAfter = context.elapsed
    if let problem = stopProblem(record.location) {
      record.verdict = .broken(problem)
      return record
    }
    limits.append(limit(of: step))
    do {
      if let reason = try unmetCondition(of: step, frame) {
        record.verdict = .skipped(because: reason)
        saveNothing(of: step, in: &frame)
      } else {
        let result = try result(of: step, frame, record.location)
        record.exchanges = result.exchanges
        record.call = result.call
        record.notes = result.notes
        record.steps = result.steps
        record.sharedFragment = result.sharedFragment
        try finish(step, result, &record, &frame)
      }
    } catch {
      record.verdict = verdict(of: error, in: step, frame)
    }
    limits.removeLast()
    // What came is judged, and held no more.
    client.letGo()
    outer.saved = frame.saved
    record.duration = context.elapsed - record.startedAfter
    return record
  }

  /// The verdict of a step in which an expression has no value.
  private func verdict(of error: EvaluationError, in step: Step, _ frame: Frame) -> Verdict {
    if frame.isFinal, error.cause == .unbound { return .skipped(because: error.message) }
    let location = SourceLocation(
      file: step.file, position: error.position ?? step.action.position)
    return .broken(RunProblem(error.problemKind, error.message, at: location))
  }

  private func limit(of step: Step) -> TimeLimit {
    let standard = context.profile.timeouts.step
    let allowance: Duration? =
      switch step.action {
      case .wait, .use: step.timeout
      case .request, .partner, .user:
        step.timeout ?? (step.retry.map { $0.limit + standard } ?? standard)
      }
    let limit = allowance.map { Deadline(after: $0) } ?? context.deadline
    return TimeLimit(deadline: limit, heldBefore: heldBack)
  }

  /// Why the step is not to be run; nil where it is.
  private func unmetCondition(of step: Step, _ frame: Frame) throws(EvaluationError) -> String? {
    guard !step.conditions.isEmpty else { return nil }
    let bindings = bindings(frame)
    for condition in step.conditions {
      let value = try condition.variable.json(in: bindings)
      let pattern = try condition.pattern.pattern(in: bindings)
      let name = condition.variable.written
      let mismatches = pattern.mismatches(
        ofVariable: name, value, at: observation(.json(value)))
      if let first = mismatches.first {
        return "it runs only where ${\(name)} is as 'when' says: \(first)"
      }
    }
    return nil
  }

  private func saveNothing(of step: Step, in frame: inout Frame) {
    for rule in step.save { frame.saved[rule.name] = .json(.null) }
    if case .use(let use) = step.action {
      for name in context.fragments[use.fragment]?.gives ?? [] { frame.saved[name] = .json(.null) }
    }
  }

  /// Does the action, and again as long as the answer is what `retry` says.
  private func result(
    of step: Step, _ frame: Frame, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    guard let retry = step.retry else { return try perform(step, frame, location) }
    let limit = TimeLimit(deadline: Deadline(after: retry.limit), heldBefore: heldBack)
    var result = try perform(step, frame, location)
    var count = 1
    while case .answered(let answer) = result.end {
      let condition = try retry.condition.expectation(evaluatedIn: bindings(frame))
      guard holds(condition, answer) else { break }
      if deadline(of: limit).remaining < retry.interval {
        let waited = DurationText.text(retry.limit)
        result.end = .failed([
          Finding(
            place: .retry, position: location.position, expected: "another answer within \(waited)",
            found: count == 1 ? "this answer" : "the same answer \(count) times", nearest: nil)
        ])
        break
      }
      if deadline.remaining < retry.interval {
        result.end = .broken(
          RunProblem(
            .deadline, "the time of the step ended before it could be asked again", at: location))
        break
      }
      // Nothing of the answer is wanted while it waits.
      result.end = .done
      client.letGo()
      guard context.cancellation.wait(until: Deadline(after: retry.interval)) else {
        result.end = .broken(.interrupted(at: location))
        break
      }
      let earlier = result
      result = try perform(step, frame, location)
      result.exchanges = earlier.exchanges + result.exchanges
      result.notes = earlier.notes + result.notes
      result.steps = earlier.steps + result.steps
      count += 1
    }
    if count > 1 { result.notes.append("asked \(count) times") }
    return result
  }

  /// An answer that has just come.
  func observation(_ answer: Observation.Answer) -> Observation {
    Observation(
      answer, receivedAt: clock.now,
      clockTolerance: context.profile.clockTolerance, target: context.profile.baseURL.origin)
  }
}

extension ScenarioExecutor {
  /// Saves, judges, and writes the verdict.
  private func finish(
    _ step: Step, _ result: ActionResult, _ record: inout StepRecord, _ frame: inout Frame
  ) throws(EvaluationError) {
    for member in result.gives?.members ?? [] { save(member.value, as: member.name, in: &frame) }
    switch result.end {
    case .done: record.verdict = .passed
    case .failed(let findings): record.verdict = .failed(findings)
    case .broken(let problem): record.verdict = .broken(problem)
    case .answered(let answer): try judge(step, answer, &record, &frame)
    }
  }

  private func save(_ value: JSONValue, as name: String, in frame: inout Frame) {
    frame.saved[name] = .json(value)
    if secrets.contains(name) { redaction.addAll(value, named: name) }
  }

  private func judge(
    _ step: Step, _ observation: Observation, _ record: inout StepRecord, _ frame: inout Frame
  ) throws(EvaluationError) {
    var missing: Set<String> = []
    var findings = try save(step, observation, &frame, &missing)
    guard step.expect != nil || step.should != nil else {
      record.verdict = findings.isEmpty ? .passed : .failed(findings)
      return
    }
    let bindings = bindings(frame)
    let expected = try step.expect?.removing(missing)?.expectation(evaluatedIn: bindings)
    let advised = try step.should?.removing(missing)?.expectation(evaluatedIn: bindings)
    if let expected {
      let judgement = Expectations.judge(expected, observation)
      findings += judgement.mismatches
      record.chosen += judgement.chosen
      record.notes += judgement.others
    }
    if let advised {
      let judgement = Expectations.judge(advised, observation)
      record.warnings += judgement.mismatches
      record.chosen += judgement.chosen
      record.notes += judgement.others
    }
    record.verdict = findings.isEmpty ? .passed : .failed(findings)
  }

  /// Does what `save` says.
  ///
  /// - Parameter missing: Gets the names that got no value.
  private func save(
    _ step: Step, _ observation: Observation, _ frame: inout Frame, _ missing: inout Set<String>
  ) throws(EvaluationError) -> [Finding] {
    var findings: [Finding] = []
    // Sources use what was saved before the step, so that their order in it means nothing.
    let before = frame
    func unsaved(_ source: Source, _ found: String, _ rule: Step.SaveRule) {
      missing.insert(rule.name)
      frame.saved[rule.name] = nil
      findings.append(
        Finding(
          place: .saved(rule.name), position: rule.position, expected: source.text, found: found,
          nearest: nil))
    }
    for rule in step.save {
      let source: Source
      if let compiled = rule.compiled {
        source = compiled
      } else {
        source = try rule.source.source(evaluatedIn: bindings(before))
      }
      switch source.value(in: observation) {
      case .success(let value) where SavedSize.isTooLarge(value):
        unsaved(source, SavedSize.sentence, rule)
      case .success(let value): save(value, as: rule.name, in: &frame)
      case .failure(let failure): unsaved(source, failure.message, rule)
      }
    }
    return findings
  }
}

extension EvaluationError {
  /// The kind of problem that a report calls it.
  var problemKind: RunProblem.Kind {
    switch cause {
    case .suite, .unbound: .suite
    case .framework: .partner
    }
  }
}
