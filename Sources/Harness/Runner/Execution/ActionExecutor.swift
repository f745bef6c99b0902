// SPDX-License-Identifier: Apache-2.0
// Does what a step's action says: sends, calls the framework, waits, runs a fragment.

import Encodings
import Expectations
import HTTPMessages
import HTTPTransport
import JSON
import PartnerFramework
import Results
import SourceText
import SuiteModel

extension ScenarioExecutor {
  /// Does the action of a step, once.
  func perform(
    _ step: Step, _ frame: Frame, deadline: Deadline, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    switch step.action {
    case .request(let request):
      return try perform(request, step, frame, deadline: deadline, location)
    case .partner(let partner):
      return try perform(partner, step, frame, deadline: deadline, location)
    case .user(let user):
      return try perform(user, frame, deadline: deadline, location)
    case .wait(let wait): return try perform(wait, frame, location)
    case .use(let use): return try perform(use, frame, location)
    }
  }

  private func perform(
    _ template: RequestTemplate, _ step: Step, _ frame: Frame, deadline: Deadline,
    _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    let prepared = try template.prepared(defaults: step.defaultHeaders, in: bindings(frame))
    let sender = RequestSender(client: client, context: context)
    let request = try sender.message(for: prepared)
    collectSecrets(of: request)
    var result = ActionResult()
    if let burst = template.burst {
      var outcome = RequestSender.Outcome()
      var statuses: [Int] = []
      for _ in 0..<burst {
        guard let response = sender.exchange(request, deadline, location, &outcome) else { break }
        statuses.append(response.status)
      }
      result.exchanges = outcome.exchanges
      result.notes = outcome.notes
      result.end =
        outcome.problem.map { .broken($0) } ?? .answered(observation(.statuses(statuses)))
      return result
    }
    let outcome = sender.send(request, deadline: deadline, location: location)
    result.exchanges = outcome.exchanges
    result.notes = outcome.notes
    if let problem = outcome.problem {
      result.end = .broken(problem)
    } else if let response = outcome.response {
      if let body = try? JSONParser.document(response.body).root { redaction.addSecrets(in: body) }
      result.end = .answered(observation(.response(response)))
    }
    return result
  }

  /// What a request carries in secret places must not show anywhere else.
  private func collectSecrets(of request: HTTPRequest) {
    for field in request.headers.fields where Redaction.isSecretHeader(field.name) {
      redaction.add(field.value, named: field.name)
      if let space = field.value.firstIndex(of: " ") {
        let rest = String(field.value[field.value.index(after: space)...])
        redaction.add(rest, named: field.name)
      }
    }
    let type = request.headers["Content-Type"] ?? ""
    if type.contains("x-www-form-urlencoded"), let fields = FormBody.decode(request.body) {
      redaction.addSecrets(in: .object(fields.map { ($0.name, .string($0.value)) }))
    } else if type.contains("json"), let body = try? JSONParser.document(request.body).root {
      redaction.addSecrets(in: body)
    }
  }

