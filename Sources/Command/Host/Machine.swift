// SPDX-License-Identifier: Apache-2.0
// The clock, the random source, the environment, the streams, and how a program begins and ends.

import Synchronization
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

/// The machine, and the program's own process.
package enum Machine {
  /// Milliseconds since 1970, by the wall clock.
  package static var milliseconds: Int { Int((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

  /// The next line of standard input; nil at its end. Blocks until it is there.
  static func inputLine() -> String? { readLine() }

  /// Ends the process without running destructors, because other threads may still use their
  /// objects. All output is written by then.
  package static func exit(_ status: Int32) -> Never { _exit(status) }

  /// Random bytes from the system.
  package static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight bytes at a time, because each number is a system call.
    let numbers = (0..<(count + 7) / 8).map { _ in generator.next() }
    return numbers.withUnsafeBytes { Array($0.prefix(count)) }
  }

  package static var environment: [String: String] { ProcessInfo.processInfo.environment }

  package static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The path of the running program; nil if the system doesn't say.
  package static var executable: String? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? ProcessInfo.processInfo.arguments.first
  }

  /// The folder of the running program; nil if the system doesn't say.
  package static var executableFolder: String? {
    guard let executable, let slash = executable.lastIndex(of: "/") else { return nil }
    return String(executable[..<slash])
  }
}

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

/// The beginning and the end of each program of the package.
package enum StandardStreams {
  /// Runs the command line of this process, and ends the process.
  package static func run(_ command: (Console, _ words: [String]) -> ExitStatus) -> Never {
    Terminal.openClosedStreams()
    ProcessSystem.failWritesWithErrors()
    // What a command opens before it counts its jobs needs some room, too.
    _ = ProcessSystem.descriptorLimit(raisedTo: 64)
    Signals.crashSilently()
    ProcessSystem.shareHeapUnderLimit()
    let isLost = Atomic(false)
    let console = Console(
      environment: Machine.environment, isInteractive: Terminal.isInteractive(.output),
      columns: Terminal.columns(.output), input: { Terminal.readInput(limit: $0) }
    ) { text, isError in
      let isWritten = Terminal.write(text, to: isError ? .error : .output)
      if !isWritten, !isError { isLost.store(true, ordering: .relaxed) }
    }
    let words = Array(CommandLine.arguments.dropFirst())
    var status = command(console, words)
    // A run keeps its verdict in the report files; every other command has only its output.
    if isLost.load(ordering: .relaxed), status == .success, words.first != "run" {
      Terminal.write("error: the output can't be written\n", to: .error)
      status = .notWritten
    }
    Machine.exit(status.rawValue)
  }
}
