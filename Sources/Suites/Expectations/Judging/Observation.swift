// SPDX-License-Identifier: Apache-2.0
// The answer of a request, a call or a burst. Its body is parsed at most once.

package import Formats
package import HTTP
internal import Synchronization
package import Text

/// The answer of a step, and when it came.
package struct Observation: Sendable {
  package enum Answer: Sendable {
    case response(HTTPResponse)
    /// Of a call of the partner framework, a visit or a fragment.
    case json(JSONValue)
    /// The status codes of a burst, in the order of sending, and the first answer with each of them.
    case burst([Int], firsts: [HTTPResponse])
  }

  package let answer: Answer
  /// When the answer was complete.
  package let receivedAt: Timestamp
  /// How far the target's clock may be off.
  package let clockTolerance: Duration
  /// The origin of the target, to which the answer's URLs should lead; nil where there is none.
  package let target: Origin?
  /// The limits of a query over the answer.
  package let queryLimits: JSONPathLimits
  private var body: ParsedBody

  package init(
    _ answer: Answer, receivedAt: Timestamp, clockTolerance: Duration,
    target: Origin? = nil, queryLimits: JSONPathLimits = .standard
  ) {
    self.target = target
    self.queryLimits = queryLimits
    self.answer = answer
    self.receivedAt = receivedAt
    self.clockTolerance = clockTolerance
    body = ParsedBody()
  }
}

extension Observation {
  /// What is known of the body of another response.
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
    var other = Observation(self, answer: .response(response))
    switch content {
    case .same: break
    case .json(let value): other.body = ParsedBody(json: value)
    case .xml(let root): other.body = ParsedBody(xml: root)
    case .unread: other.body = ParsedBody()
    }
    return other
  }

  /// Another answer of a call at the same time.
  package func with(json: JSONValue) -> Observation { Observation(self, answer: .json(json)) }

  private init(_ other: Observation, answer: Answer) {
    self = Observation(
      answer, receivedAt: other.receivedAt, clockTolerance: other.clockTolerance,
      target: other.target, queryLimits: other.queryLimits)
    body = other.body
  }
}

extension Observation {
  /// The scope for patterns over a document.
  func scope(over document: JSONValue = .null) -> Scope {
    Scope(
      document: document, moment: Moment(now: receivedAt, tolerance: clockTolerance),
      target: target, limits: queryLimits)
  }

  /// The response; nil for another answer.
  package var response: HTTPResponse? {
    if case .response(let response) = answer { response } else { nil }
  }

  /// The JSON of the answer, or why it has none.
  package var json: Result<JSONValue, BodyProblem> {
    switch answer {
    case .json(let value): .success(value)
    case .response(let response): body.json(response.body).mapError { $0.explained(by: response) }
    case .burst: .failure(.burst)
    }
  }

  /// What is wrong with the way that JSON was sent, though it can be read.
  var faultOfJSON: BodyProblem? {
    response.flatMap { BodyProblem.markBeforeJSON($0.body) }
  }

  /// The root element of the body, or why it has none.
  package var xml: Result<XMLElement, BodyProblem> {
    switch answer {
    case .response(let response): body.xml(response.body).mapError { $0.explained(by: response) }
    case .json: .failure(.call)
    case .burst: .failure(.burst)
    }
  }

  /// The body as text, without a byte order mark.
  var text: Result<String, BodyProblem> {
    switch answer {
    case .response(let response):
      BodyProblem.text(response.body).mapError { $0.explained(by: response) }
    case .json: .failure(.call)
    case .burst: .failure(.burst)
    }
  }

  /// The first answer of a burst with each status, as answers of their own; none of another answer.
  var firsts: [Observation] {
    guard case .burst(_, let firsts) = answer else { return [] }
    return firsts.map { response in
      Observation(
        .response(response), receivedAt: receivedAt, clockTolerance: clockTolerance,
        target: target, queryLimits: queryLimits)
    }
  }
}

/// A body as it was parsed, kept for the next pattern.
private final class ParsedBody: Sendable {
  private struct Parsed {
    var json: Result<JSONValue, BodyProblem>?
    var xml: Result<XMLElement, BodyProblem>?
  }

  private let parsed: Mutex<Parsed>

  init() { parsed = Mutex(Parsed()) }

  init(json: JSONValue) {
    parsed = Mutex(Parsed(json: .success(json), xml: .failure(.otherContent)))
  }

  init(xml: XMLElement) {
    parsed = Mutex(Parsed(json: .failure(.otherContent), xml: .success(xml)))
  }

  func json(_ bytes: [UInt8]) -> Result<JSONValue, BodyProblem> {
    parsed.withLock { parsed in
      if let json = parsed.json { return json }
      let text = JSONReading(bytes)
      let json: Result<JSONValue, BodyProblem> =
        text.value.map { .success($0) } ?? .failure(BodyProblem(text, bytes))
      parsed.json = json
      return json
    }
  }

  func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyProblem> {
    parsed.withLock { parsed in
      if let xml = parsed.xml { return xml }
      let xml = BodyProblem.xml(bytes)
      parsed.xml = xml
      return xml
    }
  }
}
