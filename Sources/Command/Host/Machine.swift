// SPDX-License-Identifier: Apache-2.0
// The machine and the process: clock, randomness, environment, processors, the program's place.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine and this process.
package enum Machine {
  /// Milliseconds since 1970, by the wall clock.
  package static var milliseconds: Int { Int((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

  /// Bytes of the system's random source.
  package static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight at a time: each of the generator's numbers is a system call.
    return Array((0..<(count + 7) / 8).flatMap { _ in generator.next().bytes }.prefix(count))
  }

  package static var environment: [String: String] { ProcessInfo.processInfo.environment }

  package static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The folder of the running program; nil where it can't be told.
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

/// Without the destructors of what other threads may still use; all output is written by then.
private func endProcess(_ status: Int32) -> Never { _exit(status) }

extension UInt64 {
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}
