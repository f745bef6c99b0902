// SPDX-License-Identifier: Apache-2.0
// Audits, the evidence and the profile of a run as JSON.

import Formats
import HTTP
import Suites
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
    calls = try c("calls", old?.calls, c.count, unless: 0)
    sessions = try c("sessions", old?.sessions, c.count)
    applications = try c("applications", old?.applications, c.list, unless: [])
    atLeast = try c.optional("atLeast", old?.atLeast, c.count)
    isStrict = try c.optional("isStrict", old?.isStrict, c.flag)
    let counts = old?.unseen.sorted { $0.key < $1.key }.map {
      UnseenCookbook(name: $0.key, rules: $0.value)
    }
    unseen = try c("unseen", counts, c.list, unless: []).reduce(into: [:]) {
      $0[$1.name] = $1.rules
    }
    guard let begin = try c.optional("from", old?.span?.lowerBound, c.time) else { return }
    let end = try c("to", old?.span?.upperBound, c.time)
    guard begin <= end else {
      throw try c.reader.member("to").error(
        .unknownValue(end.iso8601, expected: "a time after 'from'"))
    }
    span = begin...end
  }
}

/// A cookbook without traffic in the recordings, and the number of its unjudged rules.
private struct UnseenCookbook: Equatable {
  let name: String
  let rules: Int
}

extension UnseenCookbook: RecordPart {
  init(_ c: RecordCoder, _ old: UnseenCookbook?) throws(RecordError) {
    name = try c("cookbook", old?.name, c.string)
    rules = try c("rules", old?.rules, c.count)
  }
}

extension AuditApplication: RecordPart {
  init(_ c: RecordCoder, _ old: AuditApplication?) throws(RecordError) {
    self.init(origin: try c("origin", old?.origin, c.string))
    registrations = try c("registrations", old?.registrations, c.strings, or: [])
    device = try c.optional("device", old?.device, c.string)
    entries = try c("entries", old?.entries, c.count)
    sessions = try c("sessions", old?.sessions, c.count)
    rules = try c("rules", old?.rules, c.list, or: [])
    if let old, let judgement = c.judgement,
      let number = judgement.record.audit?.applications.firstIndex(of: old)
    {
      let own = RunJudgement(judgement.observed.half(.application).ofApplication(number))
      c.derived("verdict", .string(own.outcome.kind.rawValue))
      c.derived("proved", .integer(own.totals.proved))
      c.derived("provable", .integer(own.totals.provable))
    }
  }
}

extension AuditApplication.Rule: RecordPart {
  init(_ c: RecordCoder, _ old: AuditApplication.Rule?) throws(RecordError) {
    self.init(
      file: try c("file", old?.file, c.string), name: try c("rule", old?.name, c.string),
      isMet: try c("met", old?.isMet, c.flag),
      broken: try c.optional("broken", old?.broken, c.strings))
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
