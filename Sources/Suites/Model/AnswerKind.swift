// SPDX-License-Identifier: Apache-2.0
// The kinds of answer that a step can have.

/// The kinds of answer, by the keys that an expectation of them may have.
package enum AnswerKind: Sendable, Equatable {
  /// An HTTP response: status, headers, body.
  case response
  /// JSON alone: of a partner's call, a visit or a fragment.
  case json
  /// The status codes of a burst, and its answers.
  case burst

  /// The keys of an expectation of such an answer.
  var keys: [String] {
    switch self {
    case .response: ["status", "headers", "json", "xml", "text", "either"]
    case .json: ["json", "either"]
    case .burst: ["statuses", "answers"]
    }
  }

  /// Names such an expectation in messages.
  var name: String {
    switch self {
    case .response: "an expectation of a response"
    case .json: "an expectation of an answer that is JSON"
    case .burst: "an expectation of a burst"
    }
  }
}
