// SPDX-License-Identifier: Apache-2.0
// How a step, a scenario or a shared fragment ended.

package import Findings

/// How a step or a scenario ended.
package enum Verdict: Sendable, Equatable {
  case passed
  /// The target broke a rule: JUnit's `failure`. Never empty.
  case failed([Finding])
  /// There was no answer to judge: JUnit's `error`.
  indirect case broken(RunProblem)
  /// Not run, on purpose.
  case skipped(because: String)
  /// Not run, because an earlier step failed.
  case notReached
}

extension Verdict {
  package enum Kind: String, Sendable, CaseIterable {
    case passed
    case failed
    case broken = "error"
    case skipped
    case notReached = "not-reached"
  }

  package var kind: Kind {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .broken: .broken
    case .skipped: .skipped
    case .notReached: .notReached
    }
  }
}
