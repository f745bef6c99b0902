// SPDX-License-Identifier: Apache-2.0
// What an audit says of the traffic of an application.

package import Record
package import Suites
package import Text

/// What an audit says of the traffic of an application, rule by rule.
package struct AuditResult: Sendable {
  package var traffic: AuditedTraffic
  /// In the order of the rule files and of the rules in them.
  package var rules: [RuleResult]

  package init(traffic: AuditedTraffic, rules: [RuleResult]) {
    self.traffic = traffic
    self.rules = rules
  }
}

extension AuditResult {
  /// The rules by the places where they stand.
  var rulesByLocation: [SourceLocation: RuleResult] {
    Dictionary(rules.map { ($0.location, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// What was audited, in numbers.
package struct AuditedTraffic: Sendable, Equatable {
  /// The names of the recordings, in the order named.
  package var recordings: [String]
  /// The origins of the service: `https://api.auth.adobe.com`.
  package var origins: [String]
  /// Why each of them was taken for the service, by the origin.
  package var originReasons: [String: String]
  /// The cookbooks that the traffic follows: those of which it has an exchange that no other cookbook
  /// has; where there is none, all of which it has one.
  package var cookbooks: [String]
  /// Entries of the service that were judged: without those that a harness sent to break a rule.
  package var judged: Int
  /// Entries of other hosts or paths, by their hosts.
  package var ignored: [String: Int]
  /// Entries of the service without an answer.
  package var unanswered: Int
  /// Entries that a harness sent to break a rule on purpose.
  package var deliberate: Int
  /// How many devices were told apart.
  package var sessions: Int
  /// The first time and the last of all entries; nil where there are none.
  package var span: ClosedRange<Int>?

  package init(
    recordings: [String], origins: [String] = [], originReasons: [String: String] = [:],
    cookbooks: [String] = [], judged: Int = 0, ignored: [String: Int] = [:],
    unanswered: Int = 0, deliberate: Int = 0, sessions: Int = 0, span: ClosedRange<Int>? = nil
  ) {
    self.recordings = recordings
    self.origins = origins
    self.originReasons = originReasons
    self.cookbooks = cookbooks
    self.judged = judged
    self.ignored = ignored
    self.unanswered = unanswered
    self.deliberate = deliberate
    self.sessions = sessions
    self.span = span
  }
}

/// What the traffic shows of one rule.
package struct RuleResult: Sendable {
  /// The name of the rule file's `application:`, and the file.
  package var application: String
  package var name: String
  package var location: SourceLocation
  package var covers: [Cover]
  package var met: Int
  /// The first occasions on which the application broke the rule, in the order of time.
  package var broken: [BrokenOccasion]
  /// How many later ones broke the same requirements; all of these are among `broken`, too.
  package var unlisted: [[String]: Int] = [:]
  /// How often it could not be judged, by the reason.
  package var notJudged: [String: Int]
  /// Some of the entries that met it.
  package var examples: [EntryReference]

  package init(
    application: String, name: String, location: SourceLocation, covers: [Cover], met: Int = 0,
    broken: [BrokenOccasion] = [], notJudged: [String: Int] = [:], examples: [EntryReference] = []
  ) {
    self.application = application
    self.name = name
    self.location = location
    self.covers = covers
    self.met = met
    self.broken = broken
    self.notJudged = notJudged
    self.examples = examples
  }
}

extension RuleResult {
  /// How many occasions with the same requirements broken are listed.
  static let listedLimit = 100

  /// On how many occasions the application broke the rule.
  package var brokenCount: Int { broken.count + unlisted.values.reduce(0, +) }

  /// On how many it broke a requirement.
  func brokenCount(of id: String) -> Int {
    broken.count { $0.blamed.contains(id) }
      + unlisted.reduce(0) { $1.key.contains(id) ? $0 + $1.value : $0 }
  }

  /// Puts the occasions in order, and counts those that need not be listed.
  mutating func order() {
    broken.sort {
      ($0.startedAt.milliseconds, $0.entry.recording, $0.entry.index)
        < ($1.startedAt.milliseconds, $1.entry.recording, $1.entry.index)
    }
    guard broken.count > Self.listedLimit else { return }
    var listed: [[String]: Int] = [:]
    broken.removeAll { occasion in
      listed[occasion.blamed, default: 0] += 1
      guard listed[occasion.blamed, default: 0] > Self.listedLimit else { return false }
      unlisted[occasion.blamed, default: 0] += 1
      return true
    }
  }
}

/// An occasion on which the application broke a rule.
package struct BrokenOccasion: Sendable {
  package var entry: EntryReference
  /// The session: the value that tells devices apart, masked when it is reported.
  package var session: String
  package var startedAt: Timestamp
  /// What was expected, and what was found where.
  package var findings: [Finding]
  /// The ids of the covered requirements that are broken: those at whose places something was found,
  /// and those without places. The others were obeyed on this occasion.
  package var blamed: [String]
  /// The other entries that show it, such as the earlier registration.
  package var others: [EntryReference]

  package init(
    entry: EntryReference, session: String, startedAt: Timestamp, findings: [Finding],
    blamed: [String], others: [EntryReference] = []
  ) {
    self.entry = entry
    self.session = session
    self.startedAt = startedAt
    self.findings = findings
    self.blamed = blamed
    self.others = others
  }
}
