// SPDX-License-Identifier: Apache-2.0
// The standard streams of the process.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The standard streams.
package enum Terminal {
  package enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// What became of bytes.
  package enum Writing: Sendable {
    case written
    /// Nobody reads them any more, as after `| head`.
    case unread
    /// They can't be written, as on a full disk.
    case failed
  }

  /// Opens those of the standard streams that were closed at the start, on nothing: else the next
  /// file or connection would get the number of one, and what is written to it.
  package static func openClosedStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Writes all bytes; blocks while whoever reads them takes none.
  ///
  /// Without SIGPIPE being ignored the process ends where they are unread.
  @discardableResult
  package static func write(_ bytes: [UInt8], to stream: Stream) -> Writing {
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

  /// Whether a person reads the stream.
  package static func isInteractive(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// How wide the terminal is; 80 where that can't be told.
  package static func columns(_ stream: Stream) -> Int {
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// All bytes of standard input, up to a limit; nil beyond it.
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
