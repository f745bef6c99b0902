// SPDX-License-Identifier: Apache-2.0
// Connections as bytes in and out.

/// The result of an attempt to move bytes without waiting.
enum StreamStep {
  case moved(Int)
  case waitForReading
  case waitForWriting
  /// The other side sends nothing more.
  case ended
  case failed(ByteStreamError)
}

/// Why a stream can't go on.
enum ByteStreamError: Error, Equatable {
  /// The other side closed the connection.
  case ended
  case system(Int32)
  case tls(TLSError)
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
