// SPDX-License-Identifier: Apache-2.0
// A server that does what a script says, byte for byte.

package import Dispatch
import Foundation
import Synchronization
import Testing

/// A raw server on a loopback socket: bytes in, bytes out, and anything a bad peer may do.
///
/// The first connection plays the first script, the second the second, and so on; those beyond
/// the last play the last again.
package final class ScriptedServer: Sendable {
  package enum Act: Sendable {
    /// Reads a request: a head, and as much body as its Content-Length says.
    case readRequest
    /// Reads until so many bytes have come since the start of the connection.
    case read(Int)
    /// Reads until the client says that it sends no more.
    case readToEnd
    case send(String)
    case sendBytes([UInt8])
    /// Sends in pieces of so many bytes, a moment apart.
    case drip(String, by: Int)
    /// Sends without end, until the client closes.
    case sendForever(String)
    /// Waits until the test says so.
    case wait(DispatchSemaphore)
    /// Waits until all that was sent has arrived.
    case arrive
    /// Does nothing until the client closes or the server stops.
    case hang
    /// Takes no byte more until the server stops.
    case hangWithoutReading
    /// Ends the connection with a reset.
    case reset
    /// Says that nothing more will come, and reads on.
    case endSending
    /// Leaves the connection to somebody until they return.
    case leave(to: @Sendable (_ descriptor: Int32) -> Void)
  }

  package let port: UInt16
  private let listener: Int32
  private let scripts: [[Act]]
  private let state = Mutex(State())
  private let running = DispatchGroup()

  private struct State {
    var received: [[UInt8]] = []
    var played: [Int] = []
    var open: Set<Int32> = []
    var isStopped = false
  }

  package convenience init(_ scripts: [Act]..., host: String = "127.0.0.1") throws {
    try self.init(playing: scripts, host: host)
  }

  package init(playing scripts: [[Act]], host: String = "127.0.0.1") throws {
    self.scripts = scripts
    let isIPv6 = host.contains(":")
    listener = socket(isIPv6 ? AF_INET6 : AF_INET, Self.streamType, 0)
    guard listener >= 0 else { throw ScriptedServerError(call: "socket", number: errno) }
    guard let port = Self.listen(listener, host, isIPv6: isIPv6) else {
      let number = errno
      close(listener)
      throw ScriptedServerError(call: "bind", number: number)
    }
    self.port = port
    Thread.detachNewThread { [self] in acceptAll() }
    running.enter()
  }

  /// Ends all connections and waits for their threads.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      for descriptor in state.open { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    _ = shutdown(listener, Int32(SHUT_RDWR))
    running.wait()
  }

  /// What came, connection by connection.
  package var received: [String] {
    state.withLock { $0.received.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Blocks until so many acts of a connection, counted from 0, are over: what they sent is on
  /// the way then.
  package func waitUntilPlayed(_ acts: Int, of connection: Int) throws {
    try waitUntil {
      state.withLock { $0.played.count > connection && $0.played[connection] >= acts }
    }
  }

  private func acceptAll() {
    defer { running.leave() }
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      let index: Int? = state.withLock { state in
        if state.isStopped { return nil }
        state.open.insert(descriptor)
        state.received.append([])
        state.played.append(0)
        return state.received.count - 1
      }
      guard let index else {
        close(descriptor)
        break
      }
      running.enter()
      Thread.detachNewThread { [self] in
        var play = Play(descriptor: descriptor, isStopped: { self.state.withLock(\.isStopped) }) {
          bytes in self.state.withLock { $0.received[index] += bytes }
        }
        for act in scripts[min(index, scripts.count - 1)] where !play.isOver {
          play.play(act)
          state.withLock { $0.played[index] += 1 }
        }
        state.withLock { state in
          state.open.remove(descriptor)
          close(descriptor)
        }
        running.leave()
      }
    }
    close(listener)
  }

  private static let streamType: Int32 = {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }()

  /// Sends all of it, or returns false where the client takes no more.
  static func send(_ bytes: [UInt8], on descriptor: Int32) -> Bool {
    var index = 0
    while index < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        Foundation.send(
          descriptor, raw.baseAddress?.advanced(by: index), bytes.count - index,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      index += count
    }
    return true
  }

  private static func listen(_ descriptor: Int32, _ host: String, isIPv6: Bool) -> UInt16? {
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    if isIPv6 {
      guard inet_pton(AF_INET6, host, &six.sin6_addr) == 1, bound(descriptor, &six) else {
        return nil
      }
    } else {
      guard inet_pton(AF_INET, host, &four.sin_addr) == 1, bound(descriptor, &four) else {
        return nil
      }
    }
    return isIPv6 ? UInt16(bigEndian: six.sin6_port) : UInt16(bigEndian: four.sin_port)
  }

  /// Binds, listens, and replaces the address by the one with the port.
  private static func bound<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
    var size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafeMutableBytes(of: &address) { raw in
      guard let pointer = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return false
      }
      return bind(descriptor, pointer, size) == 0 && Foundation.listen(descriptor, 128) == 0
        && getsockname(descriptor, pointer, &size) == 0
    }
  }
}

