// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while a program is asked: the run ends, and no program stays.

import Foundation
import Host
import JSON
import PartnerFramework
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct InterruptionTests {
  /// The built program stands beside the tests.
  static let program = Machine.executableFolder.map { "\($0)/sso-conformance" } ?? ""

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: Self.program)),
    arguments: [SIGINT, SIGTERM, SIGHUP], ["exec sleep 1000", "trap '' TERM INT; sleep 1000"])
  func `an interruption ends the run and its programs`(signal: Int32, body: String) throws {
    let run = try AskingRun(body)
    kill(run.process.number, signal)
    #expect(run.end() == .ended("with status 130"))
    #expect(staying([run.child]) == [])
    let report = try JSONParser.document(
      Array(run.folder.text(of: "reports/report.json").utf8)
    ).root
    #expect(report["isInterrupted"]?.boolean == true)
  }

  /// The first leaves a program a little time to go; the second comes in that time.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: Self.program)),
    arguments: [(SIGINT, SIGINT), (SIGTERM, SIGTERM), (SIGINT, SIGTERM)],
    [20_000, 100_000] as [UInt32])
  func `a second interruption leaves no program behind`(
    signals: (Int32, Int32), microseconds: UInt32
  ) throws {
    let run = try AskingRun(
      "trap '' TERM INT HUP; sh -c 'echo $$ >> pids; exec sleep 1000' & while :; do sleep 1; done")
    while run.folder.numbers(in: "pids").isEmpty { usleep(1000) }
    kill(run.process.number, signals.0)
    usleep(microseconds)
    kill(run.process.number, signals.1)
    // One that comes when all is done ends the process as it ends any.
    #expect(
      [.ended("with status 130"), .ended("by signal \(signals.1)")].contains(run.end()))
    #expect(staying([run.child] + run.folder.numbers(in: "pids")) == [])
  }
}

/// A run in a process of its own, whose partner program has been asked and does not answer.
private struct AskingRun {
  let folder: ProgramFolder
  let process: ChildProcess
  let child: Int32
  private let processes = ChildProcesses(executable: BuiltProgram.path)

  /// - Parameter body: What the program does once it is asked.
  init(_ body: String) throws {
    folder = try ProgramFolder()
    // Nothing is read from it before the program has written, so there is no need to look again.
    #expect(mkfifo(folder.file("asked"), 0o600) == 0)
    try folder.script("read -r line; echo $$ > asked; \(body)", as: "silent")
    let suite = try folder.write(
      "suite: S\nscenarios:\n  - scenario: a\n    steps:\n      - partner: {state: any}\n",
      to: "suite.yaml")
    let profile = try folder.write(
      "base-url: http://127.0.0.1:9\npartner: {command: [./silent]}\n", to: "profile.yaml")
    // Started with no signal ignored, whatever this process ignores.
    process = try processes.start(
      ProgramCommand([
        InterruptionTests.program, "run", suite, "--target", profile, "--reports",
        folder.file("reports"),
      ]), environment: ["PATH": "/usr/bin:/bin"], lineLimitBytes: 1 << 20
    ) { _ in }
    let asked = try FileHandle(forReadingFrom: URL(filePath: folder.file("asked"))).readToEnd()
    let number = String(decoding: asked ?? Data(), as: UTF8.self).dropLast()
    child = try #require(Int32(number))
    #expect(isRunning(child))
  }

  /// How it ended.
  func end() -> LineConversation.Reception {
    let deadline = ContinuousClock.now + .seconds(30)
    var end = process.receive(until: deadline)
    while case .line = end { end = process.receive(until: deadline) }
    process.end()
    processes.wait()
    return end
  }
}
