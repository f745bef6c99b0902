// SPDX-License-Identifier: Apache-2.0
// Reads and writes the standard streams.

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
  /// Call `ProcessSystem.failWritesWithErrors` first; otherwise a closed reader ends the process.
  ///
  /// - Returns: false where the bytes can't be written, as on a full disk; true also where the reader
  ///   has closed the stream, as `| head` does.
  @discardableResult
  package static func write(_ text: Printed, to stream: Stream) -> Bool {
    let error = ProcessSystem.writeAll(Array(text.rendered.utf8), to: stream.rawValue)
    return error == nil || error == EPIPE
  }

  /// Whether the stream is a terminal.
  package static func isInteractive(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether a person can read a question and type an answer.
  static var canAsk: Bool { isatty(0) == 1 && isInteractive(.error) }

  /// Asks a question, and returns the line that is typed, without blanks around it; nil at the end of
  /// input.
  @Sendable static func ask(_ question: Printed) -> String? {
    write(question, to: .error)
    return readLine().map { line in
      String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  /// How many columns and rows the terminal has; 80 and 24 if it doesn't say, nil for another stream.
  package static func size(_ stream: Stream) -> (columns: Int, rows: Int)? {
    guard isInteractive(stream) else { return nil }
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Reads all of standard input; nil if there are more bytes than the limit.
  package static func readInput(limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = systemRead(0, &buffer)
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return bytes
      }
    }
    return nil
  }
}
