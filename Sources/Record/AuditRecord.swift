// SPDX-License-Identifier: Apache-2.0
// The traffic that an audit judges, and the files, profile and budget of a run.

package import Formats
package import Suites
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
  /// How many devices were told apart.
  package var sessions = 0
  /// The times of the first entry and of the last; nil without entries.
  package var span: ClosedRange<Timestamp>?
}

extension AuditRecord {
  package init(recordings: [String]) { self.init(recordings: recordings, origins: []) }

  /// The beginning of what reports say of a cookbook of which the recordings have nothing.
  package static func remark(onUnseen cookbook: String) -> String {
    "the recordings have no traffic of \(cookbook), so"
  }

  /// How many entries are not of the service.
  package var ignoredCount: Int { ignored.values.reduce(0, +) }

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
    func sum(_ left: Int, _ right: Int) -> Int { isOfSameTraffic ? max(left, right) : left + right }
    let spans = [span, other.span].compactMap(\.self)
    let begin = spans.map(\.lowerBound).min()
    let end = spans.map(\.upperBound).max()
    return AuditRecord(
      recordings: recordings + other.recordings.filter { !recordings.contains($0) },
      origins: origins + other.origins.filter { !origins.contains($0) },
      judged: sum(judged, other.judged),
      ignored: ignored.merging(other.ignored, uniquingKeysWith: sum),
      unanswered: sum(unanswered, other.unanswered), deliberate: sum(deliberate, other.deliberate),
      sessions: sum(sessions, other.sessions),
      span: begin.flatMap { begin in end.map { begin...$0 } })
  }
}

/// The files and settings behind a verdict, so that others can tell whether they used the same.
package struct EvidenceRecord: Sendable, Equatable {
  /// The files that were read, in the order of their kinds and names.
  package var files: [EvidenceFile]
  /// How the target was described and treated; nil for an audit, which talks to no target.
  package var profile: ProfileRecord?

  package init(files: [EvidenceFile], profile: ProfileRecord? = nil) {
    self.files = files.sorted { ($0.kind.rank, $0.path) < ($1.kind.rank, $1.path) }
    self.profile = profile
  }
}

/// A file that a verdict rests on.
package struct EvidenceFile: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case suite
    case fragments
    case facts
    case catalogue
    case rules
    case exchanges
    case recording
  }

  package var kind: Kind
  /// As the program has read it: `Suites/apple-v2/e-logout.yaml`.
  package var path: String
  /// SHA-256 of its bytes, in hexadecimal.
  package var digest: String

  package init(kind: Kind, path: String, digest: String) {
    self.kind = kind
    self.path = path
    self.digest = digest
  }

  package init(_ file: SourceFile, as kind: Kind) {
    self.init(kind: kind, path: file.name, digest: SHA256.hexadecimal(file.bytes))
  }
}

extension EvidenceFile.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension EvidenceRecord {
  /// One digest of all files and of the tool: SHA-256 of a line for each, sorted by their bytes. A line
  /// has the kind of a file and its digest, so it makes no difference where the files are.
  package func digest(_ tool: ToolRecord) -> String {
    let lines =
      files.map { "\($0.kind.rawValue) \($0.digest)\n" } + ["\(tool.name) \(tool.version)\n"]
    let sorted = lines.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    return SHA256.hexadecimal(Array(sorted.joined()))
  }

  /// The evidence of two records together. Of a file that both have, there is one.
  func adding(_ other: EvidenceRecord) -> EvidenceRecord {
    EvidenceRecord(
      files: files + other.files.filter { !files.contains($0) }, profile: profile ?? other.profile)
  }
}

/// The settings of a target's profile, without secrets.
package struct ProfileRecord: Sendable, Equatable {
  /// A fact, with its value. That of a secret one is `‹set›`.
  package struct Fact: Sendable, Equatable {
    package var name: String
    package var value: JSONValue
  }

  /// Stands for the value of a secret fact.
  package static let hiddenValue = "‹set›"

  /// In the order of the profile.
  package var facts: [Fact]
  /// The cookbooks that the profile chose; nil for those of all suites.
  package var cookbooks: [String]?
  /// nil for any pace.
  package var rate: Profile.Rate?
  package var clockTolerance: Duration
  package var connectTimeout: Duration
  package var responseTimeout: Duration
}

/// The budget of a run, and what was planned within it.
package struct BudgetRecord: Sendable, Equatable {
  /// The values of `--budget`: `5m`, `150req`.
  package var limits: [String]
  /// About how many requests were planned, of all shards together.
  package var requests: Int
  /// About how long they take.
  package var duration: Duration
  /// How many scenarios were left out, of all shards together; a live table counts as one.
  package var leftOut: Int
  /// How many of the requirements that the service can show were planned to be proved.
  package var proves: Int
  /// How many such requirements there are.
  package var provable: Int

  package init(
    limits: [String], requests: Int, duration: Duration, leftOut: Int, proves: Int, provable: Int
  ) {
    self.limits = limits
    self.requests = requests
    self.duration = duration
    self.leftOut = leftOut
    self.proves = proves
    self.provable = provable
  }

  /// As the command line has it: `--budget 5m and --budget 150req`.
  package var words: String { Wording.list(limits.map { "--budget \($0)" }) }
}
