// SPDX-License-Identifier: Apache-2.0
// Does what a step's action says: sends, calls the framework, waits, runs a fragment.

import Encodings
import Expectations
import Findings
import HTTPMessages
import HTTPTransport
import JSON
import PartnerFramework
import Redaction
import Results
import SourceText
import SuiteModel

extension ScenarioExecutor {
  /// Does the action of a step, once.
  func perform(
    _ step: Step, _ frame: Frame, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    switch step.action {
    case .request(let request): try perform(request, step, frame, location)
    case .partner(let partner): try perform(partner, step, frame, location)
    case .user(let user): try perform(user, frame, location)
    case .wait(let wait): try perform(wait, frame, location)
    case .use(let use): try perform(use, frame, location)
    }
  }

  private func perform(
    _ template: RequestTemplate, _ step: Step, _ frame: Frame, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    let prepared = try template.prepared(defaults: step.defaultHeaders, in: bindings(frame))
    let sender = sender(location)
    let request = try sender.message(for: prepared)
    redaction.addSecrets(of: request)
    let origin = context.profile.baseURL.origin
    guard let burst = template.burst else {
      let outcome = sender.send(request, to: origin, deadline: deadline)
      return result(of: outcome)
    }
    var outcome = RequestSender.Outcome()
    var statuses: [Int] = []
    for _ in 0..<burst {
      let deadline = sender.postponed(deadline, by: outcome.waited)
      guard let response = sender.exchange(request, with: origin, deadline, &outcome) else { break }
      statuses.append(response.status)
      sender.passed(response)
    }
    var result = result(of: outcome)
    if outcome.problem == nil { result.end = .answered(observation(.statuses(statuses))) }
    return result
  }

  func sender(_ location: SourceLocation) -> RequestSender {
    RequestSender(client: client, context: context, location: location) { [self] response in
      redaction.addSecrets(of: response, json: nil)
    }
  }

  /// What a step sees of what was sent. What came is searched for secrets.
  func result(of outcome: RequestSender.Outcome) -> ActionResult {
    var result = ActionResult()
    result.exchanges = outcome.exchanges
    result.notes = outcome.notes
    heldBack += outcome.waited
    if let problem = outcome.problem {
      result.end = .broken(problem)
    } else if let response = outcome.response {
      let observation = observation(.response(response))
      result.end = .answered(observation)
      // It is read once, for this and for the judgement.
      redaction.addSecrets(of: response, json: try? observation.json.get())
    }
    return result
  }

  private func perform(
    _ partner: PartnerAction, _ step: Step, _ frame: Frame, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    let bindings = bindings(frame)
    let argument = try partner.argument.json(in: bindings)
    if partner.call == .state {
      var options = JSONObject()
      for option in partner.options {
        options.append(option.name, try option.value.json(in: bindings))
      }
      return try open(argument, options, on: frame.device, at: partner.position, location)
    }
    guard let framework = frame.device.framework else {
      throw EvaluationError(
        "the framework is called before it has a state; add a step 'partner: {state: …}'",
        at: partner.position)
    }
    var result = ActionResult()
    do {
      let call = try PartnerCall(name: partner.call.rawValue, arguments: argument)
      redaction.addSecrets(in: call.arguments)
      result.call = PartnerCallRecord(
        name: call.name, request: JSONWriter.text(call.arguments), answer: "")
      let answer = try call.answer(
        of: framework, deadline: PartnerDeadline(deadline.instant))
      redaction.addSecrets(in: answer.json)
      result.call?.answer = JSONWriter.text(answer.json)
      if case .error(let error) = answer, step.expect == nil {
        result.end = .failed([
          Finding(
            place: .frameworkError, position: location.position,
            expected: "an answer of the framework",
            found: "\(error)", nearest: nil)
        ])
      } else {
        result.end = .answered(observation(.json(answer.json)))
      }
    } catch let misuse as PartnerMisuse {
      result.end = .broken(
        RunProblem(.suite, misuse.description(in: cookbook), at: location))
    } catch let error as PartnerError {
      result.end = end(for: error, location)
    } catch {
      result.end = .broken(RunProblem(.partner, "\(error)", at: location))
    }
    return result
  }

  private func open(
    _ name: JSONValue, _ options: JSONObject, on device: Device, at position: Position,
    _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    guard let state = name.string else {
      throw EvaluationError("the name of a state is a text", at: position)
    }
    redaction.addSecrets(in: .object(options))
    let request = JSONValue.object([("state", name)] + options.members.map { ($0.name, $0.value) })
    var result = ActionResult()
    result.call = PartnerCallRecord(name: "open", request: JSONWriter.text(request), answer: "")
    let opening = FrameworkOpening(
      partner: context.facts["partner"]?.string ?? "Apple", state: state, options: options,
      deviceIdentifier: device.id)
    do {
      // The one before ends first: a program can have only one at a time.
      device.framework = nil
      let surroundings = FrameworkSurroundings(
        now: { [clock] in clock.now }, randomBytes: context.surroundings.randomBytes)
      device.framework = try openFramework(
        opening, surroundings, PartnerDeadline(deadline.instant))
    } catch {
      result.end = end(for: error, location)
    }
    return result
  }

  func end(
    for error: PartnerError, _ location: SourceLocation
  ) -> ActionResult.End {
    switch error {
    case .framework(let error):
      .failed([
        Finding(
          place: .frameworkError, position: location.position,
          expected: "no error of the framework",
          found: "\(error)", nearest: nil)
      ])
    case .misuse, .unknownState, .invalidOption:
      .broken(RunProblem(.suite, error.description(in: cookbook), at: location))
    case .neverAnswers(let call):
      // The emulated framework would let the application wait for ever; the clock is spared.
      .failed([
        Finding(
          place: .call(call), position: location.position,
          expected: "an answer within \(DurationText.text(deadline.allowance))",
          found: "the framework never answers", nearest: nil)
      ])
    case .failed where context.cancellation.isCancelled: .broken(.interrupted(at: location))
    case .failed(let sentence): .broken(RunProblem(.partner, sentence, at: location))
    }
  }

  private func perform(
    _ wait: WaitTemplate, _ frame: Frame, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    let duration: Duration
    switch wait {
    case .duration(let fixed, _): duration = fixed
    case .until(let template, let position):
      let value = try template.json(in: bindings(frame))
      guard let time = value.number?.integer ?? value.string.flatMap({ Int($0) }) else {
        throw EvaluationError("'until' is a time in milliseconds", at: position)
      }
      let now = clock.now.milliseconds
      let (left, isTooFar) = time.subtractingReportingOverflow(now)
      // Only a time far in the past or in the future is too far from now to be subtracted.
      duration =
        switch (isTooFar, time > 0) {
        case (true, true): .seconds(Int.max / 1000)
        case (true, false): .zero
        case (false, _): .milliseconds(max(0, left))
        }
    }
    var result = ActionResult()
    if duration <= ScenarioClock.limit, waitTakesNoTime {
      clock.advance(by: duration)
      result.notes.append(
        "set the emulated clock forward by \(DurationText.text(duration)), which took no time:"
          + " nothing is asked of the target afterwards")
      return result
    }
    if duration > deadline.remaining {
      result.end = .broken(
        RunProblem(
          .deadline,
          "waiting \(DurationText.text(duration)) is longer than the time that the "
            + "scenario has left; give it a longer 'timeout'", at: location))
    } else if !context.cancellation.wait(until: Deadline(after: duration)) {
      result.end = .broken(.interrupted(at: location))
    } else {
      result.notes.append("waited \(DurationText.text(duration)) in real time")
    }
    return result
  }
}
