// SPDX-License-Identifier: Apache-2.0
// How a step or a scenario ended.

package import Expectations
import Suites
import Text

/// How a step or a scenario ended.
package enum Verdict: Sendable, Equatable {
  case passed
  /// The target broke a rule: JUnit's `failure`. Never empty.
  case failed([Finding])
  /// There was no answer to judge: JUnit's `error`.
  indirect case broken(RunProblem)
  /// Not run, on purpose.
  case skipped(because: String)
  /// Not run, because something failed that several scenarios share: a shared fragment, or the
  /// preflight.
  ///
  /// - Parameter fragment: The `id` of the shared fragment, the innermost where they use each other; nil
  ///   where there is none to blame.
  indirect case blocked(because: String, fragment: Int? = nil)
  /// Under way when the run was stopped: not an error, and nothing to fix.
  case interrupted
  /// Not run, because an earlier step failed, or because the run ended before.
  case notReached
}

extension Verdict {
  package enum Kind: String, Sendable, CaseIterable {
    case passed
    case failed
    /// The case failed, and all that failed is known. No verdict of a record is of this kind; it
    /// follows from the list of known failures.
    case known
    case broken = "error"
    case skipped
    case blocked
    case interrupted
    case notReached = "not-reached"
  }

  /// The findings that failed it; empty for another verdict.
  package var findings: [Finding] { if case .failed(let findings) = self { findings } else { [] } }

  /// Why there was no answer to judge; nil for another verdict.
  package var problem: RunProblem? { if case .broken(let problem) = self { problem } else { nil } }

  /// Why it was not run; nil for another verdict.
  package var reason: String? {
    switch self {
    case .skipped(let reason), .blocked(let reason, _): reason
    default: nil
    }
  }

  /// The `id` of the shared fragment that blocks it; nil for another verdict, which can't have one.
  package var blocker: Int? {
    get { if case .blocked(_, let fragment) = self { fragment } else { nil } }
    set {
      guard case .blocked(let reason, _) = self else { return }
      self = .blocked(because: reason, fragment: newValue)
    }
  }

  package var kind: Kind {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .broken: .broken
    case .skipped: .skipped
    case .blocked: .blocked
    case .interrupted: .interrupted
    case .notReached: .notReached
    }
  }
}

extension Verdict.Kind {
  /// Whether such a case is to be fixed: the target broke a rule, or there was no answer to judge.
  package var isFault: Bool { self == .failed || self == .broken }

  /// Whether such a case was run to its end.
  package var wasRun: Bool { isFault || self == .passed || self == .known }
}
