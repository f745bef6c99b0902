// SPDX-License-Identifier: Apache-2.0
// An exchange as the JSON document that the patterns of rules judge.

import Expectations
package import Formats
import HTTP
import Suites
import Text

/// An exchange as patterns see it.
///
///     {method, url, scheme, host, path, parameters, query, headers, form, json, text, time,
///      decoded: {…}, answer: {status, headers, json, xml, text, time}}
///
/// Names of headers are in lower case. Queries and forms are decoded once. Several fields of one
/// name are an array. What the exchange hasn't is missing; what the recording lacks is missing too,
/// and not among the known parts.
///
/// Its parts are made when they are asked for: of most exchanges few are.
package final class ExchangeDocument {
  let exchange: RecordedExchange
  private let url: RecordedURL
  /// The segments of the path that have names.
  private let segments: [(name: String, value: String)]
  private let decodedParts: [DecodedPart]
  let known: ExchangeParts
  /// Whether the recording lacks nothing of it, as it is with most.
  private let isWhole: Bool
  /// The bytes of the body of the answer; nil where they are not known, or where there is no answer.
  private let answerBytes: [UInt8]?
  private lazy var content = RequestContent(
    exchange.request.body, mediaType: exchange.request.headers?["content-type"])
  /// The document without the parts that were taken apart.
  private lazy var plain = makePlain()
  private lazy var unpacked = decodedParts.map { (name: $0.name, value: unpack($0)) }
  /// The document.
  package private(set) lazy var json = makeJSON()
  /// The body of the answer, where it is JSON.
  private(set) lazy var answerJSON = answerBytes.flatMap { Self.parsed($0) }
  private(set) lazy var response = makeResponse()

  /// - Parameters:
  ///   - url: That of the exchange.
  ///   - parameters: The segments of its path that have names.
  init(
    _ exchange: RecordedExchange, _ url: RecordedURL, parameters: [(name: String, value: String)],
    decoded: [DecodedPart] = []
  ) {
    self.exchange = exchange
    self.url = url
    segments = parameters
    decodedParts = decoded
    var known: ExchangeParts = [.line]
    if exchange.request.headers != nil { known.insert(.headers) }
    if RequestContent.isKnown(exchange.request.body) { known.insert(.body) }
    var answerBytes: [UInt8]?
    // Recorders write 0 for the status of a request that got no answer.
    if let answer = exchange.response, answer.status > 0 {
      known.insert(.status)
      if answer.headers != nil { known.insert(.answerHeaders) }
      answerBytes = Self.bytes(answer.body)
      if answerBytes != nil { known.insert(.answerBody) }
    }
    self.known = known
    isWhole =
      known == .all && exchange.request.withheldHeaders == .none
      && exchange.response?.withheldHeaders == WithheldHeaders.none
    self.answerBytes = answerBytes
  }
}

extension ExchangeDocument {
  /// The parts among these that the recording lacks.
  ///
  /// - Parameter header: The only header that is asked for, in lower case; nil for all of them.
  func lacking(_ parts: ExchangeParts, header: String?) -> ExchangeParts {
    if isWhole { return [] }
    var lacking = parts.subtracting(known)
    if parts.contains(.headers),
      mayLack(header, exchange.request.withheldHeaders, exchange.request.headers)
    {
      lacking.insert(.headers)
    }
    if parts.contains(.answerHeaders), let answer = exchange.response,
      mayLack(header, answer.withheldHeaders, answer.status > 0 ? answer.headers : nil)
    {
      lacking.insert(.answerHeaders)
    }
    return lacking
  }

  private func mayLack(
    _ header: String?, _ withheld: WithheldHeaders, _ headers: HeaderList?
  ) -> Bool {
    guard withheld != .none else { return false }
    guard let header else { return withheld == .any }
    return withheld.mayContain(header) && headers?[header] == nil
  }

  /// When the request was sent, in milliseconds since 1970.
  var time: Int { exchange.startedAt.milliseconds }

  /// The status of the answer; nil where none is known.
  var status: Int? { known.contains(.status) ? exchange.response?.status : nil }

  /// The values of the fields of one name.
  ///
  /// - Parameter name: In lower case.
  func header(_ name: String) -> JSONValue? {
    var first: JSONValue?
    var all: [JSONValue] = []
    guard let fields = exchange.request.headers?.fields else { return nil }
    for field in fields
    where field.name.utf8.count == name.utf8.count && HeaderList.isSame(field.name, name) {
      guard let known = first else {
        first = .string(field.value)
        continue
      }
      if all.isEmpty { all.append(known) }
      all.append(.string(field.value))
    }
    return all.isEmpty ? first : .array(all)
  }

