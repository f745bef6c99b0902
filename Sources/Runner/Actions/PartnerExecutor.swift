// SPDX-License-Identifier: Apache-2.0
// Opens a state of the partner's framework, or calls the framework.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Text

extension ActionExecutor {
  /// Performs the action. May block until the deadline of the step.
  func perform(_ action: PartnerAction) throws(EvaluationError) -> ActionResult {
    let bindings = session.bindings(running.scope)
    let argument = try action.argument.json(in: bindings)
    guard let name = action.call else {
      var options = JSONObject()
      for option in action.options {
        options.append(option.name, try option.value.json(in: bindings))
      }
      return try open(argument, options, at: action.position)
    }
    let device = running.scope.device
    guard let framework = device.framework else {
      throw EvaluationError(
        "the framework is called before it has a state; add a step 'partner: {state: …}'",
        at: action.position, cause: .step)
    }
    var result = ActionResult()
    let declaration = device.declaration
    do throws(PartnerError) {
      let call: PartnerCall
      do {
        call = try PartnerCall(name: name, arguments: argument, of: declaration)
      } catch {
        throw .misuse(error)
      }
      session.addSecrets(in: .object(call.arguments), of: declaration)
      result.call = PartnerCallRecord(
        name: call.name, request: JSONWriter.text(.object(call.arguments)), answer: "")
      if let refusal = refusal(of: call) { throw .misuse(refusal) }
      let answer = try framework.answer(to: call, deadline: session.deadline.instant)
      if case .result(_, let remark?) = answer { result.notes.append(remark) }
      if let asked = declaration.permission {
        device.permission = asked.permission(device.permission, after: call, answer)
      }
      session.addSecrets(in: answer.json, of: declaration)
      result.call?.answer = JSONWriter.text(answer.json)
      if case .error(let error) = answer, running.step.expect == nil {
        result.end = .failed([
          Finding(
            place: .frameworkError, position: running.location.position,
            expected: "an answer of the framework", found: "\(PartnerAnswer.words(for: error))")
        ])
      } else {
        result.end = .answered(session.observation(.json(answer.json)))
      }
    } catch {
      result.end = session.end(of: error, at: running.location)
    }
    return result
  }

  /// Why a call is not made: a conforming application would not make it. nil where it is made.
  private func refusal(of call: PartnerCall) -> PartnerMisuse? {
    let device = running.scope.device
    if running.scope.isHostile { return nil }
    return device.declaration.refusal(
      of: call, ofSteps: running.step.cookbookSteps.map(\.description), in: session.cookbook,
      after: device.permission)
  }

  private func open(
    _ name: JSONValue, _ options: JSONObject, at position: Position
  ) throws(EvaluationError) -> ActionResult {
    guard let state = name.string else {
      throw EvaluationError("the name of a state is a text", at: position)
    }
    session.addSecrets(in: .object(options), of: running.scope.device.declaration)
    session.secrets.addPublic(options)
    let request = JSONValue.object([("state", name)] + options.members.map { ($0.name, $0.value) })
    var result = ActionResult()
    result.call = PartnerCallRecord(name: "open", request: JSONWriter.text(request), answer: "")
    let device = running.scope.device
    let opening = FrameworkOpening(
      partner: session.context.facts["partner"]?.string ?? "", state: state,
      options: options, deviceIdentifier: device.id, framework: device.partner)
    do {
      // The framework before this one ends first: a program serves one at a time.
      device.framework = nil
      let environment = FrameworkEnvironment(
        now: { [clock = session.clock] in clock.now },
        randomBytes: session.context.environment.randomBytes)
      device.framework = try session.openFramework(
        opening, environment, session.deadline.instant)
    } catch {
      result.end = session.end(of: error, at: running.location)
    }
    return result
  }
}

extension StepExecutor {
  /// Blames a program for an answer of its own that is not as a step expects, and not the service.
  func blameProgram(in running: RunningStep, _ record: inout StepRecord) {
    let source = session.context.environment.framework[running.scope.device.partner]
    guard case .partner = running.step.action, running.step.covers.isEmpty, !source.followsClock,
      case .failed(let findings) = record.verdict
    else { return }
    let answer = session.secrets.mask.masked(record.call?.answer ?? "").prefix(300)
    let places = findings.map { "\($0.place)" }.joined(separator: ", ")
    // What an answer of the service gave may be wrong, too, and nothing tells which of them is.
    let given = running.step.action.variables.compactMap(\.name).unique
      .filter { running.scope.saved[$0] != nil }.map { "${\($0)}" }.joined(separator: ", ")
    let doubt = given.isEmpty ? "" : "; or it was given a wrong value: \(given)"
    record.verdict = .broken(
      RunProblem(
        .partner,
        "the \(source.name) answered \(answer), and the step expects else (\(places))\(doubt)",
        at: running.location))
  }
}

extension ScenarioSession {
  /// Remembers what is secret by its name, and what the framework declares to be.
  func addSecrets(in value: JSONValue, of declaration: FrameworkDeclaration) {
    for member in FrameworkDeclaration.members(of: value, named: declaration.secretNames) {
      secrets.addAll(member.value, named: member.name)
    }
    secrets.addSecrets(in: value)
  }

  /// How a step ends whose call of the framework gave no answer.
  func end(of error: PartnerError, at location: SourceLocation) -> ActionResult.End {
    switch error {
    case .misuse, .unknownState, .invalidOption:
      .broken(RunProblem(.suite, error.description, at: location))
    case .neverAnswers(let call):
      // The emulator would let the application wait for ever; the run does not wait.
      .failed([
        Finding(
          place: .call(call), position: location.position,
          expected: "an answer within \(DurationText.text(deadline.allowance))",
          found: "the framework never answers")
      ])
    case .unsupported(let sentence): .unsupported(sentence)
    case .failed where context.time.isCancelled: .broken(.interrupted(at: location))
    case .failed(let sentence): .broken(RunProblem(.partner, sentence, at: location))
    }
  }
}
