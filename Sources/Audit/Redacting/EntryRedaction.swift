// SPDX-License-Identifier: Apache-2.0
// Replaces the secrets in an entry of a recording.

import Formats
import HTTP
import Redaction
import Text

/// Replaces the secrets in an entry of a recording, member by member: what is judged by its form keeps
/// it, and the lengths that a recording tells stay true.
struct EntryRedaction {
  let disguise: Disguise
  let limits: HARLimits
}

extension EntryRedaction {
  /// An entry with made-up values.
  func entry(_ entry: JSONValue) -> JSONValue {
    members(entry) { name, value in
      switch name {
      case "startedDateTime" where value.string.flatMap { Timestamp(har: $0) } != nil: value
      case "time": value
      case "request": message(value, isAnswer: false)
      case "response": message(value, isAnswer: true)
      default: other(value)
      }
    }
  }

  /// A value of any other kind with made-up values.
  func other(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(disguise.text(text))
    case .number(let number): .number(disguise.number(number))
    case .array(let items): .array(items.map(other))
    case .object: members(value) { _, value in other(value) }
    case .boolean, .null: value
    }
  }

  /// The names that HAR 1.2 gives members. A secret may be such a word.
  private static let names = Set(
    """
    log version creator browser pages entries comment name startedDateTime id title pageTimings \
    onContentLoad onLoad pageref time request response cache timings serverIPAddress connection \
    method url httpVersion cookies headers queryString postData headersSize bodySize status \
    statusText content redirectURL value path domain expires httpOnly secure sameSite mimeType \
    params text fileName contentType size compression encoding beforeRequest afterRequest \
    lastAccess eTag hitCount blocked dns connect send wait receive ssl
    """.split(separator: " ").map(String.init))

  /// An object with other values; its names are texts, too, but for those of HAR.
  private func members(
    _ value: JSONValue, _ new: (String, JSONValue) -> JSONValue
  ) -> JSONValue {
    guard let object = value.object else { return other(value) }
    return .object(
      JSONObject(
        object.members.map { member in
          let isOfHAR = Self.names.contains(member.name) || member.name.hasPrefix("_")
          return (
            isOfHAR ? member.name : disguise.name(member.name), new(member.name, member.value)
          )
        }))
  }

  private func message(_ message: JSONValue, isAnswer: Bool) -> JSONValue {
    let body = message[isAnswer ? "content" : "postData"]
    let (new, lengths) = body.map { self.body($0, isAnswer: isAnswer) } ?? (.null, nil)
    /// A number of bytes, which is another one where that of the body is.
    func size(_ value: JSONValue) -> JSONValue {
      guard let lengths, value.number?.integer == lengths.old else { return value }
      return .integer(lengths.new)
    }
    return members(message) { name, value in
      switch name {
      case "content" where isAnswer, "postData" where !isAnswer:
        members(new) { name, value in name == "size" ? size(value) : value }
      case "status", "headersSize": value
      case "bodySize": size(value)
      case "headers":
        pairs(value) { name, value in
          guard name.lowercased() == "content-length" else {
            return HAREntry.isMasked(value) ? value : disguise.header(name, value)
          }
          return lengths.map { value == "\($0.old)" ? "\($0.new)" : value } ?? value
        }
      default: other(value)
      }
    }
  }

  /// Fields with `name` and `value`.
  private func pairs(
    _ fields: JSONValue, _ new: (_ name: String, _ value: String) -> String
  ) -> JSONValue {
    guard let fields = fields.array else { return other(fields) }
    return .array(
      fields.map { field in
        let name = field["name"]?.string ?? ""
        return members(field) { member, value in
          if member == "name", let name = value.string { return .string(disguise.name(name)) }
          guard member == "value", let text = value.string else { return other(value) }
          // Chrome writes the values of a repeated field in one, a line for each.
          let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
          return .string(lines.map { new(name, String($0)) }.joined(separator: "\n"))
        }
      })
  }

  /// A body, and how many bytes it had and has.
  private func body(
    _ body: JSONValue, isAnswer: Bool
  ) -> (value: JSONValue, lengths: (old: Int, new: Int)?) {
    let type = (body["mimeType"]?.string ?? "").lowercased()
    let encoding = body["encoding"]?.string ?? body["_encoding"]?.string
    let isEncoded = encoding?.lowercased() == "base64"
    let isForm =
      type.contains("x-www-form-urlencoded") || !isAnswer && type.isEmpty
    var lengths: (old: Int, new: Int)?
    let value = members(body) { name, value in
      switch (name, value) {
      case ("text", .string(let text)):
        let (new, old) =
          isEncoded
          ? self.encoded(text, isForm: isForm, isAnswer)
          : (self.text(text, isForm: isForm, isAnswer), text.utf8.count)
        let length = isEncoded ? Base64.decode(new)?.count ?? old : new.utf8.count
        lengths = (old, length)
        return .string(new)
      case ("params", _):
        let new = pairs(value) { disguise.text($1) }
        if body["text"] == nil { lengths = (Self.length(of: value), Self.length(of: new)) }
        return new
      case ("size", _): return value
      default: return other(value)
      }
    }
    return (value, lengths)
  }

  /// How many bytes the fields of a form have, as they are written.
  private static func length(of fields: JSONValue) -> Int {
    let fields = (fields.array ?? []).map { field in
      "\(field["name"]?.string ?? "")=\(field["value"]?.string ?? "")"
    }
    return fields.joined(separator: "&").utf8.count
  }

  private func text(_ text: String, isForm: Bool, _ isAnswer: Bool) -> String {
    // A body that is too long to be read stays so.
    if text.utf8.count > limits.writtenBodyBytes { return text }
    let whole = isAnswer && disguise.replacesAnswers
    let first = text.utf8.first { $0 > 0x20 } ?? 0
    guard isForm, !"{[<".utf8.contains(first), text.utf8.contains(UInt8(ascii: "=")) else {
      return disguise.text(text, whole: whole)
    }
    return disguise.form(text, whole: whole)
  }

  /// A body in Base64, and how many bytes it stood for. One that is no text is replaced but for its first
  /// bytes, which say what it is.
  private func encoded(
    _ text: String, isForm: Bool, _ isAnswer: Bool
  ) -> (text: String, byteCount: Int) {
    guard let bytes = Base64.decode(text) else {
      return (disguise.text(text, whole: true), text.utf8.count)
    }
    if let decoded = String(validating: bytes, as: UTF8.self) {
      let new = self.text(decoded, isForm: isForm, isAnswer)
      return (Base64.encode(new), bytes.count)
    }
    let rest = String(text.dropFirst(4))
    return (text.prefix(4) + disguise.made(rest), bytes.count)
  }
}

