// SPDX-License-Identifier: Apache-2.0
// The traffic that an audit judges.

import Formats
import Suites
package import Text

/// The recorded traffic by which an application was judged, in numbers.
package struct AuditRecord: Sendable, Equatable {
  /// The names of the recordings, in the order named.
  package var recordings: [String]
  /// The origins of the service: `https://api.auth.adobe.com`.
  package var origins: [String] = []
  /// Entries of the service that were judged: without those that a harness sent to break a rule.
  package var judged = 0
  /// How many entries are of other hosts or paths, by their hosts.
  package var ignored: [String: Int] = [:]
  /// Entries of the service without an answer.
  package var unanswered = 0
  /// Entries that a harness sent to break a rule on purpose.
  package var deliberate = 0
  /// Calls of the partner framework that were judged, from logs.
  package var calls = 0
  /// How many devices were told apart.
  package var sessions = 0
  /// The times of the first entry and of the last; nil without entries.
  package var span: ClosedRange<Timestamp>?
  /// The applications that were told apart; empty where an earlier version has not.
  package var applications: [AuditApplication] = []
  /// How many requirements were to be proved, by `--at-least`; nil without it.
  package var atLeast: Int?
  /// Whether a missed recommendation is a failure of the application; nil for what the record says.
  package var isStrict: Bool?
  /// The cookbooks without traffic in the recordings, each with the number of its unjudged rules.
  package var unseen: [String: Int] = [:]
}

extension AuditRecord {
  package init(recordings: [String]) { self.init(recordings: recordings, origins: []) }

  /// A sentence on each cookbook without traffic in the recordings.
  var remarksOnUnseen: [String] {
    unseen.sorted { $0.key < $1.key }.map { cookbook, count in
      "the recordings have no traffic of \(cookbook), so its "
        + "\(Wording.count(count, "rule was", "rules were")) not judged"
    }
  }

  /// How many entries are not of the service.
  package var ignoredCount: Int { ignored.values.reduce(0, +) }

  /// `1,204 entries judged, 88 of other hosts or paths ignored, 2 without an answer, 4 devices`.
  package var sentence: String {
    var parts = [Wording.count(judged, "entry", "entries") + " judged"]
    if ignoredCount > 0 {
      parts.append("\(Wording.grouped(ignoredCount)) of other hosts or paths ignored")
    }
    if calls > 0 { parts.append(Wording.count(calls, "framework call")) }
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
    func sum(_ left: Int, _ right: Int) -> Int { isOfSameTraffic ? max(left, right) : left + right }
    var whole = self
    whole.recordings += other.recordings.filter { !recordings.contains($0) }
    whole.origins += other.origins.filter { !origins.contains($0) }
    whole.judged = sum(judged, other.judged)
    whole.ignored.merge(other.ignored, uniquingKeysWith: sum)
    whole.unanswered = sum(unanswered, other.unanswered)
    whole.deliberate = sum(deliberate, other.deliberate)
    whole.calls = sum(calls, other.calls)
    whole.sessions = sum(sessions, other.sessions)
    let spans = [span, other.span].compactMap(\.self)
    if let begin = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() {
      whole.span = begin...end
    }
    whole.applications =
      applications.isEmpty || other.applications.isEmpty
      ? [] : applications.adding(other.applications, isOfSameTraffic: isOfSameTraffic)
    whole.atLeast = [atLeast, other.atLeast].compactMap(\.self).max()
    whole.isStrict = isStrict ?? other.isStrict
    whole.unseen.merge(other.unseen) { max($0, $1) }
    return whole
  }
}
