// SPDX-License-Identifier: Apache-2.0
// Requests and their answers as JSON.

import HTTPMessages

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
    text.fields("requestHeaders", requestHeaders)
    text.string("requestBody", requestBody)
    text.string("reason", reason)
    text.fields("responseHeaders", responseHeaders)
    text.string("responseBody", responseBody)
    text.integer("responseByteCount", responseByteCount)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      requestHeaders: try reader.fields("requestHeaders"),
      requestBody: try reader.string("requestBody"), reason: try reader.string("reason"),
      responseHeaders: try reader.fields("responseHeaders"),
      responseBody: try reader.string("responseBody"),
      responseByteCount: try reader.integer("responseByteCount"))
  }
}

extension JSONText {
  mutating func fields(_ name: StaticString, _ fields: [HeaderField]) {
    array(name, fields) { field, text in
      text.object { text in
        text.string("name", field.name)
        text.string("value", field.value)
      }
    }
  }
}

extension RecordReader {
  func fields(_ name: String) throws(RecordError) -> [HeaderField] {
    try list(name) { item throws(RecordError) in
      HeaderField(try item.string("name"), try item.string("value"))
    }
  }
}

extension LeftOutExchanges {
  func write(to text: inout JSONText) {
    text.integer("count", number)
    text.array("statuses", counts) { count, text in
      text.object { text in
        text.integer("status", count.status)
        text.integer("count", count.number)
        if count.wireIssues > 0 { text.integer("issues", count.wireIssues) }
      }
    }
  }

  init(_ reader: RecordReader) throws(RecordError) {
    self.init()
    let counts = try reader.list("statuses") { item throws(RecordError) in
      Count(
        status: try item.count("status"), number: try item.count("count"),
        wireIssues: try item.optional("issues") == nil ? 0 : try item.count("issues"))
    }
    for count in counts { add(count) }
  }
}
