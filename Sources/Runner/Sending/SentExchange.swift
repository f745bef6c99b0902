// SPDX-License-Identifier: Apache-2.0
// A request that a run has sent, with its answer and what it was sent for.

import Expectations
package import HTTP
package import Record
import Suites
import Synchronization
package import Text

/// A request that a run sent, and its answer. Nothing in it is masked.
package struct SentExchange: Sendable {
  package enum End: Sendable {
    case answered(HTTPResponse)
    /// No answer came, for this reason.
    case unanswered(because: String)
  }

  package let request: HTTPRequest
  package let origin: Origin
  /// When the request was sent, by the wall clock.
  package let sentAt: Timestamp
  package let duration: Duration
  package let end: End
  package let cause: SentCause
}

/// The step that a request was sent for.
package struct SentCause: Sendable, Equatable {
  /// The name of the suite; nil for what several scenarios share.
  package let suite: String?
  /// The name of the scenario, or of the fragment that several share.
  package let scenario: String
  /// The name of the step, and where it stands.
  package let step: String
  package let location: SourceLocation
  /// Whether it breaks the application's part on purpose, to see how the service answers.
  package let isHostile: Bool
}
