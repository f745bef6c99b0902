// SPDX-License-Identifier: Apache-2.0
// An exchange as the JSON document that the patterns of rules judge.

internal import Encodings
internal import Expectations
internal import HTTPMessages
internal import JSON
internal import SourceText
internal import Traffic

/// An exchange as patterns see it.
///
///     {method, url, scheme, host, path, parameters, query, headers, form, json, text, time,
///      decoded: {…}, answer: {status, headers, json, xml, text, time}}
///
/// Names of headers are in lower case. Queries and forms are decoded once. Several fields of one
/// name are an array. What the exchange hasn't is missing; what the recording lacks is missing too,
/// and not among the known parts.
struct ExchangeDocument: Sendable {
  let json: JSONValue
  let known: ExchangeParts
  /// The answer for patterns of answers; nil where none is known.
  let response: HTTPResponse?
  private let answerJSON: JSONValue?
  private let withheld: WithheldHeaders
  private let answerWithheld: WithheldHeaders
}

extension ExchangeDocument {
  /// What the recording lacks of some parts.
  ///
  /// - Parameter header: The only header that is asked for, in lower case; nil for all of them.
  func lacking(_ parts: ExchangeParts, header: String?) -> ExchangeParts {
    var lacking = parts.subtracting(known)
    if parts.contains(.headers), Self.mayLack(header, withheld, json["headers"]) {
      lacking.insert(.headers)
    }
    if parts.contains(.answerHeaders),
      Self.mayLack(header, answerWithheld, json["answer"]?["headers"])
    {
      lacking.insert(.answerHeaders)
    }
    return lacking
  }

  private static func mayLack(
    _ header: String?, _ withheld: WithheldHeaders, _ headers: JSONValue?
  ) -> Bool {
    guard let header else { return withheld == .any }
    return withheld.mayContain(header) && headers?[header] == nil
  }
}

extension ExchangeDocument {
  init(
    _ exchange: RecordedExchange, parameters: [(name: String, value: String)],
    decoded: [DecodedPart] = []
  ) {
    let url = RecordedURL(exchange.request.url)
    var known: ExchangeParts = [.line]
    var members: [(name: String, value: JSONValue)] = [
      ("method", .string(exchange.request.method)), ("url", .string(exchange.request.url)),
      ("scheme", .string(url.scheme)), ("host", .string(url.authority)),
      ("path", .string(url.path)), ("parameters", Self.grouped(parameters)),
      ("query", Self.grouped(url.parameters)),
      ("time", .integer(exchange.startedAt.milliseconds)),
    ]
    let mediaType = exchange.request.headers?["content-type"]
    if let headers = exchange.request.headers {
      known.insert(.headers)
      members.append(("headers", Self.headers(headers)))
    }
    let body = RequestContent(exchange.request.body, mediaType: mediaType)
    if body.isKnown { known.insert(.body) }
    if let form = body.form { members.append(("form", Self.grouped(form))) }
    if let json = body.json { members.append(("json", json)) }
    if let text = body.text { members.append(("text", .string(text))) }
    var answerJSON: JSONValue?
    var response: HTTPResponse?
    // Recorders write 0 for the status of a request that got no answer.
    if let answer = exchange.response, answer.status > 0 {
      known.insert(.status)
      var answered: [(name: String, value: JSONValue)] = [("status", .integer(answer.status))]
      if let headers = answer.headers {
        known.insert(.answerHeaders)
        answered.append(("headers", Self.headers(headers)))
      }
      let bytes = Self.bytes(answer.body)
      if let bytes {
        known.insert(.answerBody)
        let text = String(decoding: bytes, as: UTF8.self)
        if let json = Self.parsed(bytes) {
          answerJSON = json
          answered.append(("json", json))
        } else if Self.first(of: bytes) == UInt8(ascii: "<") {
          answered.append(("xml", .string(text)))
        }
        answered.append(("text", .string(text)))
      }
      if let duration = exchange.duration {
        answered.append(("time", .integer((exchange.startedAt + duration).milliseconds)))
      }
      members.append(("answer", .object(answered)))
      response = HTTPResponse(
        status: answer.status, reason: answer.reason, headers: answer.headers ?? HeaderList(),
        body: bytes ?? [])
    }
    let plain = JSONValue.object(members)
    let unpacked = decoded.compactMap { part in
      part.value(in: plain).map { (name: part.name, value: $0) }
    }
    if !unpacked.isEmpty { members.append(("decoded", .object(unpacked))) }
    json = .object(members)
    self.known = known
    self.response = response
    self.answerJSON = answerJSON
    withheld = exchange.request.withheldHeaders
    answerWithheld = exchange.response?.withheldHeaders ?? .none
  }

