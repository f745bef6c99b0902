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

  /// Writes all bytes.
  ///
  /// - Returns: false where nobody reads them any more, or they can't be written.
  @discardableResult
  package static func write(_ bytes: [UInt8], to stream: Stream) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { buffer in
        posixWrite(stream.rawValue, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        start += count
      } else if errno != EINTR {
        return false
      }
    }
    return true
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
