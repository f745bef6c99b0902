// SPDX-License-Identifier: Apache-2.0
// Sends the request of a step, and waits.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Text

extension ActionExecutor {
  /// Sends the request. May block until the deadline of the step.
  func perform(_ template: RequestTemplate) throws(EvaluationError) -> ActionResult {
    let prepared = try template.prepared(
      defaults: running.step.defaultHeaders, in: session.bindings(running.scope))
    let sender = session.sender(for: running)
    let request = try session.context.target.message(
      for: prepared, from: running.scope.device.platform.userAgent)
    session.secrets.addSecrets(of: request)
    let origin = session.context.profile.baseURL.origin
    guard let burst = template.burst else {
      let outcome = sender.send(request, to: origin, deadline: session.deadline)
      var result = session.result(of: outcome)
      if let response = outcome.response { judgeFraming(of: response, to: request, &result) }
      return result
    }
    var outcome = RequestSender.Outcome()
    var statuses: [Int] = []
    var firsts: [HTTPResponse] = []
    var faults: [Finding] = []
    for _ in 0..<burst {
      let deadline = sender.postponed(session.deadline, by: outcome.waited)
      let response = sender.exchange(request, with: origin, deadline, &outcome)
      outcome.leaveOutMiddle()
      guard let response else { break }
      if !statuses.contains(response.status) { firsts.append(response) }
      statuses.append(response.status)
      if faults.isEmpty {
        faults = FramingFindings.inHead(of: response, at: running.location.position)
      }
      sender.passed(response)
    }
    var result = session.result(of: outcome)
    if outcome.problem == nil, outcome.shortage == nil, !outcome.isLate {
      result.end = .answered(session.observation(.burst(statuses, firsts: firsts)))
      result.faults = Array(faults.prefix(1))
    }
    return result
  }

  /// Finds what makes an answer useless for every client.
  private func judgeFraming(
    of response: HTTPResponse, to request: HTTPRequest, _ result: inout ActionResult
  ) {
    let position = running.location.position
    result.faults = FramingFindings.inHead(of: response, at: position)
    if result.faults.isEmpty, running.step.readsBody {
      switch FramingFindings.coding(of: response, to: request, at: position) {
      case .none: break
      case .fault(let finding): result.faults = [finding]
      case .unreadable(let sentence):
        result.end = .broken(RunProblem(.suite, sentence, at: running.location))
      }
    }
    result.hasUselessBody = !result.faults.isEmpty
  }
}

extension Step {
  /// Whether something of the body is saved, expected, or decides on a repetition.
  fileprivate var readsBody: Bool {
    expect?.readsBody == true || retry?.condition.readsBody == true
      || save.contains { $0.source.readsBody }
  }
}

extension ScenarioSession {
  func sender(for running: RunningStep) -> RequestSender {
    let randomBytes = context.environment.randomBytes
    return RequestSender(
      job: job, target: context.target, location: running.location,
      by: sendBy?.deadline,
      passed: { [self] response in secrets.addSecrets(of: response, json: nil) },
      cause: SentCause(
        suite: suite, scenario: name, step: running.step.name, location: running.location,
        isHostile: running.scope.isHostile),
      endpoint: running.step.endpoint,
      // W3C Trace Context, section 3.2: each request is a span of its own, and is sampled.
      traceparent: traceID.map { id in
        { "00-\(id)-\(Hexadecimal.text(of: randomBytes(8)))-01" }
      }, sent: context.settings.sent)
  }

  /// The result of an action that has sent requests. Searches the answer for secrets.
  func result(of outcome: RequestSender.Outcome) -> ActionResult {
    var result = ActionResult()
    result.exchanges = outcome.exchanges
    result.leftOut = outcome.leftOut
    result.notes = outcome.notes
    limits.hold(outcome.waited)
    if outcome.isLate, let sendBy {
      result.end = .late(
        "its request had to be sent by \(sendBy.time.iso8601), and the run was too slow for that")
    } else if let shortage = outcome.shortage {
      result.end =
        context.time.isCancelled
        ? .broken(.interrupted(at: nil))
        : .blocked(because: "the system did not let the run go on: \(shortage)")
    } else if let outage = outcome.outage {
      result.end = .blocked(because: outage)
    } else if let problem = outcome.problem {
      result.end = .broken(problem)
    } else if let response = outcome.response {
      let observation = observation(.response(response))
      result.end = .answered(observation)
      // The observation parses the body once, for this search and for the judgement.
      secrets.addSecrets(of: response, json: try? observation.json.get())
    }
    return result
  }
}

extension ActionExecutor {
  /// Waits. Takes no time if setting the clock forward has the same effect.
  func perform(_ wait: WaitTemplate) throws(EvaluationError) -> ActionResult {
    let duration = try duration(of: wait)
    let location = running.location
    var result = ActionResult()
    if duration <= ScenarioClock.limit, canSetClock {
      session.clock.advance(by: duration)
      result.notes.append(
        "set the emulated clock forward by \(DurationText.text(duration)), which took no time:"
          + " nothing is asked of the target afterwards")
      return result
    }
    if duration > session.deadline.remaining {
      result.end = .broken(
        RunProblem(
          .deadline,
          "waiting \(DurationText.text(duration)) is longer than the time that the "
            + "scenario has left; give it a longer 'timeout'", at: location))
    } else if !session.wait(for: duration) {
      result.end = .broken(.interrupted(at: location))
    } else {
      result.notes.append("waited \(DurationText.text(duration)) in real time")
    }
    return result
  }

  private func duration(of wait: WaitTemplate) throws(EvaluationError) -> Duration {
    switch wait {
    case .duration(let duration, _):
      return try duration.duration(in: session.bindings(running.scope))
    case .until(let template, let position):
      let value = try template.json(in: session.bindings(running.scope))
      guard let time = value.number?.integer ?? value.string.flatMap({ Int($0) }) else {
        throw EvaluationError("'until' is a time in milliseconds", at: position)
      }
      let (left, isTooFar) = time.subtractingReportingOverflow(session.clock.now.milliseconds)
      // The difference overflows only for a time far in the past or far in the future.
      return switch (isTooFar, time > 0) {
      case (true, true): .longest
      case (true, false): .zero
      case (false, _): .bounded(milliseconds: left)
      }
    }
  }

  /// Whether the wait can set the clock forward: no other program, and no later request, can tell.
  private var canSetClock: Bool {
    guard session.context.environment.framework.followClock, !session.isShared else {
      return false
    }
    return !session.remaining.contains { session.context.fragments.haveRequest(among: $0) }
  }
}
