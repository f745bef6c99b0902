// SPDX-License-Identifier: Apache-2.0
// The machine's clock, random source and environment, and the program's own process.

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
