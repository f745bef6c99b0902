// SPDX-License-Identifier: Apache-2.0
// The result of an audit.

import Expectations
package import Record
package import Redaction
package import Suites
import Text

/// The result of an audit, rule by rule.
package struct AuditResult: Sendable {
  package var traffic: AuditRecord
  /// The recordings that were judged, with the calls of logs among their entries.
  package var source: any TrafficSource
  /// What was found out of the logs, one sentence each.
  package var remarks: [String] = []
  /// The cookbooks that the traffic follows, and those that they extend.
  package var cookbooks: [String] = []
  /// Others that devices in it might follow.
  package var suggested: [SuggestedCookbook] = []
  /// In the order of the rule files and of the rules in them.
  package var rules: [RuleResult]
  /// The applications that were told apart, in the order of their first entries.
  package var applications: [SeenApplication] = []
  /// The secrets of all exchanges, besides those that are masked as tokens.
  package var secrets = KnownSecrets()
}

/// A cookbook that an application might follow by what its device is, though no call of it shows that.
package struct SuggestedCookbook: Sendable, Equatable {
  package let name: String
  /// A clause: `the device has …`.
  package let reason: String
}

extension SuggestedCookbook {
  /// What somebody can do about it.
  package var remark: String {
    "\(reason), but nothing shows whether the application follows \(name), so nothing was judged by "
      + "that; add --cookbook \(name) to do so"
  }
}

/// The result of one rule.
package struct RuleResult: Sendable {
  package var name: String
  package var location: SourceLocation
  package var covers: [Cover]
  /// The facts that it needs and that were not given.
  package var missingFacts: [String] = []
  /// Whether it is judged by a log of framework calls, and no log of this traffic was given.
  package var lacksLog = false
  package var met = 0
  /// The first occasions on which the application broke the rule, in the order of time.
  package var broken: [BrokenOccasion] = []
  /// How many later ones broke the same requirements; all of these are among `broken`, too.
  package var unlisted: [[String]: Int] = [:]
  /// By the number of the application: whether it obeyed the rule on an occasion, and which requirements
  /// it broke, nil without a break.
  package var byApplication: [Int: (isMet: Bool, broken: Set<String>?)] = [:]
  /// How often it could not be judged, by the reason.
  package var notJudged: [String: Int] = [:]
  /// Some of the entries that met it.
  package var examples: [EntryReference] = []
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
