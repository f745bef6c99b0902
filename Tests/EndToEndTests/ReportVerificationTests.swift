// SPDX-License-Identifier: Apache-2.0
// Whether a report is of these suites, and says what follows from its scenarios; and its page.

import Foundation
import Record
import TestSupport
import Testing

@Suite struct ReportVerificationTests {
  private let folder: TemporaryFolder

  /// A run of two suites beside a file of fragments.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write(
        """
        suite: Suite \(name)
        scenarios:
          - scenario: Asks \(name)
            steps:
              - {step: Ask, request: {GET: /}, expect: {status: 404}}
        """, to: "Suites/\(name).yaml")
    }
    try folder.write(
      "fragments:\n  - {fragment: f, steps: [{step: s, request: {GET: /}}]}\n",
      to: "Suites/fragments.yaml")
    let server = try AlteringServer()
    defer { server.stop() }
    try folder.write("base-url: http://127.0.0.1:\(server.port)\n", to: "profile.yaml")
    let finished = try run(["run", "--target", "profile.yaml"])
    try #require(finished.status == 0, "\(finished)")
  }

  private func run(_ words: [String]) throws -> Finished {
    try RunningProduct(words, in: folder).wait()
  }

  private func verify(_ report: String = "Reports/report.json", _ suites: String = "Suites") throws
    -> Finished
  {
    try run(["report", "verify", report, "--suites", suites])
  }

  @Test func `says what differs, file by file`() throws {
    let same = try verify()
    #expect(same.status == 0, "\(same)")
    #expect(same.output.hasPrefix("the same: 3 files and the tool; SHA-256 of all: "))
    // In another place the same files are the same.
    let moved = folder.url.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: folder.url.appending(path: "Suites"), to: moved)
    #expect(try verify("Reports/report.json", "elsewhere").status == 0)
    try folder.write("suite: Suite a\nscenarios: []\n", to: "elsewhere/a.yaml")
    try folder.write("suite: Suite c\nscenarios: []\n", to: "elsewhere/c.yaml")
    try FileManager.default.removeItem(at: moved.appending(path: "b.yaml"))
    let other = try verify("Reports/report.json", "elsewhere")
    #expect(other.status == 1)
    #expect(
      other.output == """
        changed: Suites/a.yaml
        missing: Suites/b.yaml
        added: elsewhere/c.yaml
        not the same: 1 file changed, 1 file missing, 1 file added

        """)
  }

  @Test(arguments: ["Copy", "./Copy", "Absolute"])
  func `takes a copy elsewhere for the same, with the facts that are shipped`(
    place: String
  ) throws {
    let shipped = try TemporaryFolder()
    let facts = try folder.write("facts: []\n", to: "Suites/facts.yaml")
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "Suites"), to: shipped.url.appending(path: "Suites"))
    let copy = place == "Absolute" ? "\(folder.path)/Copy" : place
    let environment = ["SSO_CONFORMANCE_SUITES": "\(shipped.path)/Suites"]
    func run(_ words: [String]) throws -> Finished {
      try RunningProduct(words, in: folder, environment: environment).wait()
    }
    let server = try AlteringServer()
    defer { server.stop() }
    try folder.write("base-url: http://127.0.0.1:\(server.port)\n", to: "profile.yaml")
    #expect(try run(["run", "--target", "profile.yaml"]).status == 0)
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "Suites"), to: folder.url.appending(path: "Copy"))
    for suites in [copy, "\(shipped.path)/Suites"] {
      let finished = try verifyThere(suites)
      #expect(finished.output.hasPrefix("the same: 4 files and the tool"), "\(finished)")
    }
    func verifyThere(_ suites: String) throws -> Finished {
      try run(["report", "verify", "Reports/report.json", "--suites", suites])
    }
    try FileManager.default.removeItem(atPath: facts.replacing("/Suites/", with: "/Copy/"))
    #expect(try verifyThere(copy).output.contains("missing: Suites/facts.yaml\n"))
  }

  @Test(arguments: [
    ("\"passed\":2", "\"passed\":3", "edited: totals.passed: the report says 3"),
    ("\"status\":0", "\"status\":1", "edited: outcome.status: the report says 1"),
    (
      "\"action\":\"request\",", "\"action\":\"request\",\"isFinal\":false,",
      "the same: 3 files and the tool"
    ),
    (
      "\"verdict\":\"passed\",\"planIndex\":1",
      "\"verdict\":\"failed\",\"findings\":[],\"planIndex\":1",
      "edited: totals.failed: the report says 0, its scenarios say 1"
    ),
    (
      "\"version\":\"0.1.0\"", "\"version\":\"0.0.9\"",
      "tool: the report is of sso-conformance 0.0.9"
    ),
    ("suite.yaml", "suite.yaml", "the same"),
  ])
  func `tells a report that was edited`(part: String, other: String, message: String) throws {
    let text = String(decoding: try folder.bytes("Reports/report.json"), as: UTF8.self)
    let edited = text.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: other)
    try folder.write(edited, to: "edited.json")
    let finished = try verify("edited.json")
    #expect(finished.status == (message.hasPrefix("the same") ? 0 : 1), "\(finished)")
    #expect(finished.output.contains(message), "\(finished)")
  }

  @Test func `refuses what it can't read`() throws {
    try folder.write("{}", to: "empty.json")
    #expect(try verify("empty.json").status == 2)
    #expect(try verify("absent.json").status == 2)
    #expect(try verify("Reports/report.json", "absent").status == 2)
    let misplaced = try run(["report", "html", "Reports/report.json", "--suites", "Suites"])
    #expect(misplaced.status == 2)
    #expect(misplaced.error.contains("--suites goes with report verify"), "\(misplaced)")
  }

  @Test func `makes the page of a record again`() throws {
    let page = try folder.bytes("Reports/report.html")
    let report = String(decoding: try folder.bytes("Reports/report.json"), as: UTF8.self)
    try folder.write(report, to: "kept/old.json")
    let beside = try run(["report", "html", "kept/old.json"])
    #expect(beside.status == 0 && beside.output == "Report: kept/old.html\n", "\(beside)")
    #expect(try folder.bytes("kept/old.html") == page)
    #expect(try run(["report", "html", "kept/old.json", "--reports", "pages"]).status == 0)
    #expect(try folder.bytes("pages/report.html") == page)
    #expect(try run(["report", "html", "absent.json"]).status == 2)
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "full.html"), withIntermediateDirectories: true)
    try folder.write(report, to: "full.json")
    #expect(try run(["report", "html", "full.json"]).status == 4)
  }
}
