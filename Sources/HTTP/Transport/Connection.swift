// SPDX-License-Identifier: Apache-2.0
// A stream with its unread bytes, waited for with a deadline.

/// Why a connection moved no bytes.
enum ConnectionError: Error {
  case timedOut
  case cancelled
  case failed(ByteStreamError)

  /// Whether the other side ended the connection.
  var isDisconnection: Bool {
    switch self {
    case .failed(.ended): true
    case .failed(.system(let error)): System.isDisconnection(error)
    case .failed(.tls), .timedOut, .cancelled: false
    }
  }
}

/// A connection of a client or a server. It belongs to one thread.
final class Connection {
  let stream: any ByteStream
  let cancellation: Cancellation
  /// The bytes that came and are not read yet.
  var buffer = ByteBuffer()
  private(set) var sentBytes = 0
  private(set) var receivedBytes = 0
  /// How long to busy-poll before blocking.
  var eagerness = Duration.zero
  private let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)

  init(_ stream: any ByteStream, cancellation: Cancellation) {
    self.stream = stream
    self.cancellation = cancellation
  }

  /// The address of this side in digits, without the port.
  var localHost: String { System.localAddress(stream.descriptor)?.numbers?.host ?? "" }

  deinit {
    stream.finish()
    space.deallocate()
  }

  enum Arrival {
    case bytes
    case ended
  }

  /// Blocks until bytes have come into `buffer`, or the other side has ended.
  func receive(until deadline: Deadline) throws(ConnectionError) -> Arrival {
    if let arrival = try receiveEagerly(until: deadline) { return arrival }
    // A plain stream has nothing to give before the system says so; TLS may hold bytes back.
    if !stream.mayHoldBytes { try wait(for: System.readable, until: deadline) }
    while true {
      switch receiveNow() {
      case .moved: return .bytes
      case .ended: return .ended
      case .waitForReading: try wait(for: System.readable, until: deadline)
      case .waitForWriting: try wait(for: System.writable, until: deadline)
      case .failed(let fault): throw .failed(fault)
      }
    }
  }

  /// Asks again and again for a moment; nil where nothing has come by then.
  private func receiveEagerly(until deadline: Deadline) throws(ConnectionError) -> Arrival? {
    guard eagerness > .zero else { return nil }
    let end = min(ContinuousClock.now.advanced(by: eagerness), deadline.instant)
    repeat {
      switch receiveNow() {
      case .moved: return .bytes
      case .ended: return .ended
      case .failed(let fault): throw .failed(fault)
      case .waitForReading: break
      case .waitForWriting: return nil
      }
    } while ContinuousClock.now < end && !cancellation.isCancelled
    return nil
  }

  /// Takes into `buffer` what is there, without waiting.
  func receiveNow() -> StreamStep {
    let step = stream.receive(into: space)
    if case .moved(let count) = step {
      receivedBytes += count
      buffer.append(space.prefix(count))
    }
    return step
  }

  /// Sends what the stream takes without waiting.
  func sendNow(_ bytes: borrowing ByteBuffer) -> StreamStep {
    let step = bytes.withUnread { stream.send($0) }
    if case .moved(let count) = step { sentBytes += count }
    return step
  }

  /// Blocks until all bytes are sent.
  ///
  /// - Parameter onArrival: Called when bytes came meanwhile; true ends the sending.
  func send(
    _ bytes: [UInt8], until deadline: Deadline, onArrival: (Connection) -> Bool = { _ in false }
  ) throws(ConnectionError) {
    var index = 0
    var hasEnded = false
    while index < bytes.count {
      let step = bytes.withUnsafeBytes { raw in
        stream.send(UnsafeRawBufferPointer(rebasing: raw[index...]))
      }
      switch step {
      case .moved(let count):
        index += count
        sentBytes += count
      case .waitForReading: try wait(for: System.readable, until: deadline)
      case .waitForWriting:
        // The other side may answer before it has read all, and then read nothing more.
        try wait(
          for: hasEnded ? System.writable : System.writable | System.readable, until: deadline)
        if hasEnded { continue }
        switch receiveNow() {
        case .moved: if onArrival(self) { return }
        // Half a close: it sends nothing more, and may still listen.
        case .ended: hasEnded = true
        case .failed(let fault): throw .failed(fault)
        case .waitForReading, .waitForWriting: break
        }
      case .ended: throw .failed(.ended)
      case .failed(let fault): throw .failed(fault)
      }
    }
  }

  /// Blocks until the stream holds nothing back of what it was given to send.
  func flush(until deadline: Deadline) throws(ConnectionError) {
    // A plain stream holds nothing back. TLS sends before it receives.
    while stream.mayHoldBytes {
      switch receiveNow() {
      case .waitForWriting: try wait(for: System.writable, until: deadline)
      case .moved where buffer.count < 1 << 20: continue
      case .moved, .waitForReading, .ended, .failed: return
      }
    }
  }

  /// Blocks until the stream is ready to move bytes.
  func handshake(until deadline: Deadline) throws(ConnectionError) {
    while true {
      switch stream.handshake() {
      case .moved: return
      case .waitForReading: try wait(for: System.readable, until: deadline)
      case .waitForWriting: try wait(for: System.writable, until: deadline)
      case .ended: throw .failed(.ended)
      case .failed(let fault): throw .failed(fault)
      }
    }
  }

  private func wait(for events: Int16, until deadline: Deadline) throws(ConnectionError) {
    switch cancellation.wait(for: events, on: stream.descriptor, until: deadline) {
    case .ready: return
    case .timedOut: throw .timedOut
    case .cancelled: throw .cancelled
    }
  }
}
