// SPDX-License-Identifier: Apache-2.0
// Verdicts, findings and exchanges as JSON.

import Encodings
import Findings
import HTTPMessages
import JSON
import SourceText

extension Verdict {
  /// Adds `verdict` and what belongs to it: `findings`, `problem` or `because`.
  ///
  /// - Parameter file: The suite file that the positions of findings are in.
  func write(to text: inout JSONText, in file: String) {
    text.string("verdict", kind.rawValue)
    switch self {
    case .failed(let findings): text.array("findings", findings) { $0.write(to: &$1, in: file) }
    case .broken(let problem): problem.write(to: &text)
    case .skipped(let reason): text.string("because", reason)
    case .passed, .notReached: break
    }
  }

  /// - Parameter file: The suite file that findings have to be in.
  init(_ reader: RecordReader, in file: String) throws(RecordError) {
    switch try reader.word("verdict", as: Kind.self) {
    case .passed: self = .passed
    case .failed:
      self = .failed(
        try reader.list("findings") { item throws(RecordError) in try Finding(item, in: file) })
    case .broken: self = .broken(try RunProblem(try reader.member("problem")))
    case .skipped: self = .skipped(because: try reader.string("because"))
    case .notReached: self = .notReached
    }
  }
}

extension Finding {
  func write(to text: inout JSONText, in file: String) {
    text.object { text in
      text.string("place", place.description)
      text.location("at", SourceLocation(file: file, position: position))
      text.string("expected", expected)
      text.string("found", found)
      if let nearest { text.string("nearest", nearest) }
    }
  }

  /// - Throws: `RecordError` also where the finding is in another file than `file`.
  init(_ reader: RecordReader, in file: String) throws(RecordError) {
    let location = try reader.location("at")
    guard location.file.utf8.elementsEqual(file.utf8) else {
      throw try reader.member("at").error(
        .unknownValue(location.description, expected: "a place in \(file)"))
    }
    self.init(
      place: Place(reading: try reader.string("place")), position: location.position,
      expected: try reader.string("expected"), found: try reader.string("found"),
      nearest: try reader.optionalString("nearest"))
  }
}

extension RunProblem {
  fileprivate func write(to text: inout JSONText) {
    text.object("problem") { text in
      text.string("kind", kind.rawValue)
      text.string("message", message)
      if let location { text.location("at", location) }
      if isUnreachable { text.flag("isUnreachable", true) }
    }
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      try reader.word("kind"), try reader.string("message"),
      at: try reader.optional("at") == nil ? nil : try reader.location("at"),
      isUnreachable: try reader.flag("isUnreachable"))
  }
}

extension ExchangeRecord {
  func write(to text: inout JSONText) {
    text.object { text in
      text.string("method", method)
      text.string("url", url)
      text.integer("status", status)
      text.duration("durationMs", duration)
      if !issues.isEmpty {
        text.array("issues", issues) { issue, text in
          text.object { text in
            text.string("message", issue.message)
            text.string("rule", issue.rule)
            if let offset = issue.offset { text.integer("offset", offset) }
          }
        }
      }
      if !notes.isEmpty { text.strings("notes", notes) }
      if let detail { text.object("detail") { detail.write(to: &$0) } }
    }
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
  fileprivate func write(to text: inout JSONText) {
    func fields(_ name: StaticString, _ fields: [HeaderField], _ text: inout JSONText) {
      text.array(name, fields) { field, text in
        text.object { text in
          text.string("name", field.name)
          text.string("value", field.value)
        }
      }
    }
    fields("requestHeaders", requestHeaders, &text)
    text.string("requestBody", requestBody)
    text.string("reason", reason)
    fields("responseHeaders", responseHeaders, &text)
    text.string("responseBody", responseBody)
    text.integer("responseByteCount", responseByteCount)
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
