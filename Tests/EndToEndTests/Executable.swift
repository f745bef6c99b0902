// SPDX-License-Identifier: Apache-2.0
// The built program as a process of its own.

import Foundation
import TestSupport

extension Product {
  static var executable: URL { URL(filePath: BuiltProgram.path) }
}

/// The program while it runs.
final class RunningProduct {
  private let process: LimitedProcess

  /// - Parameters:
  ///   - folder: Where it runs.
  ///   - limits: What a shell runs before it, such as `ulimit -n 64`.
  ///   - environment: All of its environment.
  convenience init(
    _ words: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    limits: String? = nil
  ) throws {
    let program = Product.executable.path
    try self.init(
      limits == nil ? program : "/bin/sh",
      limits.map { ["-c", "\($0); exec \"$0\" \"$@\"", program] + words } ?? words,
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
    process = try LimitedProcess(program, words, in: folder.url, environment: environment)
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// What it has printed so far.
  var output: String { process.output }

  /// Blocks until it has ended; one that does not end is killed after two minutes.
  func wait() -> Finished {
    let result = process.wait(seconds: 120)
    return Finished(status: result.status, output: result.output, error: result.errors)
  }
}
