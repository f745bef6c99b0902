// SPDX-License-Identifier: Apache-2.0
// Sends the request of a step.

import Formats
import HTTP
import Record
import Suites
import Text

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
    let sender = session.sender(for: running)
    let request = try session.context.target.message(for: prepared)
    session.secrets.addSecrets(of: request)
    session.trace.sends(
      request,
      pause: try running.step.retry?.times(in: session.bindings(running.frame)).interval
        ?? template.burst.map { _ in .zero }, at: session.clock.now)
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
        faults = FramingFaults.inHead(of: response, at: running.location.position)
      }
      sender.passed(response)
    }
    var result = session.result(of: outcome)
    if outcome.problem == nil, !outcome.isLate {
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
    result.faults = FramingFaults.inHead(of: response, at: position)
    if result.faults.isEmpty, running.step.readsBody {
      switch FramingFaults.coding(of: response, to: request, at: position) {
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
  /// A sender for the requests of one step.
  func sender(for running: RunningStep) -> RequestSender {
    RequestSender(
      slot: slot, target: context.target, location: running.location, priority: slot.priority,
      by: sendBy?.deadline,
      passed: { [self] response in secrets.addSecrets(of: response, json: nil) },
      cause: SentCause(
        suite: suite, scenario: name, step: running.step.name, location: running.location,
        isDeliberate: running.frame.isDeliberate),
      sent: context.settings.sent)
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
