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
  /// No scenario covers it, and none can: the service's answers don't show it.
  case notTestable = "not-testable"
}

extension RequirementVerdict {
  /// From 0, the worst.
  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// As reports write it: `not judged`.
  package var words: String {
    switch self {
    case .known: "known to fail"
    case .notJudged: "not judged"
    case .notTestable: "not testable"
    case .failed, .broken, .warned, .passed, .skipped, .unproved: rawValue
    }
  }

  /// Whether the run proved the requirement; one with a warning is proved as well.
  package var isProof: Bool { self == .passed || self == .warned }

  /// Whether the run saw an answer that shows the requirement, and judged it.
  package var isJudged: Bool {
    switch self {
    case .passed, .warned, .failed, .known: true
    case .broken, .notJudged, .skipped, .unproved, .notTestable: false
    }
  }
}
