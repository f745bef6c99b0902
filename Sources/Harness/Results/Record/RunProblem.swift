// SPDX-License-Identifier: Apache-2.0
// Why a step or a scenario got no answer to judge.

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
