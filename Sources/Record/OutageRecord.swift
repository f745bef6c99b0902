// SPDX-License-Identifier: Apache-2.0
// From when on the target gave no answer of use, so that the run gave up.

/// The end of a run that gave up, since the target gave no answer of use any more. What was left
/// has no verdict.
package struct OutageRecord: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Nothing but 5xx, or no answer.
    case down
    /// Nothing but 429.
    case throttled
    /// The target refused each fresh access token.
    case tokensRefused = "tokens-refused"
  }

  package var kind: Kind
  /// When the first of these requests was sent, since the start of the run.
  package var startedAfter: Duration
  /// What happened, in a sentence that begins in lower case and has no full stop.
  package var message: String

  package init(kind: Kind, startedAfter: Duration, message: String) {
    self.kind = kind
    self.startedAfter = startedAfter
    self.message = message
  }
}

extension OutageRecord {
  /// Whether a step ended after the outage had begun.
  func meets(_ step: StepRecord) -> Bool { step.startedAfter + step.duration >= startedAfter }
}