  private func perform(
    _ partner: PartnerAction, _ step: Step, _ frame: Frame, deadline: Deadline,
    _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    let bindings = bindings(frame)
    let argument = try partner.argument.json(in: bindings)
    var result = ActionResult()
    if partner.call == .state {
      guard let state = argument.string else {
        throw EvaluationError("the name of a state is a text", at: partner.position)
      }
      var options = JSONObject()
      for option in partner.options {
        options.append(option.name, try option.value.json(in: bindings))
      }
      result.call = PartnerCallRecord(
        name: "open",
        request: JSONWriter.text(.object([("state", .string(state))] + options.pairs)), answer: "")
      let opening = FrameworkOpening(
        partner: context.facts["partner"]?.string ?? "Apple", state: state, options: options,
        deviceIdentifier: frame.device.id)
      do {
        frame.device.framework = nil
        let surroundings = FrameworkSurroundings(
          now: { [clock] in clock.now }, randomBytes: context.surroundings.randomBytes)
        frame.device.framework = try openFramework(
          opening, surroundings, PartnerDeadline(deadline.instant))
      } catch {
        result.end = end(for: error, location, deadline)
      }
      return result
    }
    guard let framework = frame.device.framework else {
      throw EvaluationError(
        "the framework is called before it has a state; add a step 'partner: {state: …}'",
        at: partner.position)
    }
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
            place: "error", location: location, expected: "an answer of the framework",
            found: "\(error)", nearest: nil)
        ])
      } else {
        result.end = .answered(observation(.json(answer.json)))
      }
    } catch let misuse as PartnerMisuse {
      result.end = .broken(RunProblem(.suite, misuse.description, at: location))
    } catch let error as PartnerError {
      result.end = end(for: error, location, deadline)
    } catch {
      result.end = .broken(RunProblem(.partner, "\(error)", at: location))
    }
    return result
  }

  private func end(
    for error: PartnerError, _ location: SourceLocation, _ deadline: Deadline
  ) -> ActionResult.End {
    switch error {
    case .framework(let error):
      .failed([
        Finding(
          place: "error", location: location, expected: "no error of the framework",
          found: "\(error)", nearest: nil)
      ])
    case .misuse, .unknownState, .invalidOption:
      .broken(RunProblem(.suite, error.description, at: location))
    case .neverAnswers(let call):
      // The emulated framework would let the application wait for ever; the clock is spared.
      .failed([
        Finding(
          place: call, location: location,
          expected: "an answer within \(DurationText.text(deadline.allowance))",
          found: "the framework never answers", nearest: nil)
      ])
    case .failed where context.cancellation.isCancelled:
      .broken(RunProblem(.interrupted, "the run was interrupted", at: location))
    case .failed(let sentence): .broken(RunProblem(.partner, sentence, at: location))
    }
  }

  private func perform(
    _ user: UserActionTemplate, _ frame: Frame, deadline: Deadline, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    let argument = try user.argument?.json(in: bindings(frame))
    if user.kind == .visit {
      return try visit(argument, user, frame, deadline: deadline, location)
    }
    var result = ActionResult()
    guard let framework = frame.device.framework else {
      throw EvaluationError(
        "the user acts before the framework has a state; add a step 'partner: {state: …}'",
        at: user.position)
    }
    guard let action = UserAction(name: user.kind.rawValue, provider: argument?.scalarText) else {
      throw EvaluationError("'\(user.kind.rawValue)' names a provider", at: user.position)
    }
    result.call = PartnerCallRecord(
      name: "user", request: JSONWriter.text(action.json), answer: "")
    do {
      try framework.user(action, deadline: PartnerDeadline(deadline.instant))
    } catch {
      result.end = end(for: error, location, deadline)
    }
    return result
  }

  private func visit(
    _ argument: JSONValue?, _ user: UserActionTemplate, _ frame: Frame, deadline: Deadline,
    _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    guard let text = argument?.string,
      let url = context.profile.baseURL.resolving(text)
    else { throw EvaluationError("'visit' takes a URL", at: user.position) }
    guard let redirectURL = context.facts["redirect_url"]?.string else {
      throw EvaluationError(
        "'visit' ends at the fact 'redirect_url', which the target's profile does not give",
        at: user.position)
    }
    let absolute = "\(url.origin)\(url.target)"
    var result = ActionResult()
    if let program = context.surroundings.visit {
      do throws(PartnerError) {
        let reached = try program(absolute, redirectURL, PartnerDeadline(deadline.instant))
        result.end = .answered(observation(.json(["reached": .string(reached)])))
      } catch {
        result.end = end(for: error, location, deadline)
      }
      return result
    }
    let agent = UserAgent(
      client: client, cancellation: context.cancellation,
      userAgentName: "\(context.settings.tool.name)/\(context.settings.tool.version) (visit)")
    let outcome = agent.follow(
      absolute, until: redirectURL, cookies: &frame.device.cookies, deadline: deadline
    ) { hop in
      collectSecrets(of: hop.request)
      result.exchanges.append(RequestSender.record(hop.request, hop.origin, hop.exchange))
    }
    switch outcome {
    case .reached(let reached):
      result.end = .answered(observation(.json(["reached": .string(reached)])))
    case .stuck(let sentence, let isTransport):
      result.end = .broken(
        RunProblem(
          isTransport ? .transport : .partner, "the user agent did not come back: \(sentence)",
          at: location))
    }
    return result
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
      let (distance, isOverflow) = time.subtractingReportingOverflow(now)
      duration = .milliseconds(isOverflow ? 0 : max(0, distance))
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
      result.end = .broken(RunProblem(.interrupted, "the run was interrupted", at: location))
    } else {
      result.notes.append("waited \(DurationText.text(duration)) in real time")
    }
    return result
  }
}

extension JSONObject {
  /// The members without their offsets.
  var pairs: [(name: String, value: JSONValue)] { members.map { ($0.name, $0.value) } }
}
