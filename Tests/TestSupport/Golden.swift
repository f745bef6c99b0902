// SPDX-License-Identifier: Apache-2.0
// Comparing what is made with a file in `Tests/…/Golden`.

package import Foundation
package import Testing

/// Files with the expected text of reports and messages.
package enum Golden {
  /// Compares bytes with the file `Golden/NAME` beside the test file. With `UPDATE_GOLDEN=1` in
  /// the environment the file is written instead.
  ///
  /// - Parameters:
  ///   - testFile: The path of the test's source: leave it out.
  package static func check(
    _ bytes: [UInt8], _ name: String, testFile: String = #filePath,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let url = URL(filePath: testFile).deletingLastPathComponent().appending(path: "Golden/\(name)")
    try check(bytes, at: url, "Golden/\(name)", sourceLocation)
  }

  /// Compares a text with a file anywhere in the project, which `UPDATE_GOLDEN=1` writes.
  package static func check(
    _ text: String, at url: URL, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try check(Array(text.utf8), at: url, url.lastPathComponent, sourceLocation)
  }

  private static func check(
    _ bytes: [UInt8], at url: URL, _ name: String, _ sourceLocation: Testing.SourceLocation
  ) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
      return
    }
    guard let expected = try? Data(contentsOf: url) else {
      Issue.record("no file \(name): UPDATE_GOLDEN=1 makes it", sourceLocation: sourceLocation)
      return
    }
    guard Array(expected) != bytes else { return }
    let wanted = lines(Array(expected))
    let made = lines(bytes)
    let number = zip(wanted, made).prefix { $0 == $1 }.count
    let want = number < wanted.count ? wanted[number] : "(the end)"
    let have = number < made.count ? made[number] : "(the end)"
    Issue.record(
      "\(name), line \(number + 1): expected \(want.debugDescription), made \(have.debugDescription)",
      sourceLocation: sourceLocation)
  }

  package static func check(
    _ text: String, _ name: String, testFile: String = #filePath,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try check(Array(text.utf8), name, testFile: testFile, sourceLocation: sourceLocation)
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
