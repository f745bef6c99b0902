// SPDX-License-Identifier: Apache-2.0
// The answer of a request, a call or a burst, and why its body can't be judged.

package import Formats
package import HTTP
import Synchronization
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
  /// The origin of the target, to which the answer's URLs should lead; nil without a target.
  package let target: Origin?
  /// The limits of a query over the answer.
  package let queryLimits: JSONPathLimits
  /// The actions that an enhanced error may have; nil for any.
  package let actions: [String]?
  private var body = ParsedBody()

  package init(
    _ answer: Answer, receivedAt: Timestamp, clockTolerance: Duration,
    target: Origin? = nil, queryLimits: JSONPathLimits = .standard, actions: [String]? = nil
  ) {
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
      document: document, moment: Moment(now: receivedAt, tolerance: clockTolerance),
      target: target, actions: actions, limits: queryLimits)
  }

  /// The response; nil for another answer.
  package var response: HTTPResponse? {
    if case .response(let response) = answer { response } else { nil }
  }

  /// The JSON of the answer, or why it has none.
  package var json: Result<JSONValue, BodyProblem> {
    if case .json(let value) = answer { .success(value) } else { inBody(body.json) }
  }

  /// The fault in the way that JSON was sent, though it can be read.
  var faultOfJSON: BodyProblem? { response.flatMap { BodyProblem.markBeforeJSON($0.body) } }

  /// The root element of the body, or why it has none.
  package var xml: Result<XMLElement, BodyProblem> { inBody(body.xml) }

  /// The body as text, without a byte order mark.
  var text: Result<String, BodyProblem> { inBody(BodyProblem.text) }

  private func inBody<Content>(
    _ read: ([UInt8]) -> Result<Content, BodyProblem>
  ) -> Result<Content, BodyProblem> {
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

/// A body as it was parsed, kept for the next pattern.
private final class ParsedBody: Sendable {
  struct Parsed {
    var json: Result<JSONValue, BodyProblem>?
    var xml: Result<XMLElement, BodyProblem>?
  }

  private let parsed: Mutex<Parsed>

  init(_ parsed: Parsed = Parsed()) { self.parsed = Mutex(parsed) }

  func json(_ bytes: [UInt8]) -> Result<JSONValue, BodyProblem> {
    parsed.withLock { parsed in
      let json = parsed.json ?? JSONProblem.read(bytes).mapError { BodyProblem($0, bytes) }
      parsed.json = json
      return json
    }
  }

  func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyProblem> {
    parsed.withLock { parsed in
      let xml = parsed.xml ?? BodyProblem.xml(bytes)
      parsed.xml = xml
      return xml
    }
  }
}

/// Why an answer can't be read as the JSON, XML or text that a suite expects.
package struct BodyProblem: Error, Sendable, Equatable {
  var place = Place.body(.root)
  /// The expected value for the finding; nil for the pattern itself.
  var expected: QuotingText?
  var found = QuotingText(words: Finding.nothing)
  /// One sentence without a full stop, with the offset where there is one.
  var reason: QuotingText
}

extension BodyProblem {
  /// - Parameter kind: What the body must be, in words.
  func mismatch(_ expected: QuotingText, _ kind: String, at position: Position) -> Finding {
    Finding(
      place: place, position: position, expected: self.expected ?? expected, found: found,
      nearest: reason, words: self.expected ?? QuotingText(words: kind))
  }

  static let call = BodyProblem(reason: "a call, a visit or a fragment answers with JSON only")

  /// The body is known to be JSON where XML is expected, or the other way round.
  static let otherContent = BodyProblem(
    found: "a body of another kind", reason: "the body is of another kind")

  static let burst = BodyProblem(reason: "a burst has statuses only")

  /// The same problem, or a better reason where the response says that its body is coded.
  ///
  /// The harness decodes no content coding: no request asks for one (RFC 9110, section 12.5.3), and
  /// a few bytes could unpack to any size.
  func explained(by response: HTTPResponse) -> BodyProblem {
    let codings = response.headers.values(of: "Content-Encoding").joined(separator: ", ")
    // A body that could be parsed is not coded, whatever the header says.
    if expected != nil || response.body.isEmpty || codings.isEmpty
      || HeaderList.isSame(codings, "identity")
    {
      return self
    }
    var problem = self
    problem.reason =
      "the body is coded (Content-Encoding: \(MessageText.cut(codings, to: 80))), though no"
      + " coding was asked for; it is not unpacked"
    return problem
  }

  /// Why a body is not JSON, or is ambiguous JSON.
  init(_ problem: JSONProblem, _ bytes: [UInt8]) {
    found = Self.found(bytes)
    if case .repeated(let duplicate) = problem {
      place = .body(duplicate.pointer.appending(name: duplicate.name))
      expected = "one member `\(duplicate.name)`"
      found = "two, at byte \(duplicate.firstOffset) and at byte \(duplicate.offset)"
    }
    reason = problem.reason(of: bytes, as: "the body")
  }

  static func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyProblem> {
    do throws(XMLError) {
      return .success(try XMLReader.read(bytes))
    } catch {
      let reason: QuotingText =
        bytes.isEmpty
        ? "the body is empty" : "the body is not XML: at byte \(error.offset), \(error.description)"
      return .failure(BodyProblem(found: found(bytes), reason: reason))
    }
  }

  static func text(_ bytes: [UInt8]) -> Result<String, BodyProblem> {
    let hasMark = bytes.starts(with: byteOrderMark)
    if let text = String(
      validating: hasMark ? bytes.dropFirst(byteOrderMark.count) : bytes[...], as: UTF8.self)
    {
      return .success(text)
    }
    return .failure(
      BodyProblem(
        place: .text, found: found(bytes),
        reason: "the body is not UTF-8: at byte \(offsetOfInvalid(bytes))"))
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The reason why readable JSON may not be sent so; nil if it may.
  static func markBeforeJSON(_ bytes: [UInt8]) -> BodyProblem? {
    guard bytes.starts(with: byteOrderMark) else { return nil }
    return BodyProblem(
      place: .text, expected: "JSON without a byte order mark",
      found: "text behind a byte order mark (EF BB BF)",
      reason: "a sender must not put one before JSON (RFC 8259, section 8.1)")
  }

  private static func found(_ bytes: [UInt8]) -> QuotingText {
    bytes.isEmpty ? "an empty body" : MessageText.excerpt(bytes)
  }

  private static func offsetOfInvalid(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput, .error: return offset
      }
    }
  }
}

/// Why a text can't be read as JSON. An object with two members of one name is a problem, because
/// readers disagree on which of them counts.
enum JSONProblem: Error {
  case invalid(JSONError)
  case repeated(JSONDuplicate)

  static func read(_ bytes: [UInt8]) -> Result<JSONValue, JSONProblem> {
    do throws(JSONError) {
      let document = try JSONParser.document(bytes, limits: .answer)
      return document.duplicates.first.map { .failure(.repeated($0)) } ?? .success(document.root)
    } catch {
      return .failure(.invalid(error))
    }
  }

  func reason(of bytes: [UInt8], as name: String) -> QuotingText {
    switch self {
    case .invalid where bytes.isEmpty: "\(name) is empty"
    case .invalid(let error): "\(name) is not JSON: at byte \(error.offset), \(error.description)"
    case .repeated(let duplicate):
      "\(name) has an object with two members `\(duplicate.name)`,"
        + " the second at byte \(duplicate.offset)"
    }
  }
}
