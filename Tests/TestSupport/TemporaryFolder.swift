// SPDX-License-Identifier: Apache-2.0
// A folder of files and scripts that is there for one test.

package import Foundation

/// A new folder, removed with all in it when the value goes. What still runs in it is killed.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "sso-conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    killProcesses(in: path)
    try? FileManager.default.removeItem(at: url)
  }

  package var path: String { url.path }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file; folders above it are made.
  ///
  /// - Returns: Its path.
  @discardableResult
  package func write(_ text: String, to name: String, permissions: Int? = nil) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    if let permissions {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: file.path)
    }
    return file.path
  }

  /// Writes a shell script that can be executed.
  @discardableResult
  package func script(_ body: String, as name: String) throws -> String {
    try write("#!/bin/sh\n\(body)\n", to: name, permissions: 0o755)
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appending(path: name)))
  }

  /// The text of a file; empty where there is none.
  package func text(of name: String) -> String {
    String(decoding: (try? bytes(name)) ?? [], as: UTF8.self)
  }

  /// The numbers that a file has, one on a line: of processes that scripts have noted.
  package func numbers(in name: String) -> [Int32] {
    text(of: name).split(whereSeparator: \.isNewline).compactMap { Int32($0) }
  }
}
