// SPDX-License-Identifier: Apache-2.0
// The kinds of answer that an action can have.

/// The kinds of answer, by the keys that an expectation of them may have.
package enum AnswerKind: Sendable, Equatable {
  /// An HTTP response: status, headers, body.
  case response
  /// JSON alone: of a partner's call, a visit or a fragment.
  case json
  /// The status codes of a burst, and its answers.
  case burst
}
