// SPDX-License-Identifier: Apache-2.0
// A proxy that writes the answers of a server anew, byte for byte.

import Foundation
package import HTTP
import Synchronization

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

  package let port: UInt16
  private let origin: Origin
  private let write: @Sendable (HTTPResponse, _ method: String) -> Wire
  private let listener: Int32
  private let open = Mutex<Set<Int32>?>([])
  private let cancellation = Cancellation()
  private let threads = ThreadGroup()

  package init(
    before port: UInt16, write: @escaping @Sendable (HTTPResponse, _ method: String) -> Wire
  ) throws {
    origin = Origin(scheme: .http, host: "127.0.0.1", port: Int(port))
    self.write = write
    guard let (listener, port) = ScriptedServer.listen() else {
      throw ScriptedServerError(call: "listen", number: errno)
    }
    self.listener = listener
    self.port = port
    threads.start { [self] in acceptAll() }
  }

  /// Ends all connections and waits for their threads.
  package func stop() {
    cancellation.cancel()
    open.withLock { open in
      for descriptor in open ?? [] { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
      open = nil
    }
    _ = shutdown(listener, Int32(SHUT_RDWR))
    threads.wait()
  }

  private func acceptAll() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      let isServed = open.withLock { $0?.insert(descriptor) != nil }
      guard isServed else {
        close(descriptor)
        break
      }
      threads.start { [self] in
        serve(descriptor)
        open.withLock { open in
          open?.remove(descriptor)
          close(descriptor)
        }
      }
    }
    close(listener)
  }

  private func serve(_ descriptor: Int32) {
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