  /// A member of the document.
  func member(_ name: String) -> JSONValue? {
    switch name {
    case "method": .string(exchange.request.method)
    case "url": .string(exchange.request.url)
    case "scheme": .string(url.scheme)
    case "host": .string(url.authority)
    case "path": .string(url.path)
    case "parameters": Self.grouped(segments)
    case "query": Self.grouped(url.parameters)
    case "time": .integer(exchange.startedAt.milliseconds)
    case "form": content.form.map { Self.grouped($0) }
    case "json": content.json
    case "text": content.text.map { .string($0) }
    default: json[name]
    }
  }

  /// The value that these names lead to.
  func value(_ names: [String]) -> JSONValue? {
    guard let first = names.first else { return json }
    var value: JSONValue?
    var rest = names.dropFirst()
    switch (first, rest.first) {
    case ("headers", let name?) where name.utf8.allSatisfy({ !(0x41...0x5A ~= $0) && $0 < 0x80 }):
      value = header(name)
      rest = rest.dropFirst()
    case ("answer", "json"?):
      value = answerJSON
      rest = rest.dropFirst()
    case ("decoded", let name?):
      value = unpacked.first { $0.name == name }?.value
      rest = rest.dropFirst()
    default: value = member(first)
    }
    for name in rest { value = value?[name] }
    return value
  }

  private func makePlain() -> [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    for name in ["method", "url", "scheme", "host", "path", "parameters", "query", "time"] {
      if let value = member(name) { members.append((name, value)) }
    }
    if let headers = exchange.request.headers { members.append(("headers", Self.headers(headers))) }
    for name in ["form", "json", "text"] {
      if let value = member(name) { members.append((name, value)) }
    }
    if let answer = exchange.response, known.contains(.status) {
      var answered: [(name: String, value: JSONValue)] = [("status", .integer(answer.status))]
      if let headers = answer.headers { answered.append(("headers", Self.headers(headers))) }
      if let bytes = answerBytes {
        let text = String(decoding: bytes, as: UTF8.self)
        if let json = answerJSON {
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
    }
    return members
  }

  private func makeJSON() -> JSONValue {
    let unpacked = unpacked.compactMap { part in part.value.map { (name: part.name, value: $0) } }
    return .object(unpacked.isEmpty ? plain : plain + [("decoded", .object(unpacked))])
  }

  private func unpack(_ part: DecodedPart) -> JSONValue? {
    if let names = part.source.names, names.first != "decoded" {
      return part.value(of: part.source.text(of: value(names)))
    }
    return part.value(of: part.source.value(in: .object(plain)))
  }

  private func makeResponse() -> HTTPResponse? {
    guard let answer = exchange.response, known.contains(.status) else { return nil }
    return HTTPResponse(
      status: answer.status, reason: answer.reason, headers: answer.headers ?? HeaderList(),
      body: answerBytes ?? [])
  }

  /// Whether the answer has a body that is neither JSON nor XML.
  var hasForeignAnswer: Bool {
    guard let answerBytes, !answerBytes.isEmpty else { return false }
    return answerJSON == nil && Self.first(of: answerBytes) != UInt8(ascii: "<")
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
    guard let json = answerJSONWithoutMark else { return observation }
    return observation.with(response, .json(json))
  }

  /// The JSON of the answer, where it has no byte order mark before it.
  var answerJSONWithoutMark: JSONValue? {
    answerBytes?.starts(with: [0xEF, 0xBB, 0xBF]) ?? true ? nil : answerJSON
  }

  /// How far the clocks of a recording, a device and a service may be apart.
  static let tolerance: Duration = .seconds(10)

  /// Values by their names; several of one name as an array.
  private static func grouped(_ pairs: [(name: String, value: String)]) -> JSONValue {
    var groups: [(name: String, values: [JSONValue])] = []
    var indices: [String: Int] = [:]
    for (name, value) in pairs {
      if let known = indices[name] {
        groups[known].values.append(.string(value))
      } else {
        indices[name] = groups.count
        groups.append((name, [.string(value)]))
      }
    }
    return .object(
      groups.map { ($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) })
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
  package static func parsed(_ bytes: [UInt8]) -> JSONValue? {
    let start = first(of: bytes)
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return nil }
    return try? JSONParser.document(bytes, limits: .answer).root
  }

  private static func first(of bytes: [UInt8]) -> UInt8? {
    bytes.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) && $0 < 0x80 }
  }
}
