// SPDX-License-Identifier: Apache-2.0
// Runs one step: its condition, its action with retries, its judgement.

import Expectations
import Formats
import HTTP
import Record
import Suites
import Text

/// Runs the steps of a scenario, one at a time.
struct StepExecutor {
  let session: ScenarioSession

  /// Runs a step. Afterwards the scope holds what the step saved.
  ///
  /// - Returns: The record, and whether the later steps have what they need.
  func run(_ step: Step, _ outer: inout NameScope) -> (record: StepRecord, goesOn: Bool) {
    var scope = outer
    if let name = step.device, let device = session.device(named: name) { scope.device = device }
    if step.isHostile { scope.isHostile = true }
    let running = RunningStep(step: step, scope: scope)
    var record = step.record(.passed, in: scope)
    record.startedAfter = session.context.time.elapsed
    let hadFailed = session.hasFailed
    if let problem = session.stopProblem(at: running.location) {
      record.verdict = problem.kind == .interrupted ? .interrupted : .broken(problem)
      if hadFailed { skipAfterFailure(&record) }
      return (record, false)
    }
    var answer: Observation?
    var goesOn = false
    do {
      if let name = step.usedName(among: scope.doubtful) {
        record.verdict = .skipped(
          because: "it uses ${\(name)}, which a step that failed may have saved wrongly")
        goesOn = step.isIndependent
      } else if let reason = try unmetCondition(of: running) {
        record.verdict = .skipped(because: reason)
        saveNothing(of: step, in: &scope)
        goesOn = true
      } else {
        let times = try times(of: running)
        session.sendBy = try session.sendingTime(of: step, in: scope)
        session.outlines = []
        session.limits.begin(session.limits.limit(after: times.allowance))
        defer { session.limits.endStep() }
        let result = try result(of: running, times.retry)
        answer = result.judged
        record.exchanges = result.exchanges
        record.leftOut = result.leftOut
        record.call = result.call
        record.notes = result.notes.all.map { .text($0) }
        record.steps = result.steps
        record.sharedFragment = result.sharedFragment
        goesOn = try StepJudge(session: session, step: step).finish(result, &record, &scope)
        blameProgram(in: running, &record)
        if record.verdict.kind.isFault {
          record.notes.insert(contentsOf: session.outlines.unique.map { .text($0) }, at: 0)
          record.notes += try step.conditions.map { condition throws(EvaluationError) in
            "it is only done where \(try condition.clause(in: session.bindings(running.scope)))"
          }
        }
      }
    } catch {
      record.verdict = verdict(of: error, in: running, scope, record.startedAfter)
    }
    if hadFailed { skipAfterFailure(&record) }
    if case .broken(let problem) = record.verdict, problem.kind == .interrupted {
      record.verdict = .interrupted
    }
    if !step.advice.isEmpty, record.verdict.kind.isFault {
      record.advice = step.advice(on: answer, in: session.bindings(scope))
    }
    // The answer has been judged, so the client may drop it.
    session.job.client.releaseBodies()
    outer.saved = scope.saved
    outer.origins = scope.origins
    outer.doubtful = scope.doubtful
    record.duration = session.context.time.elapsed - record.startedAfter
    return (record, goesOn)
  }

  /// Skips a step that can't be run after a failed one: it may lack what a right answer has.
  private func skipAfterFailure(_ record: inout StepRecord) {
    guard !record.isFinal, case .broken(let problem) = record.verdict else { return }
    switch problem.kind {
    case .suite, .deadline:
      record.verdict = .skipped(
        because: "an earlier step failed, and this one can't be run: \(problem.message)")
    case .transport, .partner, .fragment, .interrupted: break
    }
  }

  /// The durations of a step, with the values of their variables.
  private struct Times {
    /// The time that the step has; nil for no limit of its own.
    var allowance: Duration?
    var retry: (interval: Duration, limit: Duration)?
  }

