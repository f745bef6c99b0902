// SPDX-License-Identifier: Apache-2.0
// Exchanges, audits and evidence as JSON.

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

extension EvidenceRecord: RecordPart {
  /// The digest of all files follows from the rest.
  init(_ c: RecordCoder, _ old: EvidenceRecord?) throws(RecordError) {
    if let old, let tool = c.judgement?.record.tool {
      c.derived("digest", .string(old.digest(tool)))
    }
    self.init(
      files: try c("files", old?.files, c.list, or: []),
      profile: try c.optional("profile", old?.profile, c.object))
  }
}

extension EvidenceFile: RecordPart {
  init(_ c: RecordCoder, _ old: EvidenceFile?) throws(RecordError) {
    kind = try c("kind", old?.kind, c.word)
    path = try c("file", old?.path, c.string)
    digest = try c("digest", old?.digest, c.string)
  }
}

extension ProfileRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ProfileRecord?) throws(RecordError) {
    facts = try c("facts", old?.facts, c.facts)
    cookbooks = try c.optional("cookbooks", old?.cookbooks, c.strings)
    rate = try c.optional("rate", old?.rate, c.object)
    clockTolerance = try c("clockToleranceMs", old?.clockTolerance, c.duration, or: .zero)
    connectTimeout = try c("connectTimeoutMs", old?.connectTimeout, c.duration, or: .zero)
    responseTimeout = try c("responseTimeoutMs", old?.responseTimeout, c.duration, or: .zero)
  }
}

extension Profile.Rate: RecordPart {
  init(_ c: RecordCoder, _ old: Profile.Rate?) throws(RecordError) {
    self.init(
      perSecond: try c("perSecond", old?.perSecond, c.decimal),
      burst: try c("burst", old?.burst, c.count))
  }
}

extension RecordCoder {
  /// The facts by their names, in their order.
  fileprivate func facts(_ old: [ProfileRecord.Fact]?) throws(RecordError) -> [ProfileRecord.Fact] {
    let members = old.map { JSONObject($0.map { (name: $0.name, value: $0.value) }) }
    guard case .object(let object) = try value(members.map { .object($0) }) else {
      throw reader.wrongType("object")
    }
    return object.members.map { ProfileRecord.Fact(name: $0.name, value: $0.value) }
  }

  /// A number as Swift writes it, without `.0`; 0 where JSON has no such number.
  fileprivate func decimal(_ old: Double?) throws(RecordError) -> Double {
    if let old {
      let text = "\(old)"
      write(number: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
      return old
    }
    guard let number = reader.value.number else { throw reader.wrongType("number") }
    return number.double
  }
}

extension AuditRecord: RecordPart {
  init(_ c: RecordCoder, _ old: AuditRecord?) throws(RecordError) {
    recordings = try c("recordings", old?.recordings, c.strings, or: [])
    origins = try c("origins", old?.origins, c.strings, or: [])
    judged = try c("judged", old?.judged, c.count)
    let hosts = old?.ignored.sorted { $0.key < $1.key }.map {
      IgnoredHost(host: $0.key, entries: $0.value)
    }
    ignored = try c("ignored", hosts, c.list, or: []).reduce(into: [:]) {
      $0[$1.host, default: 0] += $1.entries
    }
    unanswered = try c("unanswered", old?.unanswered, c.count)
    deliberate = try c("deliberate", old?.deliberate, c.count)
    sessions = try c("sessions", old?.sessions, c.count)
    guard let begin = try c.optional("from", old?.span?.lowerBound, c.time) else { return }
    let end = try c("to", old?.span?.upperBound, c.time)
    guard begin <= end else {
      throw try c.reader.member("to").error(
        .unknownValue(end.iso8601, expected: "a time after 'from'"))
    }
    span = begin...end
  }
}

/// A host that is not the service, and how many entries it has.
private struct IgnoredHost {
  let host: String
  let entries: Int
}

extension IgnoredHost: RecordPart {
  init(_ c: RecordCoder, _ old: IgnoredHost?) throws(RecordError) {
    host = try c("host", old?.host, c.string)
    entries = try c("entries", old?.entries, c.count)
  }
}
