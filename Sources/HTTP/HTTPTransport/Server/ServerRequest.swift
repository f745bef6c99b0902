// SPDX-License-Identifier: Apache-2.0
// A request as a server's handler gets it.

/// A request and who sent it.
package struct ServerRequest: Sendable {
  package let request: HTTPRequest
  /// The address of the client in digits, without the port.
  package let peer: String
  private let cancellation: Cancellation?

  /// - Parameter cancellation: Of the server; nil where there is none.
  package init(request: HTTPRequest, peer: String, cancellation: Cancellation? = nil) {
    self.request = request
    self.peer = peer
    self.cancellation = cancellation
  }
}

extension ServerRequest {
  /// Blocks the handler, as a slow service would.
  ///
  /// - Returns: false where it was cut short because the server stops.
  package func pause(for duration: Duration) -> Bool {
    (cancellation ?? Cancellation()).wait(until: Deadline(after: duration))
  }
}
