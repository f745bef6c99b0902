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
      files: try c("files", old?.files, or: []),
      profile: try c.optional("profile", old?.profile))
  }
}

extension EvidenceFile: RecordPart {
  init(_ c: RecordCoder, _ old: EvidenceFile?) throws(RecordError) {
    kind = try c("kind", old?.kind)
    path = try c("file", old?.path)
    digest = try c("digest", old?.digest)
  }
}

extension ProfileRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ProfileRecord?) throws(RecordError) {
    facts = try c.facts(old?.facts)
    cookbooks = try c.optional("cookbooks", old?.cookbooks)
    rate = try c.optional("rate", old?.rate)
    clockTolerance = try c("clockToleranceMs", old?.clockTolerance, or: .zero)
    connectTimeout = try c("connectTimeoutMs", old?.connectTimeout, or: .zero)
    responseTimeout = try c("responseTimeoutMs", old?.responseTimeout, or: .zero)
  }
}

extension Profile.Rate: RecordPart {
  init(_ c: RecordCoder, _ old: Profile.Rate?) throws(RecordError) {
    self.init(
      perSecond: try c("perSecond", old?.perSecond),
      burst: try c.count("burst", old?.burst))
  }
}

extension RecordCoder {
  /// The member `facts`: the facts by their names, in their order.
  fileprivate func facts(_ old: [ProfileRecord.Fact]?) throws(RecordError) -> [ProfileRecord.Fact] {
    let members = old.map { JSONObject($0.map { (name: $0.name, value: $0.value) }) }
    guard case .object(let object) = try self("facts", members.map { JSONValue.object($0) }) else {
      throw try reader.member("facts").wrongType("object")
    }
    return object.members.map { ProfileRecord.Fact(name: $0.name, value: $0.value) }
  }
}

extension AuditRecord: RecordPart {
  init(_ c: RecordCoder, _ old: AuditRecord?) throws(RecordError) {
    recordings = try c("recordings", old?.recordings, or: [])
    origins = try c("origins", old?.origins, or: [])
    judged = try c.count("judged", old?.judged)
    let hosts = old?.ignored.sorted { $0.key < $1.key }.map {
      IgnoredHost(host: $0.key, entries: $0.value)
    }
    ignored = try c("ignored", hosts, or: []).reduce(into: [:]) {
      $0[$1.host, default: 0] += $1.entries
    }
    unanswered = try c.count("unanswered", old?.unanswered)
    deliberate = try c.count("deliberate", old?.deliberate)
    calls = try c.count("calls", old?.calls, unless: 0)
    sessions = try c.count("sessions", old?.sessions)
    applications = try c.some("applications", old?.applications)
    atLeast = try c.optionalCount("atLeast", old?.atLeast)
    isStrict = try c.optional("isStrict", old?.isStrict)
    let counts = old?.unseen.sorted { $0.key < $1.key }.map {
      UnseenCookbook(name: $0.key, rules: $0.value)
    }
    unseen = try c.some("unseen", counts).reduce(into: [:]) {
      $0[$1.name] = $1.rules
    }
    guard let begin = try c.optional("from", old?.span?.lowerBound) else { return }
    let end = try c("to", old?.span?.upperBound)
    guard begin <= end else {
      throw try c.reader.member("to").error(
        .unknownValue(end.iso8601, expected: "a time after 'from'"))
    }
    span = begin...end
  }
}

/// A cookbook without traffic in the recordings, and the number of its unjudged rules.
private struct UnseenCookbook {
  let name: String
  let rules: Int
}

extension UnseenCookbook: RecordPart {
  init(_ c: RecordCoder, _ old: UnseenCookbook?) throws(RecordError) {
    name = try c("cookbook", old?.name)
    rules = try c.count("rules", old?.rules)
  }
}

extension AuditApplication: RecordPart {
  init(_ c: RecordCoder, _ old: AuditApplication?) throws(RecordError) {
    self.init(origin: try c("origin", old?.origin))
    registrations = try c("registrations", old?.registrations, or: [])
    device = try c.optional("device", old?.device)
    entries = try c.count("entries", old?.entries)
    sessions = try c.count("sessions", old?.sessions)
    rules = try c("rules", old?.rules, or: [])
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
      file: try c("file", old?.file), name: try c("rule", old?.name),
      isMet: try c("met", old?.isMet),
      broken: try c.optional("broken", old?.broken))
  }
}

/// A host that is not the service, and how many entries it has.
private struct IgnoredHost {
  let host: String
  let entries: Int
}

extension IgnoredHost: RecordPart {
  init(_ c: RecordCoder, _ old: IgnoredHost?) throws(RecordError) {
    host = try c("host", old?.host)
    entries = try c.count("entries", old?.entries)
  }
}
