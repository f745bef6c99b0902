// SPDX-License-Identifier: Apache-2.0
// Processes that end with their test, whatever happens.

package import Foundation

/// A process that is killed with its group once nobody refers to it any more, and after a time.
///
/// It writes to files, not to pipes: what it may have left behind keeps nobody from reading.
package final class LimitedProcess {
  /// What a process did.
  package struct Result: Sendable {
    /// Below zero the signal that ended it.
    package let status: Int32
    package let output: String
    package let errors: String
  }

  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)
  private let files: TemporaryFolder

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - folder: Where it runs; nil for the folder of the tests.
  ///   - environment: All of its environment; nil for that of the tests.
  ///   - joinsErrors: Whether what it writes as errors is part of the output.
  package init(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [], in folder: URL? = nil,
    environment: [String: String]? = nil, joinsErrors: Bool = false
  ) throws {
    files = try TemporaryFolder()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    if let environment { process.environment = environment }
    if let folder { process.currentDirectoryURL = folder }
    try files.write(String(decoding: input, as: UTF8.self), to: "input")
    let input = try FileHandle(forReadingFrom: files.url.appending(path: "input"))
    let output = try Self.file("output", in: files)
    let errors = joinsErrors ? output : try Self.file("errors", in: files)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { [ended] _ in ended.signal() }
    // Foundation keeps the handles of a process that has ended. With a thousand of them open, `run()`
    // reads past the end of its list of descriptors.
    defer { for handle in [input, output, errors] { try? handle.close() } }
    try process.run()
  }

  deinit {
    if process.isRunning { _ = killAll() }
  }

  private static func file(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
    try folder.write("", to: name)
    return try FileHandle(forWritingTo: folder.url.appending(path: name))
  }
}

extension LimitedProcess {
  /// Runs a program to its end, or for so long.
  package static func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [], in folder: URL? = nil,
    environment: [String: String]? = nil, joinsErrors: Bool = false, seconds: Double = 60
  ) throws -> Result {
    try LimitedProcess(
      program, arguments, input: input, in: folder, environment: environment,
      joinsErrors: joinsErrors
    ).wait(seconds: seconds)
  }

  package var isRunning: Bool { process.isRunning }

  package var number: Int32 { process.processIdentifier }

  package func send(_ signal: Int32) { kill(number, signal) }

  /// What it has written so far.
  package var output: String { text("output") }

  /// Blocks until it has ended; after so many seconds it is killed.
  package func wait(seconds: Double = 60) -> Result {
    if ended.wait(timeout: .now() + seconds) == .timedOut, !killAll() {
      return Result(status: -SIGKILL, output: output, errors: text("errors"))
    }
    // For `deinit`, and for who waits again.
    ended.signal()
    let status = process.terminationStatus
    return Result(
      status: process.terminationReason == .exit ? status : -status, output: output,
      errors: text("errors"))
  }

  /// Kills it and what it has started. Foundation takes a process for running as long as one that it
  /// has left behind is there, so this waits for a time only.
  ///
  /// - Returns: Whether it has ended by then.
  private func killAll() -> Bool {
    // Foundation gives each its own group, but not from the first moment on.
    for process in [-number, number] + descendants(of: number) { kill(process, SIGKILL) }
    return ended.wait(timeout: .now() + 5) == .success
  }

  private func text(_ name: String) -> String {
    String(decoding: (try? files.bytes(name)) ?? [], as: UTF8.self)
  }
}
