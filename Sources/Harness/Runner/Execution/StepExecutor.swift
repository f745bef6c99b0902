// SPDX-License-Identifier: Apache-2.0
// Runs one step: its condition, its action, again while it is to be retried, and its judgement.

import Encodings
import Expectations
import HTTPTransport
import JSON
import PartnerFramework
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
    let began = ContinuousClock.now
    defer { record.duration = began.duration(to: .now) }
    let location = record.location
    if let problem = stopProblem(location) {
      record.verdict = .broken(problem)
      return record
    }
    do {
      if let reason = try unmetCondition(of: step, frame) {
        record.verdict = .skipped(because: reason)
        saveNothing(of: step, in: &outer)
        return record
      }
      let deadline = deadline(of: step)
      var result = try perform(step, frame, deadline: deadline, location)
      if let retry = step.retry {
        try self.retry(retry, step, frame, &result, deadline: deadline, location)
      }
      record.exchanges = result.exchanges
      record.call = result.call
      record.notes = result.notes
      record.steps = result.steps
      record.sharedFragment = result.sharedFragment
      finish(step, result, &record, &frame)
    } catch {
      if frame.isFinal, error.isUnbound {
        record.verdict = .skipped(because: error.message)
      } else {
        record.verdict = .broken(
          RunProblem(.suite, error.message, at: self.location(error, step)))
      }
    }
    outer.saved = frame.saved
    lower(&record, frame)
    return record
  }

  /// Turns a failure into a warning where failures are warnings.
  private func lower(_ record: inout StepRecord, _ frame: Frame) {
    guard frame.isFinal else { return }
    switch record.verdict {
    case .failed(let findings):
      record.warnings = findings + record.warnings
      record.verdict = .passed
    case .broken(let problem):
      record.warnings.append(
        Finding(
          place: "step", location: record.location, expected: "the step to be done",
          found: problem.message, nearest: nil))
      record.verdict = .skipped(because: problem.message)
    case .passed, .skipped, .notReached: break
    }
  }

  /// Why no further step may be run; nil while one may.
  private func stopProblem(_ location: SourceLocation) -> RunProblem? {
    if context.cancellation.isCancelled {
      return RunProblem(.interrupted, "the run was interrupted", at: location)
    }
    if deadline.isPast {
      let what = context.deadline.isPast ? "run" : "scenario"
      return RunProblem(
        .deadline, "the time of the \(what) ended before this step", at: location)
    }
    return nil
  }

  private func deadline(of step: Step) -> Deadline {
    switch step.action {
    case .wait, .use: return deadline
    case .request, .partner, .user:
      if let timeout = step.timeout {
        return .earliest(deadline, Deadline(after: timeout))
      }
      let standard = context.profile.timeouts.step
      let allowance = step.retry.map { $0.limit + standard } ?? standard
      return .earliest(deadline, Deadline(after: allowance))
    }
  }

  /// Where an error of evaluation is: what the runner finds by itself stands at the action.
  private func location(_ error: EvaluationError, _ step: Step) -> SourceLocation {
    let position = error.position == .start ? step.action.position : error.position
    return SourceLocation(file: step.file, position: position)
  }

  private func unmetCondition(of step: Step, _ frame: Frame) throws(EvaluationError) -> String? {
    guard !step.conditions.isEmpty else { return nil }
    let bindings = bindings(frame)
    for condition in step.conditions {
      let value = try condition.variable.json(in: bindings)
      let pattern = try condition.pattern.pattern(in: bindings)
      let name = condition.variable.written
      if !pattern.mismatches(ofVariable: name, value, at: observation(.json(value))).isEmpty {
        let found = redaction.masked(JSONWriter.text(value))
        return "it runs only where ${\(name)} is as 'when' says, and it is \(found)"
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

  private func retry(
    _ retry: Step.Retry, _ step: Step, _ frame: Frame, _ result: inout ActionResult,
    deadline: Deadline, _ location: SourceLocation
  ) throws(EvaluationError) {
    let limit = Deadline.earliest(deadline, Deadline(after: retry.limit))
    var count = 0
    while case .answered(let answer) = result.end {
      let condition = try retry.condition.expectation(evaluatedIn: bindings(frame))
      guard holds(condition, answer) else { return }
      if limit.remaining <= retry.interval {
        let waited = DurationText.text(retry.limit)
        result.end = .failed([
          Finding(
            place: "retry", location: location,
            expected: "another answer within \(waited)",
            found: "the same answer \(count + 1) times", nearest: nil)
        ])
        return
      }
      guard context.cancellation.wait(until: Deadline(after: retry.interval)) else {
        result.end = .broken(RunProblem(.interrupted, "the run was interrupted", at: location))
        return
      }
      count += 1
      let earlier = result
      result = try perform(step, frame, deadline: deadline, location)
      result.exchanges = earlier.exchanges + result.exchanges
      result.notes = earlier.notes + result.notes
    }
    if count > 0 { result.notes.append("asked \(count + 1) times") }
  }

  /// An answer that has just come.
  func observation(_ answer: Observation.Answer) -> Observation {
    Observation(
      answer, receivedAt: clock.now,
      clockTolerance: context.profile.clockTolerance)
  }

  /// Saves, judges, and writes the verdict.
  private func finish(
    _ step: Step, _ result: ActionResult, _ record: inout StepRecord, _ frame: inout Frame
  ) {
    if let gives = result.gives {
      for member in gives.members { frame.saved[member.name] = .json(member.value) }
    }
    switch result.end {
    case .done: record.verdict = .passed
    case .failed(let findings): record.verdict = .failed(findings)
    case .broken(let problem): record.verdict = .broken(problem)
    case .answered(let answer):
      do {
        try judge(step, answer, &record, &frame)
      } catch {
        record.verdict = .broken(
          RunProblem(.suite, error.message, at: location(error, step)))
      }
    }
  }

  private func judge(
    _ step: Step, _ observation: Observation, _ record: inout StepRecord, _ frame: inout Frame
  ) throws(EvaluationError) {
    var findings: [Finding] = []
    var missing: Set<String> = []
    for rule in step.save {
      let source =
        if let compiled = rule.compiled { compiled } else {
          try rule.source.source(evaluatedIn: bindings(frame))
        }
      switch source.value(in: observation) {
      case .success(let value):
        frame.saved[rule.name] = .json(value)
        if secrets.contains(rule.name) { redaction.addAll(value, named: rule.name) }
      case .failure(let failure):
        missing.insert(rule.name)
        frame.saved[rule.name] = nil
        findings.append(
          Finding(
            place: "save: \(rule.name)",
            location: SourceLocation(file: step.file, position: rule.position),
            expected: source.text, found: failure.message, nearest: nil))
      }
    }
    let bindings = bindings(frame)
    if let template = step.expect?.removing(missing) {
      let judgement = Expectations.judge(
        try template.expectation(evaluatedIn: bindings), observation)
      findings += judgement.mismatches.map { finding($0, step) }
      record.chosen += judgement.chosen
      record.notes += judgement.others
    }
    if let template = step.should?.removing(missing) {
      let judgement = Expectations.judge(
        try template.expectation(evaluatedIn: bindings), observation)
      record.warnings += judgement.mismatches.map { finding($0, step) }
      record.chosen += judgement.chosen
    }
    record.verdict = findings.isEmpty ? .passed : .failed(findings)
  }

  private func finding(_ mismatch: Mismatch, _ step: Step) -> Finding {
    Finding(
      place: mismatch.place.description,
      location: SourceLocation(file: step.file, position: mismatch.position),
      expected: mismatch.expected, found: mismatch.found, nearest: mismatch.nearest)
  }
}
