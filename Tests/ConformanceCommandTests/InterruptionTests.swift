// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while a program is asked: the run ends, and no program stays.

import Foundation
import Host
import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct InterruptionTests {
  /// The built program stands beside the tests.
  static let program = Machine.executableFolder.map { "\($0)/sso-conformance" } ?? ""

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: Self.program)),
    arguments: [SIGINT, SIGTERM, SIGHUP], ["exec sleep 1000", "trap '' TERM INT; sleep 1000"])
  func `an interruption ends the run and its programs`(signal: Int32, body: String) throws {
    let folder = try ProgramFolder()
    // Nothing is read from it before the program has written, so there is no need to look again.
    #expect(mkfifo(folder.file("asked"), 0o600) == 0)
    try folder.script("read -r line; echo $$ > asked; \(body)", as: "silent")
    let suite = try folder.write(
      "suite: S\nscenarios:\n  - scenario: a\n    steps:\n      - partner: {state: any}\n",
      to: "suite.yaml")
    let profile = try folder.write(
      "base-url: http://127.0.0.1:9\npartner: {command: [./silent]}\n", to: "profile.yaml")
    // Started with no signal ignored, whatever this process ignores.
    let processes = ChildProcesses()
    let process = try processes.start(
      ProgramCommand([
        Self.program, "run", suite, "--target", profile, "--reports", folder.file("reports"),
      ]), environment: [:], lineLimitBytes: 1 << 20
    ) { _, _ in }
    defer { processes.wait() }
    let asked = try FileHandle(forReadingFrom: URL(filePath: folder.file("asked"))).readToEnd()
    let number = String(decoding: asked ?? Data(), as: UTF8.self).dropLast()
    let child = try #require(Int32(number))
    #expect(isRunning(child))
    kill(process.number, signal)
    let deadline = ContinuousClock.now + .seconds(30)
    var end = process.receive(until: deadline)
    while case .line = end { end = process.receive(until: deadline) }
    #expect(end == .ended("with status 130"))
    #expect(staying([child]) == [])
    let report = try JSONParser.document(Array(folder.text(of: "reports/report.json").utf8)).root
    #expect(report["isInterrupted"]?.boolean == true)
  }
}
