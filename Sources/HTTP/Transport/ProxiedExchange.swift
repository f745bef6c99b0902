// SPDX-License-Identifier: Apache-2.0
// An exchange that a proxy has passed on, as it tells of it.

/// An exchange that a proxy has passed on: both messages as they came, not as they went on.
package struct ProxiedExchange: Sendable {
  package struct Request: Sendable {
    package let method: String
    /// In origin form or `*`, as the application sent it.
    package let target: String
    package let headers: HeaderList
    package let body: PassedBody
  }

  package struct Answer: Sendable {
    package let status: Int
    package let reason: String
    package let headers: HeaderList
    package let body: PassedBody
  }

  package let request: Request
  /// nil where the service gave none that could be passed on.
  package let answer: Answer?
  /// Why there is no answer, or only a part of it; nil for a whole one.
  package let fault: String?
  /// From the request's head to the end of the answer.
  package let duration: Duration
}
