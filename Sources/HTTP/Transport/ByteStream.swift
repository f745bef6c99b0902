// SPDX-License-Identifier: Apache-2.0
// Connections as bytes in and out, and the instant by which they must be done.

/// The result of an attempt to move bytes without waiting.
enum StreamStep {
  case moved(Int)
  case waitForReading
  case waitForWriting
  /// The other side sends nothing more.
  case ended
  case failed(StreamFault)
}

/// Why a stream can't go on.
enum StreamFault: Error, Equatable {
  /// The other side closed the connection.
  case ended
  case system(Int32)
  case tls(TLSFault)
}

/// A connection that never waits: it moves what it can, or says what to wait for.
protocol ByteStream: AnyObject {
  var descriptor: Int32 { get }
  /// To be called until it has moved; plain streams need none.
  func handshake() -> StreamStep
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep
  func send(_ bytes: UnsafeRawBufferPointer) -> StreamStep
  /// Says goodbye where that takes no waiting.
  func finish()
  /// Whether the end of the connection may have been cut off by someone between.
  var endIsDoubtful: Bool { get }
  /// Whether there may be bytes to receive that the system does not know of.
  var mayHoldBytes: Bool { get }
}

/// A stream over a socket alone.
final class PlainStream: ByteStream {
  private let socket: Socket

  init(_ socket: Socket) { self.socket = socket }

  var descriptor: Int32 { socket.descriptor }
  var endIsDoubtful: Bool { false }
  var mayHoldBytes: Bool { false }

  func handshake() -> StreamStep { .moved(0) }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep {
    let count = System.receive(descriptor, buffer)
    if count > 0 { return .moved(count) }
    if count == 0 { return .ended }
    let error = System.lastError
    return System.isTransient(error) ? .waitForReading : .failed(.system(error))
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> StreamStep {
    let count = System.sendBytes(descriptor, bytes)
    if count >= 0 { return .moved(count) }
    let error = System.lastError
    return System.isTransient(error) ? .waitForWriting : .failed(.system(error))
  }

  func finish() {}
}

/// A socket, closed once nothing refers to it.
final class Socket: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { System.closeDescriptor(descriptor) }
}

/// An instant on the continuous clock, and the time that was allowed when it was set.
package struct Deadline: Sendable, Equatable {
  package let instant: ContinuousClock.Instant
  /// The time allowed from the start, for messages.
  package let allowance: Duration

  /// - Parameter duration: Below zero counts as zero, more than 1,000 days as 1,000 days.
  package init(after duration: Duration) {
    let bounded = min(max(duration, .zero), .seconds(86_400_000))
    instant = .now.advanced(by: bounded)
    allowance = bounded
  }

  private init(_ instant: ContinuousClock.Instant, allowance: Duration) {
    self.instant = instant
    self.allowance = allowance
  }

  /// The time left, never below zero.
  package var remaining: Duration { max(ContinuousClock.now.duration(to: instant), .zero) }

  package var isPast: Bool { ContinuousClock.now >= instant }

  /// The same, later: time that something else took is given back.
  package func postponed(by duration: Duration) -> Deadline {
    duration > .zero ? Deadline(instant.advanced(by: duration), allowance: allowance) : self
  }

  /// The one that comes first.
  package static func earliest(_ left: Deadline, _ right: Deadline) -> Deadline {
    right.instant < left.instant ? right : left
  }
}
