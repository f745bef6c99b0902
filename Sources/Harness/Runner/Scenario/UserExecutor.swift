// SPDX-License-Identifier: Apache-2.0
// Does what the person does: answers the framework, or follows a URL in a user agent.

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
  func perform(
    _ user: UserActionTemplate, _ frame: Frame, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    let argument = try user.argument?.json(in: bindings(frame))
    if user.kind == .visit {
      return try visit(argument, user, frame.device, location)
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
      result.end = end(for: error, location)
    }
    return result
  }

  private func visit(
    _ argument: JSONValue?, _ user: UserActionTemplate, _ device: Device,
    _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    guard let text = argument?.string, let url = context.profile.baseURL.resolving(text)
    else { throw EvaluationError("'visit' takes a URL", at: user.position) }
    guard let redirectURL = context.facts["redirect_url"]?.string else {
      throw EvaluationError(
        "'visit' ends at the fact 'redirect_url', which the target's profile does not give",
        at: user.position)
    }
    let absolute = "\(url.origin)\(url.target)"
    redaction.addSecrets(inText: absolute)
    if let program = context.surroundings.visit {
      var result = ActionResult()
      do throws(PartnerError) {
        let reached = try program(absolute, redirectURL, PartnerDeadline(deadline.instant))
        result.end = end(reaching: reached)
      } catch {
        result.end = end(for: error, location)
      }
      return result
    }
    let sender = sender(location)
    var outcome = RequestSender.Outcome()
    let agent = UserAgent(name: "\(context.userAgentName) (visit)")
    let end = agent.follow(
      absolute, of: context.profile.baseURL.origin, until: redirectURL, cookies: &device.cookies
    ) { request, origin in
      redaction.addSecrets(of: request)
      var hop = sender.send(
        request, to: origin, deadline: sender.postponed(deadline, by: outcome.waited))
      let response = hop.response.take()
      if let response { sender.passed(response) }
      outcome.add(hop)
      return response
    }
    var result = result(of: outcome)
    switch end {
    case .reached(let reached): result.end = self.end(reaching: reached)
    case .refused(let found):
      result.end = .failed([
        Finding(
          place: .visit, position: location.position,
          expected: "redirects until the user agent is back at the redirect URL",
          found: found, nearest: nil)
      ])
    case .stuck(let sentence):
      result.end = .broken(
        RunProblem(.partner, "the user agent did not come back: \(sentence)", at: location))
    case .silent: break
    }
    return result
  }

  private func end(reaching url: String) -> ActionResult.End {
    redaction.addSecrets(inText: url)
    return .answered(observation(.json(["reached": .string(url)])))
  }
}
