// SPDX-License-Identifier: Apache-2.0
// Tests of the manuals: each suite in them is right, and each command that they name exists.

import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
  /// The blocks of a document that are whole suites.
  static func suites(in document: String) throws -> [String] {
    let text = try String(
      contentsOf: SharedFolder.project.appending(path: document), encoding: .utf8)
    return text.components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { $0.hasPrefix("suite:") }
  }

  @Test(arguments: ["README.md", "Suites/README.md"])
  func `is right in each suite that a document shows`(document: String) throws {
    let suites = try Self.suites(in: document)
    #expect(!suites.isEmpty)
    let folder = try TemporaryFolder()
    let shipped = SharedFolder.project.appending(path: "Suites")
    let cookbooks = try FileManager.default.contentsOfDirectory(
      atPath: shipped.appending(path: "cookbooks").path)
    for part in ["fragments.yaml"] + cookbooks.map({ "cookbooks/\($0)" }) {
      try folder.write(
        String(contentsOf: shipped.appending(path: part), encoding: .utf8), to: part)
    }
    for (number, suite) in suites.enumerated() {
      try folder.write("\(suite)\n", to: "manual/\(number).yaml")
    }
    let checked = Product.run(["check", "\(folder.path)/manual"])
    #expect(checked.status == 0, "\(checked.error)")
    let run = Product.run(["run", "\(folder.path)/manual", "--reports", "\(folder.path)/Reports"])
    #expect(run.status == 0, "\(run.output)")
  }

  static let manuals = [
    "README.md", "Suites/README.md", "Suites/RUNNING.md", "Reports/README.md", "CONTRIBUTING.md",
  ]

  @Test(arguments: manuals)
  func `names commands that there are`(document: String) throws {
    let help = Product.run(["--help"]).output
    let text = try String(
      contentsOf: SharedFolder.project.appending(path: document), encoding: .utf8)
    let words = text.matches(of: /sso-conformance ([a-z]+)/).map { String($0.output.1) }
    #expect(!words.isEmpty)
    for word in words {
      #expect(help.contains("  \(word) "), "\(document) names the command '\(word)'")
    }
  }

  @Test func `shows a matcher as it is in the sources`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: SharedFolder.project.appending(path: path), encoding: .utf8)
    }
    let folder = "Sources/Suites/Matchers"
    let sources = try text("\(folder)/TextMatchers.swift") + text("\(folder)/Matcher.swift")
    let section = try #require(
      text("CONTRIBUTING.md").components(separatedBy: "\n### A matcher, from").last?
        .components(separatedBy: "\n## ").first)
    let shown = section.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(shown.count == 2)
    for code in shown { #expect(sources.contains(code)) }
  }
}