  /// The document for patterns of requests.
  func request(at now: Timestamp) -> Observation {
    Observation(.json(json), receivedAt: now, clockTolerance: Self.tolerance)
  }

  /// The answer for patterns of answers; nil where none is known.
  func answer(at now: Timestamp) -> Observation? {
    guard let response else { return nil }
    let observation = Observation(
      .response(response), receivedAt: now, clockTolerance: Self.tolerance)
    guard let answerJSON, !response.body.starts(with: [0xEF, 0xBB, 0xBF]) else {
      return observation
    }
    return observation.with(response, .json(answerJSON))
  }

  /// The document and its answer for patterns.
  func views(at now: Timestamp) -> ExchangeViews {
    ExchangeViews(request: request(at: now), answer: answer(at: now))
  }

  /// How far the clocks of a recording, a device and a service may be apart.
  static let tolerance: Duration = .seconds(10)

  /// Values by their names; several of one name as an array.
  private static func grouped(_ pairs: [(name: String, value: String)]) -> JSONValue {
    var order: [String] = []
    var values: [String: [JSONValue]] = [:]
    for (name, value) in pairs {
      if values[name] == nil { order.append(name) }
      values[name, default: []].append(.string(value))
    }
    return .object(
      order.map { name in
        let all = values[name] ?? []
        return (name, all.count == 1 ? all[0] : .array(all))
      })
  }

  private static func headers(_ headers: HeaderList) -> JSONValue {
    grouped(
      headers.fields.filter { !$0.name.hasPrefix(":") }
        .map { (name: $0.name.lowercased(), value: $0.value) })
  }

  private static func bytes(_ body: RecordedBody) -> [UInt8]? {
    switch body {
    case .none: []
    case .bytes(let bytes): bytes
    case .fields, .missing: nil
    }
  }

  /// The JSON of a body; nil for another body.
  static func parsed(_ bytes: [UInt8]) -> JSONValue? {
    let start = first(of: bytes)
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return nil }
    return try? JSONParser.document(bytes, limits: .answer).root
  }

  private static func first(of bytes: [UInt8]) -> UInt8? {
    bytes.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) && $0 < 0x80 }
  }
}

/// An exchange as the patterns of an occasion see it.
struct ExchangeViews {
  /// The document.
  let request: Observation
  /// nil where no answer is known.
  let answer: Observation?
}

/// The body of a request, read as the form, the JSON or the text that it is.
private struct RequestContent {
  var isKnown = true
  var form: [(name: String, value: String)]?
  var json: JSONValue?
  var text: String?

  init(_ body: RecordedBody, mediaType: String?) {
    switch body {
    case .none:
      form = []
      text = ""
    case .missing: isKnown = false
    case .bytes(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      self.text = text
      if bytes.isEmpty { form = [] }
      if let json = ExchangeDocument.parsed(bytes) {
        self.json = json
      } else if Self.isForm(text, mediaType) {
        form = RecordedURL.pairs(text, plusIsBlank: true)
      }
    case .fields(let fields):
      guard let decoded = Self.decoded(fields) else {
        isKnown = false
        return
      }
      form = decoded
    }
  }

  private static func isForm(_ text: String, _ mediaType: String?) -> Bool {
    if mediaType?.lowercased().contains("x-www-form-urlencoded") ?? false { return true }
    // One that is sent under a wrong type, or without one, is still read: its type is judged apart.
    return text.contains("=") && !text.contains("<") && !text.contains(" ")
  }

  /// The fields with their values decoded once; nil where nobody can tell whether the recorder has
  /// decoded them.
  private static func decoded(_ fields: [HeaderField]) -> [(name: String, value: String)]? {
    let values = fields.map(\.value)
    let pairs = fields.map { (name: $0.name, value: $0.value) }
    guard values.contains(where: { $0.contains("%") }) else { return pairs }
    // None of these stands in a value that is still encoded.
    if values.contains(where: { $0.contains { " /:=\"{<?&".contains($0) } }) { return pairs }
    return nil
  }
}
