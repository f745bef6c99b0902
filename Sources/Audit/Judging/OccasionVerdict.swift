// SPDX-License-Identifier: Apache-2.0
// What an occasion shows of a rule.

internal import Suites

/// What an occasion shows of a rule.
enum OccasionVerdict {
  case met
  case broken([OccasionFinding], others: [Int])
  case notJudged(Doubt)
}

/// A finding of an occasion.
struct OccasionFinding {
  /// With the place in the document of an exchange.
  let finding: Finding
  /// The places that it touches; nil where it concerns the occasion as a whole.
  let touched: [PlacePattern]?
}

extension OccasionVerdict {
  /// What the verdicts of all demands say together.
  static func all(_ verdicts: [OccasionVerdict]) -> OccasionVerdict {
    var findings: [OccasionFinding] = []
    var others: [Int] = []
    var doubt: Doubt?
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

  /// What the verdicts of alternatives say together: of broken ones, the one with the fewest
  /// findings.
  static func any(_ verdicts: [OccasionVerdict]) -> OccasionVerdict {
    var closest: OccasionVerdict?
    var fewest = Int.max
    var doubt: Doubt?
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

  /// What an occasion shows that belongs to several sessions: broken is only what is broken in all of
  /// them.
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
