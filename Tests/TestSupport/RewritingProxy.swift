// SPDX-License-Identifier: Apache-2.0
// A proxy that writes the answers of a server anew, byte for byte.

import Foundation
package import HTTP

/// A server on loopback that has each request answered by another, and writes the answer as it is
/// told to.
package final class RewritingProxy: Sendable {
  /// What goes on the wire for an answer.
  package struct Wire: Sendable {
    package var bytes: [UInt8]
    /// Whether the connection is closed then, whatever the answer said.
    package var closes: Bool

    package init(_ bytes: [UInt8], closes: Bool = false) {
      self.bytes = bytes
      self.closes = closes
    }
  }

  package var port: UInt16 { server.port }
  private let server: ScriptedServer
  private let cancellation: Cancellation

  package init(
    before port: UInt16, write: @escaping @Sendable (HTTPResponse, _ method: String) -> Wire
  ) throws {
    let cancellation = Cancellation()
    self.cancellation = cancellation
    let origin = Origin(scheme: .http, host: "127.0.0.1", port: Int(port))
    server = try ScriptedServer([
      .leave(to: { RewritingProxy.serve($0, from: origin, cancellation, write) })
    ])
  }

  /// Ends all connections and waits for their threads.
  package func stop() {
    cancellation.cancel()
    server.stop()
  }

  private static func serve(
    _ descriptor: Int32, from origin: Origin, _ cancellation: Cancellation,
    _ write: (HTTPResponse, _ method: String) -> Wire
  ) {
    let client = HTTPClient(cancellation: cancellation)
    defer { client.close() }
    var buffer = ByteBuffer()
    var space = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      var reader = RequestReader()
      while (try? reader.read(&buffer)) != true {
        let count = recv(descriptor, &space, space.count, 0)
        guard count > 0 else { return }
        buffer.append(space[..<count])
      }
      guard var request = reader.request else { return }
      for name in ["Host", "Content-Length"] { request.headers.remove(name) }
      guard
        let exchange = try? client.exchange(
          request, with: origin, deadline: Deadline(after: .seconds(60)))
      else { return }
      let wire = write(exchange.response, request.method)
      guard ScriptedServer.send(wire.bytes, on: descriptor), !wire.closes else { return }
    }
  }
}
