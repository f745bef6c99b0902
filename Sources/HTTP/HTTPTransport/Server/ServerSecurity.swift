// SPDX-License-Identifier: Apache-2.0
// How a server speaks TLS.

/// How a server speaks TLS, and whom it tells about clients that don't.
package struct ServerSecurity: Sendable {
  private let identity: TLSIdentity
  private let failed: @Sendable (_ peer: String, _ fault: TLSFault) -> Void

  /// - Parameter failed: Called on any thread for each client with which no secure connection came
  ///   about.
  package init(
    _ identity: TLSIdentity,
    failed: @escaping @Sendable (_ peer: String, _ fault: TLSFault) -> Void = { _, _ in }
  ) {
    self.identity = identity
    self.failed = failed
  }
}

extension ServerSecurity {
  /// Blocks until a client has shaken hands; nil where it did not.
  func connection(
    over plain: PlainStream, from peer: String, _ limits: ServerLimits,
    _ cancellation: Cancellation
  ) -> Connection? {
    do throws(TLSFault) {
      let connection = Connection(
        try identity.context.stream(over: plain), cancellation: cancellation)
      do throws(ConnectionFault) {
        try connection.handshake(until: Deadline(after: limits.headTimeout))
        return connection
      } catch {
        // Whoever only looks whether somebody listens sends nothing.
        if case .failed(.tls(let fault)) = error { throw fault }
        return nil
      }
    } catch {
      failed(peer, error)
      return nil
    }
  }
}