extension EntryRedaction {
  /// An entry without what its exchange has, which is searched by itself.
  static func withoutExchange(_ entry: JSONValue) -> JSONValue {
    func without(_ names: Set<String>, _ value: JSONValue) -> JSONValue {
      guard let object = value.object else { return value }
      return .object(
        JSONObject(
          object.members.filter { !names.contains($0.name) }.map { ($0.name, $0.value) }))
    }
    guard let object = entry.object else { return entry }
    return .object(
      JSONObject(
        object.members.map { member in
          switch member.name {
          case "request", "response":
            let rest = without(
              ["headers", "cookies", "method", "httpVersion", "queryString", "url"], member.value)
            let bodies = (rest.object?.members ?? []).map { member in
              let isBody = ["postData", "content"].contains(member.name)
              return (
                name: member.name,
                value: isBody
                  ? without(["text", "params", "mimeType"], member.value) : member.value
              )
            }
            return (member.name, .object(JSONObject(bodies)))
          default: return (member.name, member.value)
          }
        }))
  }

  /// The cookies that a recording tells beside the headers, as these would have them.
  static func cookies(of entry: JSONValue) -> [(header: String, fields: [String])] {
    [("Cookie", "request"), ("Set-Cookie", "response")].map { header, message in
      let cookies = entry[message]?["cookies"]?.array ?? []
      return (
        header,
        cookies.compactMap { cookie in
          cookie["name"]?.string.map { "\($0)=\(cookie["value"]?.string ?? "")" }
        }
      )
    }
  }
}
