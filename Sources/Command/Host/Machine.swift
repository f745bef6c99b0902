// SPDX-License-Identifier: Apache-2.0
// The clock, the random source, the environment, the processors and the program's folder.

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
