// SPDX-License-Identifier: Apache-2.0
// Verdicts, findings and exchanges as JSON.

import Encodings
import HTTPMessages
import JSON
import SourceText

extension Verdict {
  /// Adds `verdict` and what belongs to it: `findings`, `problem` or `because`.
  func write(to object: inout JSONObject) {
    object.append("verdict", .string(kind.rawValue))
    switch self {
    case .failed(let findings): object.append("findings", .array(findings.map(\.json)))
    case .broken(let problem): object.append("problem", problem.json)
    case .skipped(let reason): object.append("because", .string(reason))
    case .passed, .notReached: break
    }
  }

  init(_ reader: RecordReader) throws(RecordError) {
    switch try reader.word("verdict", as: Kind.self) {
    case .passed: self = .passed
    case .failed:
      self = .failed(
        try reader.list("findings") { item throws(RecordError) in try Finding(item) })
    case .broken: self = .broken(try RunProblem(try reader.member("problem")))
    case .skipped: self = .skipped(because: try reader.string("because"))
    case .notReached: self = .notReached
    }
  }
}

extension Finding {
  var json: JSONValue {
    var object = JSONObject()
    object.append("place", .string(place))
    object.append("at", .string(location.description))
    object.append("expected", .string(expected))
    object.append("found", .string(found))
    object.add("nearest", nearest)
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      place: try reader.string("place"), location: try reader.location("at"),
      expected: try reader.string("expected"), found: try reader.string("found"),
      nearest: try reader.optionalString("nearest"))
  }
}

extension RunProblem {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append("kind", .string(kind.rawValue))
    object.append("message", .string(message))
    object.add("at", location?.description)
    if isUnreachable { object.append("isUnreachable", true) }
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      try reader.word("kind"), try reader.string("message"),
      at: try reader.optional("at") == nil ? nil : try reader.location("at"),
      isUnreachable: try reader.flag("isUnreachable"))
  }
}

extension ExchangeRecord {
  var json: JSONValue {
    var object = JSONObject()
    object.append("method", .string(method))
    object.append("url", .string(url))
    object.append("status", .integer(status))
    object.append("durationMs", duration.json)
    if !issues.isEmpty { object.append("issues", .array(issues.map(\.json))) }
    object.add("notes", notes)
    object["detail"] = detail?.json
    return .object(object)
  }

  init(_ reader: RecordReader) throws(RecordError) {
    let detail = try reader.optional("detail")
    self.init(
      method: try reader.string("method"), url: try reader.string("url"),
      status: try reader.integer("status"), duration: try reader.duration("durationMs"),
      issues: try reader.list("issues") { item throws(RecordError) in
        WireIssue(
          try item.string("message"), rule: try item.string("rule"),
          offset: try item.optional("offset") == nil ? nil : try item.integer("offset"))
      },
      notes: try reader.strings("notes"),
      detail: detail == nil ? nil : try Detail(try reader.member("detail")))
  }
}

extension ExchangeRecord.Detail {
  fileprivate var json: JSONValue {
    [
      "requestHeaders": .array(requestHeaders.map(\.json)), "requestBody": .string(requestBody),
      "reason": .string(reason), "responseHeaders": .array(responseHeaders.map(\.json)),
      "responseBody": .string(responseBody), "responseByteCount": .integer(responseByteCount),
    ]
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    func fields(_ name: String) throws(RecordError) -> [HeaderField] {
      try reader.list(name) { item throws(RecordError) in
        HeaderField(try item.string("name"), try item.string("value"))
      }
    }
    self.init(
      requestHeaders: try fields("requestHeaders"), requestBody: try reader.string("requestBody"),
      reason: try reader.string("reason"), responseHeaders: try fields("responseHeaders"),
      responseBody: try reader.string("responseBody"),
      responseByteCount: try reader.integer("responseByteCount"))
  }
}

extension PartnerCallRecord {
  var json: JSONValue {
    ["name": .string(name), "request": .string(request), "answer": .string(answer)]
  }
}

extension HeaderField {
  fileprivate var json: JSONValue { ["name": .string(name), "value": .string(value)] }
}

extension WireIssue {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append("message", .string(message))
    object.append("rule", .string(rule))
    object["offset"] = offset.map { .integer($0) }
    return .object(object)
  }
}

extension SourceLocation {
  /// Reads `file:line:column`; the file may have colons itself.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), line > 0,
      let column = Int(parts[parts.count - 1]), column > 0
    else { return nil }
    self.init(
      file: parts.dropLast(2).joined(separator: ":"),
      position: Position(line: line, column: column))
  }
}

extension Duration {
  /// Milliseconds with three decimals.
  var json: JSONValue {
    JSONNumber(literal: Wording.milliseconds(self)).map { .number($0) } ?? 0
  }
}

extension JSONValue {
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
