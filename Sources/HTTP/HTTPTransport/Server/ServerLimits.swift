// SPDX-License-Identifier: Apache-2.0
// What a server puts up with.

/// Bounds on what clients may take from a server.
package struct ServerLimits: Sendable {
  package var messages: HTTPLimits
  /// Connections at once; more wait until one ends.
  package var connections: Int
  /// Between two requests on a connection.
  package var idleTimeout: Duration
  /// From the first byte of a request to the end of its head.
  package var headTimeout: Duration
  /// From the first byte of a request to the end of its body.
  package var bodyTimeout: Duration
  /// For a client to take an answer.
  package var sendTimeout: Duration

  package init(
    messages: HTTPLimits = .standard, connections: Int = 4096,
    idleTimeout: Duration = .seconds(60), headTimeout: Duration = .seconds(15),
    bodyTimeout: Duration = .seconds(60), sendTimeout: Duration = .seconds(60)
  ) {
    self.messages = messages
    self.connections = connections
    self.idleTimeout = idleTimeout
    self.headTimeout = headTimeout
    self.bodyTimeout = bodyTimeout
    self.sendTimeout = sendTimeout
  }

  package static let standard = ServerLimits()
}
