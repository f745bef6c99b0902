// SPDX-License-Identifier: Apache-2.0
// How a step, a scenario or a shared fragment ended.

package import Findings
package import SourceText

/// How a step or a scenario ended.
package enum Verdict: Sendable, Equatable {
  case passed
  /// The target broke a rule: JUnit's `failure`. Never empty.
  case failed([Finding])
  /// There was no answer to judge: JUnit's `error`.
  indirect case broken(RunProblem)
  /// Not run, on purpose.
  case skipped(because: String)
  /// Not run, since an earlier step failed.
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

/// A place in a suite file.
package struct SourceLocation: Sendable, Hashable {
  package let file: String
  package let position: Position

  package init(file: String, position: Position) {
    self.file = file
    self.position = position
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`.
  package var description: String { "\(file):\(position)" }
}

/// Why there was nothing to judge.
package struct RunProblem: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// No connection, a time-out, a broken or unreadable answer.
    case transport
    /// The emulated, recorded or outside framework could not answer.
    case partner
    /// A fault of the suite that only shows while it runs.
    case suite
    /// A fragment that is shared in the run ended so.
    case fragment
    case deadline
    case interrupted
  }

  package let kind: Kind
  /// One sentence for people.
  package let message: String
  package let location: SourceLocation?
  /// Whether the target could not be reached at all: no connection was made.
  package let isUnreachable: Bool

  package init(
    _ kind: Kind, _ message: String, at location: SourceLocation?, isUnreachable: Bool = false
  ) {
    self.kind = kind
    self.message = message
    self.location = location
    self.isUnreachable = isUnreachable
  }
}
