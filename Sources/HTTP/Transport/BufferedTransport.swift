// SPDX-License-Identifier: Apache-2.0
// The transport of a system that offers whole exchanges and no bytes.

/// A transport that takes whole exchanges, where the system offers no bytes.
protocol BufferedTransport {
  func exchange(
    _ request: HTTPRequest, with origin: Origin, deadline: Deadline, settings: ClientSettings,
    cancellation: Cancellation
  ) throws(TransportError) -> HTTPExchange
}
