// SPDX-License-Identifier: Apache-2.0
// Sends the request of a step.

import Expectations
import HTTPMessages
import HTTPTransport
import JSON
import Redaction
import Results
import SuiteModel
import Templates

/// Sends the request of a step, or a burst of equal requests.
struct RequestExecutor {
  let session: ScenarioSession
  let running: RunningStep
}

extension RequestExecutor {
  /// Sends the request. May block until the deadline of the step.
  func perform(_ template: RequestTemplate) throws(EvaluationError) -> ActionResult {
    let prepared = try template.prepared(
      defaults: running.step.defaultHeaders, in: session.bindings(running.frame))
    let sender = session.sender(at: running.location)
    let request = try session.context.target.message(for: prepared)
    session.secrets.addSecrets(of: request)
    let origin = session.context.profile.baseURL.origin
    guard let burst = template.burst else {
      return session.result(of: sender.send(request, to: origin, deadline: session.deadline))
    }
    var outcome = RequestSender.Outcome()
    var statuses: [Int] = []
    for _ in 0..<burst {
      let deadline = sender.postponed(session.deadline, by: outcome.waited)
      guard let response = sender.exchange(request, with: origin, deadline, &outcome) else { break }
      statuses.append(response.status)
      sender.passed(response)
    }
    var result = session.result(of: outcome)
    if outcome.problem == nil { result.end = .answered(session.observation(.statuses(statuses))) }
    return result
  }
}

extension ScenarioSession {
  /// A sender for the requests of one step.
  func sender(at location: SourceLocation) -> RequestSender {
    RequestSender(client: client, target: context.target, location: location) { [self] response in
      secrets.addSecrets(of: response, json: nil)
    }
  }

  /// The result of an action that has sent requests. Searches the answer for secrets.
  func result(of outcome: RequestSender.Outcome) -> ActionResult {
    var result = ActionResult()
    result.exchanges = outcome.exchanges
    result.notes = outcome.notes
    limits.hold(outcome.waited)
    if let problem = outcome.problem {
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
