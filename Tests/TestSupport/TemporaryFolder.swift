// SPDX-License-Identifier: Apache-2.0
// A folder that is there for one test.

package import Foundation

/// A new folder, removed with all in it when the value goes. What still runs in it is killed.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "sso-conformance-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    killProcesses(in: path)
    try? FileManager.default.removeItem(at: url)
  }

  package var path: String { url.path }

  /// Writes a file; folders above it are made.
  ///
  /// - Returns: Its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appending(path: name)))
  }
}
