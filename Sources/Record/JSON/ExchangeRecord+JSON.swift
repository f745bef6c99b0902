// SPDX-License-Identifier: Apache-2.0
// Exchanges and calls to the framework as JSON.

import Formats
import HTTP
import Suites
import Text

extension ExchangeRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ExchangeRecord?) throws(RecordError) {
    method = try c("method", old?.method, c.string)
    url = try c("url", old?.url, c.string)
    status = try c("status", old?.status, c.integer)
    duration = try c("durationMs", old?.duration, c.duration, or: .zero)
    issues = try c("issues", old?.issues, c.list, unless: [])
    notes = try c("notes", old?.notes, c.strings, unless: [])
    detail = try c.optional("detail", old?.detail, c.object)
  }
}

extension ExchangeRecord.Detail: RecordPart {
  init(_ c: RecordCoder, _ old: ExchangeRecord.Detail?) throws(RecordError) {
    requestHeaders = try c("requestHeaders", old?.requestHeaders, c.list, or: [])
    requestBody = try c("requestBody", old?.requestBody, c.string)
    requestIsCut = try c("requestIsCut", old?.requestIsCut, c.flag, unless: false)
    reason = try c("reason", old?.reason, c.string)
    responseHeaders = try c("responseHeaders", old?.responseHeaders, c.list, or: [])
    responseBody = try c("responseBody", old?.responseBody, c.string)
    responseByteCount = try c("responseByteCount", old?.responseByteCount, c.integer)
  }
}

extension HeaderField: RecordPart {
  init(_ c: RecordCoder, _ old: HeaderField?) throws(RecordError) {
    self.init(try c("name", old?.name, c.string), try c("value", old?.value, c.string))
  }
}

extension WireIssue: RecordPart {
  init(_ c: RecordCoder, _ old: WireIssue?) throws(RecordError) {
    self.init(
      try c("message", old?.message, c.string), rule: try c("rule", old?.rule, c.string),
      offset: try c.optional("offset", old?.offset, c.integer))
  }
}

extension LeftOutExchanges: RecordPart {
  init(_ c: RecordCoder, _ old: LeftOutExchanges?) throws(RecordError) {
    self.init()
    c.derived("count", (old?.number).map { .integer($0) })
    for count in try c("statuses", old?.counts, c.list, or: []) { add(count) }
  }
}

extension LeftOutExchanges.Count: RecordPart {
  init(_ c: RecordCoder, _ old: LeftOutExchanges.Count?) throws(RecordError) {
    self.init(
      status: try c("status", old?.status, c.count), number: try c("count", old?.number, c.count),
      wireIssues: try c("issues", old?.wireIssues, c.count, unless: 0))
  }
}

extension PartnerCallRecord: RecordPart {
  init(_ c: RecordCoder, _ old: PartnerCallRecord?) throws(RecordError) {
    name = try c("name", old?.name, c.string)
    request = try c("request", old?.request, c.string)
    answer = try c("answer", old?.answer, c.string)
  }
}
