// SPDX-License-Identifier: Apache-2.0
// Exchanges and calls to the framework as JSON.

import Formats
import HTTP
import Suites
import Text

extension ExchangeRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ExchangeRecord?) throws(RecordError) {
    method = try c("method", old?.method)
    url = try c("url", old?.url)
    status = try c("status", old?.status)
    duration = try c("durationMs", old?.duration, or: .zero)
    issues = try c.some("issues", old?.issues)
    notes = try c.some("notes", old?.notes)
    detail = try c.optional("detail", old?.detail)
  }
}

extension ExchangeRecord.Detail: RecordPart {
  init(_ c: RecordCoder, _ old: ExchangeRecord.Detail?) throws(RecordError) {
    requestHeaders = try c("requestHeaders", old?.requestHeaders, or: [])
    requestBody = try c("requestBody", old?.requestBody)
    requestIsCut = try c("requestIsCut", old?.requestIsCut, unless: false)
    reason = try c("reason", old?.reason)
    responseHeaders = try c("responseHeaders", old?.responseHeaders, or: [])
    responseBody = try c("responseBody", old?.responseBody)
    responseByteCount = try c("responseByteCount", old?.responseByteCount)
  }
}

extension HeaderField: RecordPart {
  init(_ c: RecordCoder, _ old: HeaderField?) throws(RecordError) {
    self.init(try c("name", old?.name), try c("value", old?.value))
  }
}

extension WireIssue: RecordPart {
  init(_ c: RecordCoder, _ old: WireIssue?) throws(RecordError) {
    self.init(
      try c("message", old?.message), rule: try c("rule", old?.rule),
      offset: try c.optional("offset", old?.offset))
  }
}

extension LeftOutExchanges: RecordPart {
  init(_ c: RecordCoder, _ old: LeftOutExchanges?) throws(RecordError) {
    self.init()
    c.derived("count", (old?.number).map { .integer($0) })
    for count in try c("statuses", old?.counts, or: []) { add(count) }
  }
}

extension LeftOutExchanges.Count: RecordPart {
  init(_ c: RecordCoder, _ old: LeftOutExchanges.Count?) throws(RecordError) {
    self.init(
      status: try c.count("status", old?.status), number: try c.count("count", old?.number),
      wireIssues: try c.count("issues", old?.wireIssues, unless: 0))
  }
}

extension PartnerCallRecord: RecordPart {
  init(_ c: RecordCoder, _ old: PartnerCallRecord?) throws(RecordError) {
    name = try c("name", old?.name)
    request = try c("request", old?.request)
    answer = try c("answer", old?.answer)
  }
}
