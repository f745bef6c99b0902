// SPDX-License-Identifier: Apache-2.0
// The verdict of a run on a requirement.

import Suites

/// The verdict of a run on a requirement; the worst comes first.
package enum RequirementVerdict: String, Sendable, CaseIterable {
  /// A finding breaks it.
  case failed
  /// A step that covers it got no answer to judge, and none failed.
  case broken = "error"
  /// A finding breaks it, and each that does is known.
  case known
  /// A warning is about it, and no finding that fails a step.
  case warned
  /// At least one step that covers it judged it, and it held in all of them.
  case passed
  /// Steps cover it, and none of them could judge it: an earlier one failed, or the answer was
  /// another one altogether.
  case notJudged = "not-judged"
  /// Scenarios cover it, and all of them, or their steps, were skipped on purpose.
  case skipped
  /// No scenario of this run covers it.
  case unproved
  /// A run of the suites shows it, which is not judged here.
  case shownByRun = "shown-by-run"
  /// An audit of the application's traffic shows it, which is not judged here.
  case shownByAudit = "shown-by-audit"
  /// A log of what the application asked its framework shows it, which is not judged here.
  case shownByFrameworkLog = "shown-by-framework-log"
  /// No traffic shows it: people attest it.
  case shownOutside = "shown-outside"
  /// No traffic shows it, and a person attests it: that is no proof.
  case attested
  /// A fact, or a permission that no test can break: nothing shows it.
  case bindsNoSide = "binds-no-side"
}

extension RequirementVerdict {
  /// From 0, the worst.
  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// As reports write it: `not judged`.
  package var words: String {
    switch self {
    case .known: "known to fail"
    case .notJudged: "not judged"
    case .shownByRun: "shown by a run"
    case .shownByAudit: "shown by an audit"
    case .shownByFrameworkLog: "shown by a log of framework calls"
    case .shownOutside: "shown outside of traffic"
    case .bindsNoSide: "binds no side"
    case .failed, .broken, .warned, .passed, .skipped, .unproved, .attested:
      rawValue
    }
  }

  /// As reports write it behind a number: `9 bind no side`.
  package func words(of number: Int) -> String {
    self == .bindsNoSide && number != 1 ? "bind no side" : words
  }

  /// Whether the run proved the requirement; one with a warning is proved as well.
  package var isProof: Bool { self == .passed || self == .warned }

  /// Whether the run saw an answer that shows the requirement, and judged it.
  package var isJudged: Bool {
    switch self {
    case .passed, .warned, .failed, .known: true
    case .broken, .notJudged, .skipped, .unproved: false
    case .shownByRun, .shownByAudit, .shownByFrameworkLog, .shownOutside, .attested, .bindsNoSide:
      false
    }
  }

  /// Whether nothing that is judged can show the requirement.
  package var isUnseen: Bool { rank > Self.unproved.rank }
}
