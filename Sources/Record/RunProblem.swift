// SPDX-License-Identifier: Apache-2.0
// Why there is no answer to judge.

import Expectations
import Suites
import Text

/// Why a step or a scenario got no answer to judge.
package struct RunProblem: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// No connection, a time-out, a broken or unreadable answer.
    case transport
    /// The partner's framework could not answer.
    case partner
    /// A mistake in the suite that only a run can find.
    case suite
    /// A shared fragment ended without an answer to judge.
    case fragment
    case deadline
    case interrupted
  }

  package let kind: Kind
  /// One sentence for people.
  package let message: String
  package let location: SourceLocation?
  /// Whether no connection to the target could be made.
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
