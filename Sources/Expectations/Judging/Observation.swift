// SPDX-License-Identifier: Apache-2.0
// The answer of a request, a call or a burst, and when it came.

package import Formats
package import HTTP
package import Text

/// The answer of a step, and when it came.
package struct Observation: Sendable {
  package enum Answer: Sendable {
    case response(HTTPResponse)
    /// A call of the partner framework, a visit or a fragment answers so.
    case json(JSONValue)
    /// The status codes of a burst, in the order of sending, and the first answer with each of them.
    case burst([Int], firsts: [HTTPResponse])
  }

  package private(set) var answer: Answer
  /// When the answer was complete.
  package let receivedAt: Timestamp
  /// How far the target's clock may be off.
  package let clockTolerance: Duration
  /// The origin of the target, to which the answer's URLs should lead; nil where any may be it.
  package let target: Origin?
  /// The limits of a query over the answer.
  package let queryLimits: JSONPathLimits
  /// The actions that an enhanced error may have; nil for any.
  package let actions: [String]?
  /// Gets the times of the answer that are said to have passed; nil if no caller asks.
  private let past: PastTimes?
  private var body = ParsedBody()

  package init(
    _ answer: Answer, receivedAt: Timestamp, clockTolerance: Duration,
    target: Origin? = nil, queryLimits: JSONPathLimits = .standard, actions: [String]? = nil,
    past: PastTimes? = nil
  ) {
    self.past = past
    self.actions = actions
    self.target = target
    self.queryLimits = queryLimits
    self.answer = answer
    self.receivedAt = receivedAt
    self.clockTolerance = clockTolerance
  }
}

extension Observation {
  /// The relation of another response's body to the one that is known.
  package enum Content: Sendable {
    /// It is the same body.
    case same
    /// It has another document in it, which need not be read again.
    case json(JSONValue)
    case xml(XMLElement)
    /// It has to be read.
    case unread
  }

  /// The same answer with another response.
  ///
  /// - Parameter content: What the body of the response holds. Its bytes are read only as text, or
  ///   where this says so.
  package func with(_ response: HTTPResponse, _ content: Content) -> Observation {
    var other = self
    other.answer = .response(response)
    switch content {
    case .same: break
    case .json(let value):
      other.body = ParsedBody(.init(json: .success(value), xml: .failure(.otherContent)))
    case .xml(let root):
      other.body = ParsedBody(.init(json: .failure(.otherContent), xml: .success(root)))
    case .unread: other.body = ParsedBody()
    }
    return other
  }

  /// Another answer of a call at the same time.
  package func with(json: JSONValue) -> Observation {
    var other = self
    other.answer = .json(json)
    return other
  }

  /// The scope for patterns over a document.
  func scope(over document: JSONValue = .null) -> Scope {
    Scope(
      document: document,
      referenceTime: ReferenceTime(now: receivedAt, tolerance: clockTolerance, past: past),
      target: target, actions: actions, limits: queryLimits)
  }

  /// The response; nil for another answer.
  package var response: HTTPResponse? {
    if case .response(let response) = answer { response } else { nil }
  }

  /// The JSON of the answer, or why it has none.
  package var json: Result<JSONValue, BodyError> {
    if case .json(let value) = answer { .success(value) } else { inBody(body.json) }
  }

  /// The fault in the way that JSON was sent, though it can be read.
  var faultOfJSON: BodyError? { response.flatMap { BodyError.markBeforeJSON($0.body) } }

  /// The root element of the body, or why it has none.
  package var xml: Result<XMLElement, BodyError> { inBody(body.xml) }

  /// The body as text, without a byte order mark.
  var text: Result<String, BodyError> { inBody(BodyError.text) }

  private func inBody<Content>(
    _ read: ([UInt8]) -> Result<Content, BodyError>
  ) -> Result<Content, BodyError> {
    switch answer {
    case .response(let response): read(response.body).mapError { $0.explained(by: response) }
    case .json: .failure(.call)
    case .burst: .failure(.burst)
    }
  }

  /// The first answers of a burst with each status; empty for another answer.
  var firsts: [Observation] {
    guard case .burst(_, let firsts) = answer else { return [] }
    return firsts.map { with($0, .unread) }
  }
}
