// SPDX-License-Identifier: Apache-2.0
// What a verdict rests on, and the traffic that was audited, as JSON.

import Formats
import Text

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

extension ProfileRecord.Rate: RecordPart {
  init(_ c: RecordCoder, _ old: ProfileRecord.Rate?) throws(RecordError) {
    perSecond = try c("perSecond", old?.perSecond, c.decimal)
    burst = try c("burst", old?.burst, c.count)
  }
}

extension RecordCoder {
  /// The facts by their names, in their order.
  fileprivate func facts(
    _ old: [ProfileRecord.Fact]?
  ) throws(RecordError) -> [ProfileRecord.Fact] {
    let members = old.map { JSONObject($0.map { (name: $0.name, value: $0.value) }) }
    guard case .object(let object) = try value(members.map { .object($0) }) else {
      throw reader.wrongType("object")
    }
    return object.members.map { ProfileRecord.Fact(name: $0.name, value: $0.value) }
  }

  /// A number as Swift writes it, without `.0`; 0 where JSON has no such number.
  fileprivate func decimal(_ old: Double?) throws(RecordError) -> Double {
    let text = old.map { "\($0)" }
    let literal = text.map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 }
    let written = literal.map { JSONNumber(literal: $0).map(JSONValue.number) ?? 0 }
    guard let number = try value(written).number else { throw reader.wrongType("number") }
    return number.double
  }
}

extension AuditRecord: RecordPart {
  init(_ c: RecordCoder, _ old: AuditRecord?) throws(RecordError) {
    recordings = try c("recordings", old?.recordings, c.strings, or: [])
    origins = try c("origins", old?.origins, c.strings, or: [])
    judged = try c("judged", old?.judged, c.count)
    ignored = try c("ignored", old?.ignored, c.list, or: [])
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

extension IgnoredHost: RecordPart {
  init(_ c: RecordCoder, _ old: IgnoredHost?) throws(RecordError) {
    host = try c("host", old?.host, c.string)
    entries = try c("entries", old?.entries, c.count)
  }
}