  private func times(of running: RunningStep) throws(EvaluationError) -> Times {
    let step = running.step
    var times = Times()
    if step.retry != nil || step.timeout != nil {
      let bindings = session.bindings(running.scope)
      times.retry = try step.retry?.times(in: bindings)
      times.allowance = try step.timeout?.duration(in: bindings)
    }
    switch step.action {
    case .wait, .use: break
    case .request, .partner, .user:
      let standard = session.context.profile.timeouts.step
      times.allowance = times.allowance ?? times.retry.map { $0.limit + standard } ?? standard
    }
    return times
  }

  /// Why the step is skipped; nil if all its conditions hold.
  private func unmetCondition(of running: RunningStep) throws(EvaluationError) -> String? {
    guard !running.step.conditions.isEmpty else { return nil }
    let bindings = session.bindings(running.scope)
    for condition in running.step.conditions {
      let value = try condition.variable.json(in: bindings)
      let pattern = try condition.pattern.pattern(in: bindings)
      let name = condition.variable.written
      let mismatches = pattern.mismatches(
        ofVariable: name, value, at: session.observation(.json(value)))
      if let first = mismatches.first {
        let clause = pattern.clause("`\(name)`")
        let origin = condition.variable.name.flatMap { running.scope.origins[$0] }
        let found =
          origin.map { Self.found(value, first, gaveBy: $0) } ?? Self.found(value, first, name)
        return "it is only done where \(clause), and \(found)"
      }
    }
    return nil
  }

  /// What does not fit, in the words of a reader who has not written the suite.
  private static func found(_ value: JSONValue, _ finding: Finding, _ name: String) -> String {
    if value == .null { return "there is no `\(name)` here" }
    return "it is \(finding.isMissing ? value.withArticle : finding.found) here"
  }

  private static func found(
    _ value: JSONValue, _ finding: Finding, gaveBy origin: SaveOrigin
  ) -> String {
    let found = value == .null ? "none" : finding.isMissing ? value.withArticle : finding.found
    return "the step '\(origin.stepName)' gave \(found)"
  }

  /// Gives `null` to the names that a skipped step would have bound and no earlier step has.
  private func saveNothing(of step: Step, in scope: inout NameScope) {
    func save(_ name: String) { if scope.saved[name] == nil { scope.saved[name] = .json(.null) } }
    for rule in step.save { save(rule.name) }
    if case .use(let use) = step.action {
      for name in session.context.fragments[use.fragment]?.gives ?? [] { save(name) }
    }
  }

  /// Performs the action, again and again while the answer matches `retry`.
  ///
  /// - Parameter times: The times of `retry`, if the step has it.
  private func result(
    of running: RunningStep, _ times: (interval: Duration, limit: Duration)?
  ) throws(EvaluationError) -> ActionResult {
    let action = ActionExecutor(session: session, running: running)
    guard let retry = running.step.retry, let times else { return try action.perform() }
    let location = running.location
    let limit = session.limits.limit(after: times.limit)
    var result = try action.perform()
    var count = 1
    while case .answered(let answer) = result.end, result.faults.isEmpty {
      let condition = try retry.condition.expectation(evaluatedIn: session.bindings(running.scope))
      guard condition.holds(for: answer) else { break }
      if session.limits.deadline(of: limit).remaining < times.interval {
        result.last = answer
        result.end = .failed(
          try findings(in: answer, running, condition, asked: count, within: times.limit))
        break
      }
      if session.deadline.remaining < times.interval {
        result.end = .broken(
          RunProblem(
            .deadline, "the time of the step ended before it could be asked again", at: location))
        break
      }
      // The answer is not needed during the wait.
      result.end = .done
      guard session.wait(for: times.interval) else {
        result.end = .broken(.interrupted(at: location))
        break
      }
      let earlier = result
      result = try action.perform()
      result.follow(earlier)
      count += 1
    }
    if count > 1 { result.notes.conclude("asked \(count) times") }
    return result
  }

