// SPDX-License-Identifier: Apache-2.0
// An occasion on which the application broke a rule.

package import Expectations
import Suites
package import Text

/// An occasion on which the application broke a rule.
package struct BrokenOccasion: Sendable {
  package var entry: EntryReference
  /// The session: the value that tells devices apart, masked when it is reported.
  package var session: String
  package var startedAt: Timestamp
  /// The differences from the rule, with their places.
  package var findings: [Finding]
  /// The ids of the covered requirements that are broken: those at whose places something was found,
  /// and those without places. The others were obeyed on this occasion.
  package var blamed: [String]
  /// The other entries that show it, such as the earlier registration.
  package var others: [EntryReference] = []
}

extension BrokenOccasion {
  init(
    _ exchange: IndexedExchange, _ session: String, _ findings: [OccasionFinding],
    of rule: AuditRule, others: [EntryReference]
  ) {
    self.init(
      entry: exchange.entry, session: session,
      startedAt: Timestamp(milliseconds: exchange.time), findings: findings.map(\.finding.inWords),
      blamed: Self.blamed(rule.covers, findings), others: others)
  }

  /// The requirements that findings break: those whose places they touch, and those without.
  private static func blamed(_ covers: [Cover], _ findings: [OccasionFinding]) -> [String] {
    covers.filter { cover in
      guard let places = cover.places else { return true }
      return findings.contains { finding in
        finding.touched?.contains { touched in
          places.contains { $0.holds(touched) || touched.holds($0) }
        } ?? false
      }
    }.map(\.id)
  }
}
