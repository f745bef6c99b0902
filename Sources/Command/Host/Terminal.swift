// SPDX-License-Identifier: Apache-2.0
// The standard streams of the process.

package import Text

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads and writes the standard streams.
package enum Terminal {
  package enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// The result of a write.
  package enum Writing: Sendable {
    case written
    /// The reader has closed the stream, as `| head` does.
    case unread
    /// The bytes can't be written, as on a full disk.
    case failed
  }

  /// Opens `/dev/null` for each standard stream that was closed when the program started. Otherwise
  /// the next file or connection would get that stream's number, and receive its output.
  package static func openClosedStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // `open` takes the lowest free number, which is this stream's.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Writes all of a text. Blocks while the reader accepts nothing. This is the one way to the standard
  /// streams.
  ///
  /// Call `Signals.failWritesWithErrors` first; otherwise a closed reader ends the process.
  @discardableResult
  package static func write(_ text: Printed, to stream: Stream) -> Writing {
    let bytes = Array(text.rendered.utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { buffer in
        posixWrite(stream.rawValue, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        start += count
      } else if errno != EINTR {
        return errno == EPIPE ? .unread : .failed
      }
    }
    return .written
  }

  /// Whether the stream is a terminal.
  package static func isInteractive(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// How many columns the terminal has; 80 if it doesn't say, nil if the stream is none.
  package static func columns(_ stream: Stream) -> Int? {
    guard isInteractive(stream) else { return nil }
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Reads all of standard input; nil if there are more bytes than the limit.
  package static func readInput(limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { posixRead(0, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        return bytes
      }
    }
    return nil
  }
}

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  guard let bytes else { return 0 }
  return write(descriptor, bytes, count)
}

private func posixRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  guard let bytes else { return 0 }
  return read(descriptor, bytes, count)
}
