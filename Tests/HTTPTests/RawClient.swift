// SPDX-License-Identifier: Apache-2.0
// Sockets and proxies that tests make up.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// A socket to a loopback port: bytes in, bytes out, blocking, for at most 30 seconds a call.
final class RawClient {
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  private var socket: Socket?
  private var descriptor: Int32 { socket?.descriptor ?? -1 }

  init(port: UInt16) throws {
    let socket = Socket(Foundation.socket(AF_INET, System.streamType, 0))
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      let size = socklen_t(MemoryLayout<timeval>.size)
      _ = setsockopt(socket.descriptor, SOL_SOCKET, option, &limit, size)
    }
    let address = try System.addresses(host: "127.0.0.1", port: Int(port)).get()[0]
    guard System.startConnecting(socket.descriptor, to: address) == 0 else {
      throw Failure(call: "connect", number: errno)
    }
    self.socket = socket
  }

  /// - Parameter text: With a bar for each line end.
  func send(_ text: some StringProtocol) throws { try send(Array(String(text).onWire.utf8)) }

  /// An error of the connection is none of the test: the answer says why it is closed.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { System.sendBytes(descriptor, $0) }
      guard count > 0 else {
        if errno == EPIPE || errno == ECONNRESET { return }
        throw Failure(call: "send", number: errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  func endSending() { System.endSending(descriptor) }

  func reset() {
    System.resetOnClose(descriptor)
    socket = nil
  }

  /// Exactly so many bytes, or fewer where the connection ends.
  func read(_ count: Int) throws -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try receive(min(count - bytes.count, 64 * 1024))
      if piece.isEmpty { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func readToEnd() throws -> String { try read(.max) }

  /// Blocks until the other socket of this process on that port has closed, without reading.
  func waitForEndOfPeer(port: UInt16) throws {
    // Its end shows in the state of this one: nothing can be sent to it any more.
    try waitUntil { Descriptors.sockets(ofPort: port) <= 2 }
  }

  private func receive(_ limit: Int) throws -> [UInt8] {
    var space = [UInt8](repeating: 0, count: limit)
    let count = space.withUnsafeMutableBytes { System.receive(descriptor, $0) }
    if count < 0, errno != ECONNRESET { throw Failure(call: "recv", number: errno) }
    return Array(space.prefix(max(count, 0)))
  }
}

/// Descriptors of this process.
enum Descriptors {
  /// Raises the number of descriptors that may be open; false where the system does not let it.
  static func allow(_ count: rlim_t) -> Bool {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return false }
    if limit.rlim_cur >= count { return true }
    limit.rlim_cur = min(count, limit.rlim_max)
    return setrlimit(resource, &limit) == 0 && limit.rlim_cur >= count
  }

  /// How many sockets that this process holds open have that port at either end (Linux only).
  static func sockets(ofPort port: UInt16) -> Int {
    let held = Set(links().filter { $0.hasPrefix("socket:[") }.map { $0.dropFirst(8).dropLast() })
    let digits = String(port, radix: 16, uppercase: true)
    let suffix = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    let table = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
      // The system hands such a file on in pieces, and says that it is empty.
      let bytes = FileHandle(forReadingAtPath: path)?.readDataToEndOfFile() ?? Data()
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
    return table.count { line in
      let columns = line.split(separator: " ")
      return columns.count > 9 && (columns[1].hasSuffix(suffix) || columns[2].hasSuffix(suffix))
        && held.contains(columns[9])
    }
  }

  /// How many pipes this process holds open (Linux only).
  static func pipes() -> Int { links().count { $0.hasPrefix("pipe:[") } }

  /// Lets other threads go on.
  static func yield() { sched_yield() }

  private static func links() -> [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }
}

extension String {
  /// The text with the two bytes of a line end for each bar.
  var onWire: String { replacing("|", with: "\r\n") }
}

extension Collection where Element == UInt8 {
  /// The bytes in pieces of so many.
  func pieces(of size: Int) -> [[UInt8]] {
    let bytes = Array(self)
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<Swift.min($0 + size, bytes.count)])
    }
  }
}

/// A listener on any port of loopback whose queue takes so many connections.
private func openListener(queue: Int32) throws -> (socket: Socket, address: SocketAddress) {
  let any = try System.addresses(host: "127.0.0.1", port: 0).get()[0]
  let socket = Socket(System.openSocket(family: any.family))
  guard System.bindSocket(socket.descriptor, to: any) == 0, listen(socket.descriptor, queue) == 0
  else { throw RawClient.Failure(call: "listen", number: errno) }
  return (socket, try #require(System.localAddress(socket.descriptor)))
}

/// A listener whose queue is full, so that the system drops what else comes.
final class SilentListener {
  let port: UInt16
  private let sockets: [Socket]

  init() throws {
    let (listener, address) = try openListener(queue: 0)
    port = UInt16(try #require(address.numbers).port)
    sockets =
      [listener]
      + (0..<8).map { _ in
        let client = Socket(System.openSocket(family: address.family))
        _ = System.startConnecting(client.descriptor, to: address)
        return client
      }
  }

  /// Whether this machine has the loopback address of IPv6.
  static let hasIPv6: Bool = {
    guard let server = try? ScriptedServer([.hang], host: "::1") else { return false }
    server.stop()
    return true
  }()
}

/// A proxy that connects to one loopback port, whatever host it is asked for.
final class RelayProxy: Sendable {
  let port: UInt16
  private let cancellation = Cancellation()
  private let threads = ThreadGroup()

  init(to target: UInt16) throws {
    let (listener, address) = try openListener(queue: 1)
    port = UInt16(try #require(address.numbers).port)
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
    while !near.buffer.bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
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
        do throws(ConnectionError) {
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

/// Reasons of errors, gathered by several threads.
final class Found: Sendable {
  private let list = Mutex<[TransportError.Reason?]>([])

  func add(_ error: TransportError?) { list.withLock { $0.append(error?.reason) } }

  var reasons: [TransportError.Reason?] { list.withLock { $0 } }
}

extension HTTPClient {
  /// Sends a request to a server on this machine.
  func send(
    _ request: HTTPRequest = HTTPRequest(method: "GET", target: "/"), to port: UInt16,
    within limit: Duration = .seconds(20)
  ) throws(TransportError) -> HTTPExchange {
    try send(
      request, to: Origin(scheme: .http, host: "127.0.0.1", port: Int(port)), within: limit)
  }

  func send(
    _ request: HTTPRequest = HTTPRequest(method: "GET", target: "/"), to origin: Origin,
    within limit: Duration = .seconds(20)
  ) throws(TransportError) -> HTTPExchange {
    try exchange(request, with: origin, deadline: Deadline(after: limit))
  }

  /// What an exchange with a server on this machine ends with; nil for an answer.
  func error(
    _ request: HTTPRequest = HTTPRequest(method: "GET", target: "/"), from port: UInt16,
    within limit: Duration = .seconds(20)
  ) -> TransportError? {
    do throws(TransportError) {
      _ = try send(request, to: port, within: limit)
      return nil
    } catch {
      return error
    }
  }
}
