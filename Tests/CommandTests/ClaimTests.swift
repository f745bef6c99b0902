// SPDX-License-Identifier: Apache-2.0
// Tests of the cookbooks that a target claims to follow.

import HTTP
import TestSupport
import Testing
import Text

@testable import Command

struct ClaimTests {
  private let folder: TemporaryFolder

  /// Two cookbooks, of which one extends a third.
  init() throws {
    folder = try TemporaryFolder()
    for (name, more) in [
      ("base", ""), ("mine", #", "extends": "base", "about": "my devices""#),
      ("other", #", "about": "other devices""#),
    ] {
      try folder.write(
        #"""
        {"cookbook": "\#(name)", "revision": "1"\#(more), "phases": [{"id": "A", "title": "First",
         "steps": [{"title": "S", "requirements": [{"id": "\#(name)-1", "level": "must",
          "subject": "service", "text": "It does.", "shownBy": ["service"]}]}]}]}
        """#, to: "Suites/cookbooks/\(name).json")
      try folder.write(
        """
        suite: Of \(name)
        cookbook: \(name)
        scenarios:
          - scenario: It does
            steps: [{step: Ask, request: {GET: /}, covers: [\(name)-1], expect: {status: 200}}]
        """, to: "Suites/\(name)/suite.yaml")
    }
    try folder.write(
      """
      suite: Of none
      scenarios:
        - scenario: It does
          steps: [{step: Ask, request: {GET: /}, expect: {status: 200}}]
      """, to: "Suites/none/suite.yaml")
  }

  /// The words behind `run --target URL`, the status, and what is said.
  static let rows: [([String], Command.ExitStatus, String)] = [
    (
      ["Suites"], .invalidInput,
      """
      error: no cookbook is claimed: say which ones the target follows
      It is judged by no other than those. There are:
        cookbooks: [mine]   my devices
        cookbooks: [other]  other devices
        cookbooks: [base]
      Nothing was sent.
      """
    ),
    (
      ["Suites", "--cookbook", "mine"], .success,
      "conformant: 2 of 2 requirements proved; 3 scenarios passed"
    ),
    (
      ["Suites", "--cookbook", "base"], .success,
      "conformant: 1 of 1 requirement proved; 2 scenarios passed"
    ),
    (
      ["Suites/mine", "Suites/base"], .success,
      "conformant: 2 of 2 requirements proved; 2 scenarios passed"
    ),
    (["Suites/mine", "Suites/other"], .invalidInput, "no cookbook is claimed"),
    (
      ["Suites/none"], .success,
      "all passed: 1 scenario; no cookbook, so nothing is certified"
    ),
    (
      ["Suites/mine", "Suites/other", "--cookbook", "mine"], .invalidInput,
      "/Suites/other' judges by other, and the target claims mine: name other suites"
    ),
  ]

  @Test(arguments: rows)
  func `are said by an option, a profile, or the suites that are named`(
    words: [String], status: Command.ExitStatus, text: String
  ) throws {
    let server = HTTPServer { _ in HTTPResponse(status: 200, headers: HeaderList(), body: []) }
    defer { server.stop() }
    let url = "http://127.0.0.1:\(try server.start())"
    let paths = words.map { $0.hasPrefix("Suites") ? folder.file($0) : $0 }
    let line = CommandLine(
      ["run"] + paths + ["--target", url, "--reports", folder.file("reports")])
    #expect(line.status == status, "\(line.output)\(line.errors)")
    #expect((line.output + line.errors).contains(text), "\(line.output)\(line.errors)")
  }

  @Test func `init asks a person for one, and no one else`() throws {
    let asked = CommandLine(
      ["init", "-", "--for", folder.file("Suites")], answers: ["none", "mine"])
    #expect(asked.output.contains("\ncookbooks: [mine]\n"), "\(asked.output)\(asked.errors)")
    #expect(asked.errors.contains("there is no cookbook 'none'"), "\(asked.errors)")
    CommandLine(["init", "-", "--for", folder.file("Suites")]).expect(
      .invalidInput, start: "error: init: name the cookbooks that the target follows")
  }
}
