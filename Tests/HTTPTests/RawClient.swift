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

  private let descriptor: Int32
  private var isReset = false

  init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafeBytes(of: &address) { raw in
      guard let pointer = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return Int32(-1)
      }
      return connect(descriptor, pointer, socklen_t(raw.count))
    }
    guard status == 0 else {
      let number = errno
      close(descriptor)
      isReset = true
      throw Failure(call: "connect", number: number)
    }
  }

  deinit { if !isReset { close(descriptor) } }

  func send(_ text: some StringProtocol) throws { try send(Array(text.utf8)) }

  /// An error of the connection is none of the test: the answer says why it is closed.
  func send(_ bytes: [UInt8]) throws {
    var index = 0
    while index < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        Foundation.send(
          descriptor, raw.baseAddress?.advanced(by: index), bytes.count - index,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        if errno == EPIPE || errno == ECONNRESET { return }
        throw Failure(call: "send", number: errno)
      }
      index += count
    }
  }

  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func reset() {
    var value = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    close(descriptor)
    isReset = true
  }

  /// Exactly so many bytes, or fewer where the connection ends.
  func read(_ count: Int) throws -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try receive(count - bytes.count)
      if piece.isEmpty { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func readToEnd() throws -> String {
    var bytes: [UInt8] = []
    while true {
      let piece = try receive(64 * 1024)
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece
    }
  }

  /// Blocks until the other socket of this process on that port has closed, without reading.
  func waitForEndOfPeer(port: UInt16) throws {
    // Its end shows in the state of this one: nothing can be sent to it any more.
    try waitUntil { Descriptors.sockets(ofPort: port) <= 2 }
  }

  private func receive(_ limit: Int) throws -> [UInt8] {
    var space = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &space, limit, 0)
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
    let suffix = ":" + String(port, radix: 16, uppercase: true).leftPadded(to: 4)
    let table = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
      contents(path).split(separator: "\n")
    }
    return table.count { line in
      let columns = line.split(separator: " ")
      return columns.count > 9 && (columns[1].hasSuffix(suffix) || columns[2].hasSuffix(suffix))
        && held.contains(columns[9])
    }
  }

  /// How many pipes this process holds open (Linux only).
  static func pipes() -> Int { links().count { $0.hasPrefix("pipe:[") } }

  /// The port at the other end of a socket.
  static func peerPort(_ descriptor: Int32) -> Int? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutableBytes(of: &address) { raw in
      raw.baseAddress.map {
        getpeername(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &size)
      } ?? -1
    }
    return status == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  /// Lets other threads go on.
  static func yield() { sched_yield() }

  /// Read piece by piece: the system says that its files are empty.
  private static func contents(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var space = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Foundation.read(descriptor, &space, space.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += space[..<count]
    }
  }

  private static func links() -> [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
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

/// A listener whose queue is full, so that the system drops what else comes.
final class SilentListener {
  let port: UInt16
  private var descriptors: [Int32] = []

  init() throws {
    let listener = Self.makeSocket(AF_INET)
    descriptors.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { raw in
      guard let pointer = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return false
      }
      return bind(listener, pointer, size) == 0 && listen(listener, 0) == 0
        && getsockname(listener, pointer, &size) == 0
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { throw RawClient.Failure(call: "listen", number: errno) }
    for _ in 0..<8 {
      let client = Self.makeSocket(AF_INET)
      descriptors.append(client)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      _ = withUnsafeBytes(of: &address) { raw in
        raw.baseAddress.map {
          connect(client, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
        }
      }
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Whether this machine has the loopback address of IPv6.
  static var hasIPv6: Bool {
    let descriptor = makeSocket(AF_INET6)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafeBytes(of: &address) { raw in
      raw.baseAddress.map {
        bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count)) == 0
      } ?? false
    }
  }

  private static func makeSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(family, SOCK_STREAM, 0)
    #endif
  }
}

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
    try exchange(
      request, with: Origin(scheme: .http, host: "127.0.0.1", port: Int(port)),
      deadline: Deadline(after: limit))
  }
}
