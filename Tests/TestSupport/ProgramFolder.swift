// SPDX-License-Identifier: Apache-2.0
// A folder of scripts and files for one test.

import Foundation

/// A folder of scripts and files that is removed with this value. What still runs in it is killed.
package final class ProgramFolder {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "sso-conformance-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    killProcesses(in: path)
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension ProgramFolder {
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// - Returns: The file's path.
  @discardableResult
  package func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: file(name))
    return file(name)
  }

  /// Writes a shell script that can be executed.
  @discardableResult
  package func script(_ body: String, as name: String) throws -> String {
    try write("#!/bin/sh\n\(body)\n", to: name, permissions: 0o755)
  }

  /// The text of a file; empty where there is none.
  package func text(of name: String) -> String {
    (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
  }

  /// The numbers that a file has, one on a line: of processes that scripts have noted.
  package func numbers(in name: String) -> [Int32] {
    text(of: name).split(whereSeparator: \.isNewline).compactMap { Int32($0) }
  }
}
