// SPDX-License-Identifier: Apache-2.0
// The verdict of a rule on an occasion.

import Expectations
import Suites

/// The verdict of a rule on an occasion.
enum OccasionVerdict {
  case met
  case broken([OccasionFinding], others: [Int])
  case notJudged(UnjudgedReason)
}

/// A finding of an occasion.
struct OccasionFinding {
  /// With the place in the document of an exchange.
  var finding: Finding
  /// The places that it touches; nil where it concerns the occasion as a whole.
  let touched: [PlacePattern]?
  /// The index of the part of the pattern that it differs from; nil for no single part.
  var part: Int?
}

extension OccasionVerdict {
  /// Joins the verdicts of demands that all have to be met.
  static func all(_ verdicts: [OccasionVerdict]) -> OccasionVerdict {
    var findings: [OccasionFinding] = []
    var others: [Int] = []
    var doubt: UnjudgedReason?
    for verdict in verdicts {
      switch verdict {
      case .met: break
      case .notJudged(let reason): doubt = doubt ?? reason
      case .broken(let own, let entries):
        findings += own
        others += entries.filter { !others.contains($0) }
      }
    }
    if !findings.isEmpty { return .broken(findings, others: others) }
    return doubt.map { .notJudged($0) } ?? .met
  }

  /// Joins the verdicts of alternatives: if all are broken, the one with the fewest
  /// findings.
  static func any(_ verdicts: [OccasionVerdict]) -> OccasionVerdict {
    var closest: OccasionVerdict?
    var fewest = Int.max
    var doubt: UnjudgedReason?
    for verdict in verdicts {
      switch verdict {
      case .met: return .met
      case .notJudged(let reason): doubt = doubt ?? reason
      case .broken(let findings, _):
        if findings.count < fewest {
          fewest = findings.count
          closest = verdict
        }
      }
    }
    return doubt.map { .notJudged($0) } ?? closest ?? .met
  }

  /// Joins the verdicts on an occasion that belongs to several sessions: it is broken if it is broken
  /// in all of them.
  ///
  /// - Parameters:
  ///   - verdicts: With the values that tell the sessions apart.
  ///   - isCut: Whether it belongs to more sessions than these.
  static func ofSessions(
    _ verdicts: [(verdict: OccasionVerdict, session: String)], of rule: AuditRule, isCut: Bool
  ) -> (verdict: OccasionVerdict, session: String)? {
    let met = verdicts.first { if case .met = $0.verdict { true } else { false } }
    let unknown = verdicts.first { if case .notJudged = $0.verdict { true } else { false } }
    guard let found = met ?? unknown ?? verdicts.first else { return nil }
    if case .broken = found.verdict, isCut, !rule.looksAtOccasionOnly {
      return (.notJudged(.tooMany), found.session)
    }
    return found
  }
}
