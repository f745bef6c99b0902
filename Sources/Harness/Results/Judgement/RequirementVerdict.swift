// SPDX-License-Identifier: Apache-2.0
// The verdict of a run on one requirement.

/// The verdict of a run on a requirement; the worst comes first.
package enum RequirementVerdict: String, Sendable, CaseIterable {
  /// A step that covers it failed.
  case failed
  /// A step that covers it got no answer to judge, and none failed.
  case broken = "error"
  /// A step that covers it has a warning, and none failed.
  case warned
  /// At least one step that covers it passed, and none failed or has a warning.
  case passed
  /// Scenarios cover it, but none of their steps was run.
  case skipped
  /// No scenario of this run covers it.
  case unproved
  /// No scenario covers it, and none can: the service's answers don't show it.
  case notTestable = "not-testable"
}

extension RequirementVerdict {
  /// From 0, the worst.
  package var rank: Int {
    switch self {
    case .failed: 0
    case .broken: 1
    case .warned: 2
    case .passed: 3
    case .skipped: 4
    case .unproved: 5
    case .notTestable: 6
    }
  }
}

extension RequirementVerdict {
  /// Whether the run saw an answer that shows the requirement, and judged it.
  package var isJudged: Bool {
    switch self {
    case .passed, .warned, .failed: true
    case .broken, .skipped, .unproved, .notTestable: false
    }
  }
}
