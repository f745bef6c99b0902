// SPDX-License-Identifier: Apache-2.0
// An answer of a run, taken apart.

import Expectations
import Formats
import HTTP
import Runner
import Suites

/// An answer with its parts and all that names it.
struct DissectedAnswer: Sendable {
  /// The number of its course.
  let course: Int
  /// Its number in the course.
  let number: Int
  let observation: Observation
  let status: Int
  let method: String
  let path: String
  /// The request as the documents write it, or as the suite does where they don't.
  let route: String
  let content: AnswerContent
  let parts: [AnswerPart]
  /// Whether the step reads the body as text.
  let readsText: Bool
  /// The identity of the step: its position, and its scenario.
  let identity: String
}

extension DissectedAnswer {
  /// - Parameter routes: The requests that the catalogues know.
  /// - Returns: nil for an answer that is no response to a request of the scenario itself.
  init?(
    _ judged: PassedAnswers, _ course: Int, _ number: Int, routes: [RoutePattern],
    _ answerParts: AnswerParts
  ) {
    let answer = judged.answers[number]
    guard let response = answer.observation.response, let request = answer.request, !answer.isFinal
    else { return nil }
    self.course = course
    self.number = number
    observation = answer.observation
    status = response.status
    method = request.method
    path = request.path
    route =
      RoutePattern.best(of: routes, method: request.method, path: request.path)
      ?? "\(request.method) \(answerParts.knownPath(request.path))"
    if case .success(let root) = observation.json {
      content = .json(root)
    } else if case .success(let root) = observation.xml {
      content = .xml(root)
    } else {
      content = .other
    }
    parts = answerParts.parts(of: response, content)
    readsText = answer.readsText
    let place = "\(answer.step.file):\(answer.step.position)"
    // The rows of a step have its place, and names of their own.
    identity =
      answer.isInFragment ? "\(place) \(route)" : "\(place) \(judged.name): \(answer.step.name)"
  }
}

extension PassedAnswer {
  /// Whether something of the step asks for the body as text.
  fileprivate var readsText: Bool {
    expected?.readsText == true || advised?.readsText == true
      || step.save.contains { $0.source.readsText }
  }
}

/// The body of an answer, as far as its parts are known.
enum AnswerContent: Sendable {
  case json(JSONValue)
  case xml(XMLElement)
  case other

  var isJSON: Bool { if case .json = self { true } else { false } }
}
