// SPDX-License-Identifier: Apache-2.0
// The built program as a process of its own.

import Foundation
import TestSupport

extension Product {
  static var executable: URL { URL(filePath: BuiltProgram.path) }
}

/// The program while it runs.
final class RunningProduct {
  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)
  private let folder: TemporaryFolder

  /// - Parameters:
  ///   - folder: Where it runs.
  ///   - limits: What a shell runs before it, such as `ulimit -n 64`.
  ///   - environment: All of its environment.
  convenience init(
    _ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    limits: String? = nil
  ) throws {
    try self.init(
      limits == nil ? Product.executable.path : "/bin/sh",
      limits.map { ["-c", "\($0); exec \"$0\" \"$@\"", Product.executable.path] + words } ?? words,
      in: folder, environment: environment)
  }

  /// - Parameters:
  ///   - program: The path of another program, such as a shell.
  ///   - folder: Where it runs.
  ///   - environment: All of its environment.
  init(
    _ program: String, _ words: [String], in folder: TemporaryFolder,
    environment: [String: String]
  ) throws {
    self.folder = folder
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.environment = environment
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.file("stdout", in: folder)
    process.standardError = try Self.file("stderr", in: folder)
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
  }

  private static func file(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
    try folder.write("", to: name)
    return try FileHandle(forWritingTo: folder.url.appending(path: name))
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Blocks until it has ended; one that does not end is killed after two minutes.
  func wait() throws -> Finished {
    if ended.wait(timeout: .now() + 120) == .timedOut {
      send(SIGKILL)
      ended.wait()
    }
    return Finished(
      status: process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try folder.bytes("stdout"), as: UTF8.self),
      error: String(decoding: try folder.bytes("stderr"), as: UTF8.self))
  }
}
