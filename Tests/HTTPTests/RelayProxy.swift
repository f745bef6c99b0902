// SPDX-License-Identifier: Apache-2.0
// A proxy that answers CONNECT and then passes bytes on.

import Foundation
import Testing

@testable import HTTP

/// A proxy that connects to one loopback port, whatever host it is asked for.
final class RelayProxy: Sendable {
  let port: UInt16
  private let cancellation = Cancellation()
  private let threads = ThreadGroup()

  init(to target: UInt16) throws {
    let address = try System.addresses(host: "127.0.0.1", port: 0).get()[0]
    let listener = Socket(System.openSocket(family: address.family))
    _ = System.bindSocket(listener.descriptor, to: address)
    _ = System.startListening(listener.descriptor)
    port = UInt16(try #require(System.localAddress(listener.descriptor)?.numbers).port)
    threads.start { [cancellation] in
      let limit = Deadline(after: .seconds(60))
      guard
        cancellation.wait(for: System.readable, on: listener.descriptor, until: limit) == .ready,
        let (descriptor, _) = System.acceptConnection(listener.descriptor)
      else { return }
      try? Self.relay(Socket(descriptor), target, cancellation, limit)
    }
  }

  func stop() {
    cancellation.cancel()
    threads.wait()
  }

  private static func relay(
    _ client: Socket, _ target: UInt16, _ cancellation: Cancellation, _ limit: Deadline
  ) throws {
    let near = Connection(PlainStream(client), cancellation: cancellation)
    while !Array(near.buffer.bytes).ends(with: "\r\n\r\n") {
      guard try near.receive(until: limit) == .bytes else { return }
    }
    near.buffer.discard(near.buffer.count)
    let address = try System.addresses(host: "127.0.0.1", port: Int(target)).get()
    let far = Connection(
      PlainStream(
        try Connector(cancellation: cancellation).connect(to: address, place: "", until: limit)),
      cancellation: cancellation)
    try near.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), until: limit)
    // One thread for both ways: whichever end has bytes, they go to the other.
    while true {
      for (from, to) in [(near, far), (far, near)] {
        let soon = Deadline(after: .milliseconds(5))
        do throws(ConnectionFault) {
          if try from.receive(until: soon) == .ended { return }
        } catch {
          guard case .timedOut = error else { return }
        }
        let bytes = Array(from.buffer.bytes[from.buffer.start...])
        from.buffer.discard(bytes.count)
        try to.send(bytes, until: limit)
      }
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
