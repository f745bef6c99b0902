// SPDX-License-Identifier: Apache-2.0
// A request that was answered.

/// An answer, and how it came.
package struct HTTPExchange: Sendable {
  package let response: HTTPResponse
  /// What happened on the way that is no fault of the answer, a sentence each.
  package let notes: [String]
  /// From the start of the exchange, with the connection, to the last byte of the answer.
  package let duration: Duration

  package init(
    response: HTTPResponse, notes: [String] = [], duration: Duration = .zero
  ) {
    self.response = response
    self.notes = notes
    self.duration = duration
  }
}
