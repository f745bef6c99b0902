// SPDX-License-Identifier: Apache-2.0
// What the program does where its standard streams are full, closed or read by nobody.

import Formats
import Foundation
import HTTP
import Record
import SelfTest
import TestSupport
import Testing

@Suite(.waits) struct StandardStreamTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a line of the shell, in which `"$@"` is the program with its words and `status` the file
  /// for what it ends with.
  private func shell(_ line: String, _ words: [String]) throws -> (status: String, error: String) {
    let result = try LimitedProcess.run(
      "/bin/sh", ["-c", line, "sh", Product.executable.path] + words, in: folder.url,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "SSO_CONFORMANCE_SUITES": Product.suites,
      ])
    return (String(decoding: try folder.bytes("status"), as: UTF8.self), result.errors)
  }

  private static let lines = [
    "\"$@\" > /dev/full; echo $? > status",
    "(\"$@\"; echo $? > status) | head -n 1",
    "(\"$@\"; echo $? > status) | true",
    "\"$@\" >&-; echo $? > status",
    "\"$@\" <&- >&-; echo $? > status",
    "\"$@\" <&- >&- 2>&-; echo $? > status",
  ]

  @Test(arguments: zip(lines, [true, false, true, false, true, false]))
  func `a run has its reports and its verdict`(line: String, isConformant: Bool) throws {
    let fault = try #require(Defect.named("partner-logout-called-logout"))
    let server = try AlteringServer(isConformant ? Deviation() : fault.deviation)
    defer { server.stop() }
    let profile = try folder.write(server.profile, to: "profile.yaml")
    let (status, error) = try shell(
      line, ["run", "\(Product.suites)/apple-v2/e-logout.yaml", "--target", profile])
    #expect(status == (isConformant ? "0\n" : "1\n"), "\(error)")
    #expect(error.isEmpty)
    let document = try JSONParser.document(try folder.bytes("Reports/report.json"))
    let judgement = RunJudgement(try RunRecord(document.root))
    #expect(judgement.totals.scenarios > 10)
    #expect(!judgement.record.isInterrupted)
    try HostileTests.checkWellFormed(try folder.bytes("Reports/junit.xml"))
    let markdown = String(decoding: try folder.bytes("Reports/report.md"), as: UTF8.self)
    #expect(markdown.hasPrefix("# "))
    // What was meant for the terminal went nowhere else.
    let requests = server.exchanges.map(\.request)
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { ["GET", "POST", "DELETE"].contains($0.method) })
  }

  @Test(arguments: [["list"], ["--help"], ["partner"], ["completion", "bash"]])
  func `another command ends with 4 where its output is lost`(words: [String]) throws {
    let (status, error) = try shell("\"$@\" > /dev/full; echo $? > status", words)
    #expect(status == "4\n")
    #expect(error == "error: the output can't be written\n")
  }

  @Test(
    arguments: [["list"], ["--help"], ["partner"], ["completion", "bash"]],
    ["(sleep 0.1; \"$@\"; echo $? > status) | true", "\"$@\" >&-; echo $? > status"])
  func `another command ends in peace where its output is read by nobody`(
    words: [String], line: String
  ) throws {
    let (status, error) = try shell(line, words)
    #expect(status == "0\n")
    #expect(error.isEmpty)
  }

  @Test(arguments: [
    // What went wrong before counts, not the output that is lost.
    (["check", "absent.yaml"], ">", "2\n", "there is no such file or folder"),
    // A warning that nobody could read is no error.
    (["check", "warned.yaml"], "2>", "0\n", ""), (["check", "absent.yaml"], "2>", "2\n", ""),
  ])
  func `another command keeps its status where only messages are lost`(
    words: [String], redirection: String, status: String, message: String
  ) throws {
    try folder.write(
      "suite: S\nscenarios:\n  - scenario: A\n    steps:\n"
        + "      - {step: A, request: {GET: /}, expect: {json: {a: no}}}\n", to: "warned.yaml")
    let finished = try shell("\"$@\" \(redirection) /dev/full; echo $? > status", words)
    #expect(finished.status == status)
    #expect(!finished.error.contains("can't be written"))
    #expect(message.isEmpty ? finished.error.isEmpty : finished.error.contains(message))
  }
}
