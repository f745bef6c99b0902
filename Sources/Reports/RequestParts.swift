// SPDX-License-Identifier: Apache-2.0
// The parts of a request by which a reader tells it from another one of the same call.

import Formats
import HTTP
import Record
import Text

/// The path, the headers, and the fields of the query and of the body of a request.
struct RequestParts {
  struct Part: Hashable, Sendable {
    enum Kind: Sendable { case path, query, header, field, body }

    let kind: Kind
    /// A header in lower case; empty for the path and for a body without fields.
    let name: String
    /// The value, or what it means where several texts mean the same.
    let meaning: String
    /// `Accept: text/html`, `mvpd=Harbor`.
    let text: String
    /// Of the Base64 of a document its values, each with its name: `expirationDate "1798634205512"`.
    var values: [String] = []
    /// Whether there are blanks between the parts of the document.
    var isSpaced = false
    /// Whether it is the Base64 of a document.
    var isDocument: Bool { !values.isEmpty }
    /// Whether it takes more lines than it is worth.
    var isLong: Bool { isDocument && text.utf8.count > 240 }

    static func == (one: Part, other: Part) -> Bool {
      one.kind == other.kind && one.name == other.name && one.meaning == other.meaning
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(meaning)
    }
  }

  /// In the order in which they were sent.
  let parts: [Part]

  /// Headers that clients and connections have, which no failure depends on.
  private static let usual: Set = [
    "accept-encoding", "connection", "content-length", "cookie", "host", "traceparent",
    "tracestate",
  ]
  /// The header that only a request without it tells by.
  private static let userAgent = "user-agent"
  /// Headers that say what the body is, and what it may be.
  private static let ofFormat: Set = ["accept", "content-type"]
}

extension RequestParts {
  /// - Returns: nil where no more than the first line was kept.
  init?(_ exchange: ExchangeRecord) {
    guard let detail = exchange.detail else { return nil }
    let target = exchange.url.withoutOrigin
    let path = target.prefix { $0 != "?" }
    var parts = [Part(kind: .path, name: "", meaning: String(path), text: String(path))]
    parts += Self.fields(of: String(target.dropFirst(path.count + 1)), .query) ?? []
    parts += detail.requestHeaders.compactMap(Self.header)
    self.parts = parts + Self.body(detail.requestBody)
  }

  private static func header(_ field: HeaderField) -> Part? {
    let name = field.name.lowercased()
    if usual.contains(name) { return nil }
    if name == userAgent {
      return Part(kind: .header, name: name, meaning: "", text: "\(field.name): \(field.value)")
    }
    if let text = Base64.text(field.value), let object = try? JSONParser.document(text).root.object
    {
      let members = object.members.map { "\"\($0.name)\": \(JSONWriter.spaced($0.value))" }
      let values = object.values
      // Clients write it without; where one does not, this may be what a service stumbles over.
      let isSpaced = text.count > JSONWriter.bytes(.object(object)).count
      let noun = isSpaced ? "JSON with blanks, and" : "JSON"
      return Part(
        kind: .header, name: name,
        meaning: members.sorted().joined(separator: ", ") + (isSpaced ? " " : ""),
        text: "\(field.name): Base64 of \(noun) with \(Wording.list(values))", values: values,
        isSpaced: isSpaced)
    }
    // A parameter, such as the charset, does not make it another format.
    let value = ofFormat.contains(name) ? field.value.prefix { $0 != ";" } : field.value[...]
    return Part(
      kind: .header, name: name,
      meaning: ofFormat.contains(name) ? value.lowercased() : String(value),
      text: "\(field.name): \(field.value)")
  }

  /// The headers, but for those that say what the body is, and for the one that all clients send.
  var headers: [Part] {
    parts.filter {
      $0.kind == .header && !Self.ofFormat.contains($0.name) && $0.name != Self.userAgent
    }
  }

  /// The fields of the body, or the body as it is, on a line; nil without one.
  var body: String? {
    let texts = parts.filter { $0.kind == .field || $0.kind == .body }.map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: " & ")
  }

  /// The parts that another request does not have, or has with another value.
  func differing(from other: RequestParts) -> [Part] {
    let known = Set(other.parts)
    return parts.filter { !known.contains($0) }
  }

  private static func body(_ text: String) -> [Part] {
    if text.isEmpty { return [] }
    if let object = try? JSONParser.document(Array(text.utf8)).root.object {
      return object.members.map { member in
        let value = JSONWriter.spaced(member.value)
        return Part(
          kind: .field, name: member.name, meaning: value, text: "\(member.name): \(value)")
      }
    }
    let isForm = text.contains("=") && !text.contains { $0.isWhitespace || $0 == "<" }
    let fields = isForm ? fields(of: text, .field) : nil
    return fields ?? [Part(kind: .body, name: "", meaning: text, text: text)]
  }

  private static func fields(of text: String, _ kind: Part.Kind) -> [Part]? {
    FormBody.decode(Array(text.utf8))?.map {
      Part(kind: kind, name: $0.name, meaning: $0.value, text: "\($0.name)=\($0.value)")
    }
  }
}

extension JSONObject {
  /// The values in it, however deep, each with its name: `id "a"`. An empty object is one.
  fileprivate var values: [String] {
    if members.isEmpty { return ["no members"] }
    return members.flatMap { member -> [String] in
      if let object = member.value.object, !object.members.isEmpty { return object.values }
      return ["\(member.name) \(JSONWriter.spaced(member.value))"]
    }
  }
}

extension JSONWriter {
  /// JSON on one line that can be broken between its members.
  static func spaced(_ value: JSONValue) -> String {
    switch value {
    case .array(let items): "[\(items.map(spaced).joined(separator: ", "))]"
    case .object(let object):
      "{\(object.members.map { "\(text(.string($0.name))): \(spaced($0.value))" }.joined(separator: ", "))}"
    default: text(value)
    }
  }

  /// JSON on one line of some length: of an object that is too long the members whose values are no
  /// objects or arrays, as far as they fit, and a count of the others.
  static func brief(_ value: JSONValue, limit: Int) -> String {
    let whole = spaced(value)
    guard whole.count > limit, case .object(let object) = value else { return whole }
    if object.members.count == 1, let member = object.members.first {
      let name = text(.string(member.name))
      return "{\(name): \(brief(member.value, limit: limit - name.count - 4))}"
    }
    var (room, shown) = (limit - 20, [String]())
    for member in object.members where member.value.object == nil && member.value.array == nil {
      let part = "\(text(.string(member.name))): \(spaced(member.value))"
      if part.count + 2 > room { continue }
      room -= part.count + 2
      shown.append(part)
    }
    let more = object.members.count - shown.count
    return shown.isEmpty
      ? "an object with \(Wording.count(more, "member"))"
      : "{\(shown.joined(separator: ", "))} and \(Wording.count(more, "more member"))"
  }
}