package struct ScriptedServerError: Error {
  package let call: String
  package let number: Int32
}

/// One connection on its way through a script.
private struct Play {
  let descriptor: Int32
  let isStopped: () -> Bool
  let note: ([UInt8]) -> Void
  private(set) var isOver = false
  private var unread: [UInt8] = []
  private var readBytes = 0

  init(descriptor: Int32, isStopped: @escaping () -> Bool, note: @escaping ([UInt8]) -> Void) {
    self.descriptor = descriptor
    self.isStopped = isStopped
    self.note = note
  }

  mutating func play(_ act: ScriptedServer.Act) {
    switch act {
    case .readRequest: readRequest()
    case .read(let count): while readBytes < count, read() {}
    case .readToEnd, .hang: while read() {}
    case .wait(let semaphore):
      while !isStopped(), semaphore.wait(timeout: .now() + .milliseconds(5)) == .timedOut {}
    case .arrive: while !isStopped(), unacknowledgedBytes > 0 { usleep(500) }
    case .hangWithoutReading: while !isStopped() { usleep(5000) }
    case .send(let text): send(Array(text.utf8))
    case .sendBytes(let bytes): send(bytes)
    case .drip(let text, let size):
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) where !isOver {
        send(Array(bytes[start..<min(start + size, bytes.count)]))
        usleep(1000)
      }
    case .sendForever(let text):
      let bytes = Array(String(repeating: text, count: max(1, 4096 / text.utf8.count)).utf8)
      while !isOver { send(bytes) }
    case .reset:
      var value = linger(l_onoff: 1, l_linger: 0)
      _ = setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
      isOver = true
    case .endSending: _ = shutdown(descriptor, Int32(SHUT_WR))
    case .leave(let somebody): somebody(descriptor)
    }
  }

  /// What the client's system has not got yet.
  private var unacknowledgedBytes: Int {
    #if canImport(Glibc)
      var count = Int32(0)
      return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    #else
      var count = Int32(0)
      var size = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? Int(count) : 0
    #endif
  }

  private mutating func read() -> Bool {
    var space = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(descriptor, &space, space.count, 0)
    guard count > 0 else {
      isOver = count < 0
      return false
    }
    note(Array(space[..<count]))
    unread += space[..<count]
    readBytes += count
    return true
  }

  private mutating func readRequest() {
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let range = Data(unread).range(of: end) {
        let head = String(decoding: unread[..<range.lowerBound], as: UTF8.self).lowercased()
        let length = head.components(separatedBy: "\r\ncontent-length:").dropFirst().first
          .flatMap { Int($0.prefix { $0 != "\r\n" }.trimmingCharacters(in: .whitespaces)) }
        let total = range.upperBound + (length ?? 0)
        if unread.count >= total {
          unread.removeFirst(total)
          return
        }
      }
      guard read() else {
        isOver = true
        return
      }
    }
  }

  private mutating func send(_ bytes: [UInt8]) {
    if !ScriptedServer.send(bytes, on: descriptor) { isOver = true }
  }
}