  /// What is wrong with the last answer where `retry` gave up: what the step expects says what was
  /// waited for, and its place says for which requirement. Where that is met, the condition says it.
  private func findings(
    in answer: Observation, _ running: RunningStep, _ condition: Expectation, asked count: Int,
    within limit: Duration
  ) throws(EvaluationError) -> [Finding] {
    let waited = DurationText.text(limit)
    let expected = try running.step.expect?.expectation(
      evaluatedIn: session.bindings(running.scope))
    let findings = expected?.judgement(of: answer).mismatches ?? []
    if findings.isEmpty {
      let number: QuotingText = count == 1 ? "this once" : "the same \(count) times"
      return [
        Finding(
          place: .retry, position: running.location.position,
          expected: "another answer within \(waited)", found: "\(number): \(condition.clauses)")
      ]
    }
    let asked: QuotingText =
      count == 1 ? "asked once within \(waited)" : "asked \(count) times within \(waited)"
    return findings.map {
      var finding = $0
      finding.nearestText = finding.nearestText.map { "\($0); \(asked)" } ?? asked
      return finding
    }
  }
}

extension Step {
  /// The variables that the step can't be run without.
  var neededVariables: [VariableExpression] {
    var used = conditions.flatMap { $0.variable.variables + $0.pattern.variables }
    used += action.variables + save.flatMap(\.source.variables)
    used += retry?.variables ?? []
    used += timeout?.variables ?? []
    used += by?.variables ?? []
    used += sentDefaultHeaders.flatMap(\.variables)
    return used
  }

  /// The first of these names that the step can't be run without.
  fileprivate func usedName(among names: Set<String>) -> String? {
    if names.isEmpty { return nil }
    return neededVariables.lazy.compactMap(\.name).first { names.contains($0) }
  }
}

extension EvaluationError {
  /// The kind of problem that a report calls it.
  var problemKind: RunProblem.Kind {
    switch cause {
    case .suite, .unbound, .step: .suite
    case .framework: .partner
    }
  }
}

/// A step that is being run, with the names and the device that it uses.
struct RunningStep {
  let step: Step
  let scope: NameScope

  var location: SourceLocation { step.location }
}

extension Step {
  /// Where the step stands.
  var location: SourceLocation { SourceLocation(file: file, position: position) }

  /// The record of the step before anything of it was done.
  func record(_ verdict: Verdict, in scope: NameScope) -> StepRecord {
    var record = StepRecord(
      name: name, about: about, action: action.kind, location: location,
      device: device ?? scope.device.name, covers: covers, isFinal: scope.isFinal,
      verdict: verdict, route: action.route)
    record.isHostile = isHostile || scope.isHostile
    record.cookbookSteps = cookbookSteps
    return record
  }

  /// The endpoint that it asks, with `*` for what differs; for an action that is no request, its name.
  var endpoint: String { action.route.map(RoutePattern.folded) ?? name }
}

extension Action {
  /// The route of a request, as the suite writes it; nil for other actions.
  fileprivate var route: String? {
    if case .request(let request) = self { request.route } else { nil }
  }

  /// The kind of the action as reports name it.
  fileprivate var kind: StepRecord.Action {
    switch self {
    case .request: .request
    case .partner: .partner
    case .user: .user
    case .wait: .wait
    case .use: .use
    }
  }
}

extension StepExecutor {
  /// Runs the steps while the later ones have what they need; under `finally`, all of them.
  func run(_ steps: [Step], _ scope: inout NameScope) -> StepsOutcome {
    var outcome = StepsOutcome()
    outcome.steps.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      let isStopped = scope.isFinal ? session.context.time.isCancelled : outcome.isOver
      if isStopped {
        outcome.steps.append(step.record(.notReached, in: scope))
        continue
      }
      session.remaining.append(steps[(index + 1)...])
      let (record, goesOn) = run(step, &scope)
      session.remaining.removeLast()
      if !goesOn { outcome.isOver = true }
      switch record.verdict {
      case .failed, .broken, .blocked, .interrupted:
        if outcome.end == nil {
          outcome.end = record.verdict
          outcome.endName = record.name
        }
        if outcome.problem == nil, case .broken = record.verdict {
          outcome.problem = record.verdict
        }
        if !scope.isFinal { session.hasFailed = true }
      case .passed, .skipped, .notReached: break
      }
      outcome.steps.append(record)
    }
    return outcome
  }
}
