// SPDX-License-Identifier: Apache-2.0
// The recorded traffic by which an application was judged.

package import Text

/// The recorded traffic by which an application was judged, in numbers.
package struct AuditRecord: Sendable, Equatable {
  /// The names of the recordings, in the order named.
  package var recordings: [String]
  /// The origins of the service: `https://api.auth.adobe.com`.
  package var origins: [String]
  /// Entries of the service that were judged: without those that a harness sent to break a rule.
  package var judged: Int
  /// Entries of other hosts or paths, by their hosts, in the order of the names.
  package var ignored: [IgnoredHost]
  /// Entries of the service without an answer.
  package var unanswered: Int
  /// Entries that a harness sent to break a rule on purpose.
  package var deliberate: Int
  /// How many devices were told apart.
  package var sessions: Int
  /// The times of the first entry and of the last; nil where there are none.
  package var span: ClosedRange<Timestamp>?

  package init(
    recordings: [String], origins: [String] = [], judged: Int = 0, ignored: [IgnoredHost] = [],
    unanswered: Int = 0, deliberate: Int = 0, sessions: Int = 0,
    span: ClosedRange<Timestamp>? = nil
  ) {
    self.recordings = recordings
    self.origins = origins
    self.judged = judged
    self.ignored = ignored
    self.unanswered = unanswered
    self.deliberate = deliberate
    self.sessions = sessions
    self.span = span
  }
}

/// A host that is not the service, and how many entries it has.
package struct IgnoredHost: Sendable, Equatable {
  package var host: String
  package var entries: Int

  package init(host: String, entries: Int) {
    self.host = host
    self.entries = entries
  }
}

extension AuditRecord {
  /// The beginning of what reports say of a cookbook of which the recordings have nothing.
  package static func remark(onUnseen cookbook: String) -> String {
    "the recordings have no traffic of \(cookbook), so"
  }

  /// How many entries are not of the service.
  package var ignoredCount: Int { ignored.reduce(0) { $0 + $1.entries } }

  /// `1,204 entries judged, 88 of other hosts or paths ignored, 2 without an answer, 4 devices`.
  package var sentence: String {
    var parts = [Wording.count(judged, "entry", "entries") + " judged"]
    if ignoredCount > 0 {
      parts.append("\(Wording.grouped(ignoredCount)) of other hosts or paths ignored")
    }
    if unanswered > 0 { parts.append("\(Wording.grouped(unanswered)) without an answer") }
    if deliberate > 0 {
      parts.append("\(Wording.grouped(deliberate)) that break the cookbook on purpose left out")
    }
    parts.append(Wording.count(sessions, "device"))
    return parts.joined(separator: ", ")
  }

  /// The numbers of two audits together.
  ///
  /// - Parameter isOfSameTraffic: Whether both judged the same recordings, by other rules.
  func adding(_ other: AuditRecord, isOfSameTraffic: Bool) -> AuditRecord {
    func sum(_ left: Int, _ right: Int) -> Int {
      isOfSameTraffic ? max(left, right) : left + right
    }
    var hosts: [String: Int] = [:]
    for item in ignored { hosts[item.host] = item.entries }
    for item in other.ignored {
      hosts[item.host] = sum(hosts[item.host] ?? 0, item.entries)
    }
    let spans = [span, other.span].compactMap(\.self)
    let begin = spans.map(\.lowerBound).min()
    let end = spans.map(\.upperBound).max()
    return AuditRecord(
      recordings: recordings + other.recordings.filter { !recordings.contains($0) },
      origins: origins + other.origins.filter { !origins.contains($0) },
      judged: sum(judged, other.judged),
      ignored: hosts.keys.sorted().map { IgnoredHost(host: $0, entries: hosts[$0] ?? 0) },
      unanswered: sum(unanswered, other.unanswered), deliberate: sum(deliberate, other.deliberate),
      sessions: sum(sessions, other.sessions),
      span: begin.flatMap { begin in end.map { begin...$0 } })
  }
}
