// SPDX-License-Identifier: Apache-2.0
// The clock, the random source, the environment, the limits and the streams.

package import Text

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the program asks of the machine and of its own process.
package enum Machine {
  /// Milliseconds since 1970, by the wall clock.
  package static var milliseconds: Int { Int((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

  /// Random bytes from the system.
  package static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight bytes at a time, because each number is a system call.
    return Array((0..<(count + 7) / 8).flatMap { _ in generator.next().bytes }.prefix(count))
  }

  package static var environment: [String: String] { ProcessInfo.processInfo.environment }

  package static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The folder of the running program; nil if the system doesn't say.
  package static var executableFolder: String? {
    let path =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? ProcessInfo.processInfo.arguments.first
    guard let path, let slash = path.lastIndex(of: "/") else { return nil }
    return String(path[..<slash])
  }
}

extension Machine {
  /// Ends the process.
  package static func exit(_ status: Int32) -> Never { endProcess(status) }
}

/// Exits without running destructors, because other threads may still use their objects. All output
/// is written by then.
private func endProcess(_ status: Int32) -> Never { _exit(status) }

extension UInt64 {
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

/// What the system lets this process have, as far as it says so beforehand.
package enum Capacity {
  /// How many descriptors can be open at once. Where that is fewer than wanted and the hard limit
  /// allows it, the soft limit is raised.
  package static func descriptors(upTo wanted: Int) -> Int {
    ProcessSystem.descriptorLimit(raisedTo: wanted)
  }

  /// How many threads this process can have, at most; nil where nothing limits them.
  package static var threads: Int? { ProcessSystem.threadLimit }

  /// Whether there is room for that much memory besides what is in use. Nothing of it is touched.
  package static func hasMemory(bytes: Int) -> Bool { ProcessSystem.hasMemory(bytes: bytes) }

  /// Has all threads share one heap where the size of the address space is limited: by default the C
  /// library of Linux reserves 64 MiB of it for each thread.
  package static func fitMemoryToLimit() { ProcessSystem.shareHeapUnderLimit() }
}

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
