// SPDX-License-Identifier: Apache-2.0
// Runs that a signal or a time limit ends, and steps that wait.

import Audit
import Formats
import Foundation
import HTTP
import Partner
import Synchronization
import TestSupport
import Testing

@testable import Command

@Suite(.waits) struct InterruptionTests {
  /// The built program stands beside the tests.
  static let program = Machine.executableFolder.map { "\($0)/sso-conformance" } ?? ""

  private static let isBuilt = FileManager.default.isExecutableFile(atPath: program)

  /// What a program does, and whether it does so when it is asked hello, before the run begins.
  @Test(
    .enabled(if: isBuilt), arguments: [SIGINT, SIGTERM, SIGHUP],
    [
      ("exec sleep 60", false), ("trap '' TERM INT; sleep 60", false), ("exec sleep 60", true),
      ("trap '' TERM INT; sleep 60", true),
    ])
  func `an interruption ends the run and its programs`(
    signal: Int32, program: (String, Bool)
  ) throws {
    let (body, isAtHello) = program
    let run = try AskingRun(body, atHello: isAtHello)
    kill(run.process.number, signal)
    #expect(run.end() == .ended("with status 130"))
    #expect(staying([run.child]) == [])
    if isAtHello {
      #expect(run.folder.text(of: "reports/report.json") == "")
    } else {
      #expect(try run.isInterrupted == true)
    }
  }

  @Test(.enabled(if: isBuilt))
  func `under nohup a run goes on when its terminal is closed`() throws {
    let run = try AskingRun(
      #"""
      until [ -e go ]; do sleep 0.01; done
      while case $line in *'"call":"close"'*) exit ;; esac; do
        id=${line#*\"id\":}
        printf '{"id":%s,"result":{}}\n' "${id%%,*}"
        read -r line || exit
      done
      """#, ignoring: "HUP")
    kill(run.process.number, SIGHUP)
    try run.folder.write("", to: "go")
    #expect(run.end() == .ended("with status 0"))
    #expect(try run.isInterrupted == false)
  }

  @Test(.enabled(if: isBuilt))
  func `an interrupted run leaves a recording of what it sent`() throws {
    let run = try AskingRun(
      "exec sleep 1000", steps: ["request: {GET: /api/v2/x/configuration}"],
      words: ["--record-har"])
    kill(run.process.number, SIGINT)
    #expect(run.end() == .ended("with status 130"))
    let file = RecordingFile(name: "own.har", Array(run.folder.text(of: "own.har").utf8))
    var count = 0
    try HARRecordings([file]).read({ _, _ in true }) { _ in count += 1 }
    #expect(count == 1)
  }

  /// Whether the first signal or a second one ends it, it says so.
  @Test(.enabled(if: isBuilt))
  func `an interrupted audit judges nothing`() throws {
    let folder = try TemporaryFolder()
    let entry =
      #"{"startedDateTime": "2026-11-22T10:00:00.000Z", "time": 1, "request": {"method": "GET","#
      + #" "url": "https://sp.example/api/v2/A/profiles", "headers": []}, "response": {"status": 200,"#
      + #" "headers": [], "content": {"text": "{}"}}}"#
    let entries = Array(repeating: entry, count: 20_000).joined(separator: ",\n")
    let path = try folder.write(
      #"{"log": {"version": "1.2", "entries": [\#(entries)]}}"#, to: "large.har")
    let processes = ChildProcesses()
    let process = try processes.start(
      ProgramCommand([
        InterruptionTests.program, "audit", path, "--rules",
        SharedFolder.project.appending(path: "Suites/application").path, "--reports",
        folder.file("reports"),
      ]), environment: ["PATH": "/usr/bin:/bin"], lineLimitBytes: 1 << 20
    ) { _ in }
    try waitUntil { FileManager.default.fileExists(atPath: folder.file("reports")) }
    var end = process.receive(until: .now + .milliseconds(50))
    for _ in 0..<200 {
      if case .ended = end { break }
      kill(process.number, SIGINT)
      end = process.receive(until: .now + .milliseconds(50))
    }
    end = ending(of: process)
    process.end()
    processes.wait()
    #expect(end == .ended("with status 130"))
    #expect(folder.text(of: "reports/report.json") == "")
  }

  /// The first leaves a program a little time to go; the second comes in that time.
  @Test(
    .enabled(if: isBuilt),
    arguments: [(SIGINT, SIGINT), (SIGTERM, SIGTERM), (SIGINT, SIGTERM)],
    [20_000, 100_000] as [UInt32])
  func `a second signal leaves no program`(signals: (Int32, Int32), microseconds: UInt32) throws {
    let run = try AskingRun(
      "trap '' TERM INT HUP; sh -c 'echo $$ >> pids; exec sleep 60' & for i in $(seq 60); do sleep 1; done"
    )
    try waitUntil { !run.folder.numbers(in: "pids").isEmpty }
    kill(run.process.number, signals.0)
    usleep(microseconds)
    kill(run.process.number, signals.1)
    // One that comes when all is done ends the process as it ends any.
    #expect([.ended("with status 130"), .ended("by signal \(signals.1)")].contains(run.end()))
    #expect(staying([run.child] + run.folder.numbers(in: "pids")) == [])
  }
}

/// How a process ends. It closes its output a little before.
private func ending(of process: ChildProcess) -> LineConversation.Reception {
  let deadline = ContinuousClock.now + .seconds(30)
  while true {
    let reception = process.receive(until: deadline)
    switch reception {
    case .line: break
    case .ended(nil) where ContinuousClock.now < deadline: usleep(1000)
    default: return reception
    }
  }
}

/// A run in a process of its own, whose partner program has been asked and does not answer.
private struct AskingRun {
  let folder: TemporaryFolder
  let process: ChildProcess
  let child: Int32
  private let processes = ChildProcesses()

  /// - Parameters:
  ///   - body: What the program does once it is asked.
  ///   - steps: What the scenario does before; nothing answers it.
  ///   - words: An option that takes a file: that is called `own.har`.
  ///   - signal: The name of one that the run ignores from its start on.
  ///   - atHello: Whether it is `hello` that the program is asked, and not a state.
  init(
    _ body: String, steps: [String] = [], words: [String] = [], ignoring signal: String? = nil,
    atHello: Bool = false
  ) throws {
    folder = try TemporaryFolder()
    let skipped = atHello ? "" : #"case $line in *'"call":"hello"'*) exit ;; esac;"#
    try folder.script("read -r line; \(skipped) echo $$ > asked; \(body)", as: "silent")
    let before = steps.map { "      - step: s\n        \($0)\n" }.joined()
    let suite = try folder.write(
      "suite: S\nscenarios:\n" + (steps.isEmpty ? "" : "  - scenario: b\n    steps:\n\(before)")
        + "  - scenario: a\n    steps:\n      - partner: {state: any}\n", to: "suite.yaml")
    let profile = try folder.write(
      "base-url: http://127.0.0.1:9\npartner: {command: [./silent]}\n", to: "profile.yaml")
    let recording = words.isEmpty ? [] : words + [folder.file("own.har")]
    let shell = signal.map { ["/bin/sh", "-c", "trap '' \($0); exec \"$@\"", "sh"] } ?? []
    // Started with no signal ignored, whatever this process ignores.
    process = try processes.start(
      ProgramCommand(
        shell + [
          InterruptionTests.program, "run", suite, "--target", profile, "--reports",
          folder.file("reports"), "--jobs", "1",
        ] + recording), environment: ["PATH": "/usr/bin:/bin"], lineLimitBytes: 1 << 20
    ) { _ in }
    try waitUntil { [folder] in folder.text(of: "asked").hasSuffix("\n") }
    child = try #require(folder.numbers(in: "asked").first)
    #expect(isRunning(child))
  }

  /// How it ended.
  func end() -> LineConversation.Reception {
    let end = ending(of: process)
    process.end()
    processes.wait()
    return end
  }

  /// What its report says.
  var isInterrupted: Bool? {
    get throws {
      let report = try JSONParser.document(Array(folder.text(of: "reports/report.json").utf8))
      return report.root["isInterrupted"]?.boolean
    }
  }
}

@Suite(.waits) struct MaxTimeTests {
  static let suite = """
    suite: Long
    scenarios:
      - scenario: Waits
        steps:
          - {step: Begin, request: {GET: "/begin"}, expect: {status: 200}}
          - {step: Pause, wait: 60s}
          - {step: Go on, request: {GET: "/late"}, expect: {status: 200}}
        finally:
          - {step: Clean up, request: {DELETE: "/rest"}, expect: {status: 200}}
      - scenario: Is under way
        steps: [{step: Ask, request: {GET: "/slow"}, expect: {status: 200}}]
      - scenario: Comes later
        steps: [{step: Ask, request: {GET: "/later"}, expect: {status: 200}}]
    """

  @Test func `writes the reports, and runs what is under finally`() throws {
    let paths = Mutex<[String]>([])
    let run = try CommandRun(
      suite: Self.suite, ["--jobs", "1", "--max-time", "300ms"], in: TemporaryFolder()
    ) { request in
      paths.withLock { $0.append(request.request.target) }
      if request.request.target == "/slow" { Thread.sleep(forTimeInterval: 0.6) }
      return HTTPResponse(status: 200)
    }
    run.expect(
      .interrupted,
      output: "interrupted by --max-time 300ms: 1 passed, 1 interrupted, 1 not reached")
    #expect(paths.withLock { $0 } == ["/begin", "/slow", "/rest"])
    #expect(
      run.verdicts == [
        "Waits": "interrupted", "Is under way": "passed", "Comes later": "not-reached",
      ])
    #expect(run.report["isInterrupted"]?.boolean == true)
    #expect(run.report["interruption"] == "--max-time 300ms")
    #expect(run.markdown.contains("# Interrupted by --max-time 300ms"))
  }

  @Test func `says nothing where the run is over before its time`() throws {
    let run = try CommandRun(suite: Sample.idle, ["--max-time", "1h"], in: TemporaryFolder())
    #expect(run.verdicts == ["A": "passed"] && run.status != .interrupted)
    #expect(run.report["isInterrupted"]?.boolean == false && run.report["interruption"] == nil)
  }

  @Test(arguments: ["5", "0s", "soon", "-1s", "1.5h"]) func `is a duration`(text: String) {
    CommandLine(["run", "--max-time=\(text)"]).expect(
      .invalidInput, errors: "error: --max-time is an integer and ms, s, m, h or d")
  }
}

@Suite(.waits) struct WaitTests {
  private static let hour = "wait: {until: \"${now + 1h}\"}"
  private static let get = "{step: Get, request: {GET: /x}, expect: {status: 200}}"

  /// Runs a scenario of some steps.
  private func run(
    _ steps: [String], _ rest: String = "", profile: String = "", programs: Bool = false
  ) throws -> CommandRun {
    let folder = try TemporaryFolder()
    if programs { try folder.writePrograms(misbehaving: "") }
    return try CommandRun(
      suite: """
        suite: Waiting
        fragments:
          - fragment: asks-the-framework
            steps:
              - partner: {permission: {prompting: false}}
                expect: {json: {accessStatus: granted}}
          - {fragment: asks-the-target, steps: [{use: deeper}]}
          - {fragment: deeper, steps: [\(Self.get)]}
          - fragment: asks-the-framework-once
            once: run
            steps: [{partner: {state: granted-signed-in}}]
          - {fragment: waits, steps: [{\(Self.hour)}]}
          - {fragment: waits-once, once: run, steps: [{\(Self.hour)}]}
        scenarios:
          - scenario: waits
            timeout: 5s
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
        \(steps.map { "      - \($0)" }.joined(separator: "\n"))
        \(rest)
        """, profile: programs ? "partner: {command: [./good]}\n" : profile, in: folder)
  }

  @Test(arguments: [[hour], [hour, "use: asks-the-framework"], ["use: waits", "user: sign-out"]])
  func `a wait takes no time where the target is not asked afterwards`(steps: [String]) throws {
    let run = try run(steps)
    #expect(run.verdicts == ["waits": "passed"])
    let nested = run.steps(of: "waits").flatMap { $0["steps"]?.array ?? [] }
    let notes =
      run.notes(of: "waits") + nested.flatMap { $0["notes"]?.array ?? [] }.compactMap(\.string)
    let note = try #require(notes.first)
    #expect(notes.count == 1)
    #expect(note.hasSuffix("which took no time: nothing is asked of the target afterwards"))
  }

  @Test(arguments: [
    ([hour, get], ""), ([hour], "    finally: [\(get)]"), ([hour, "use: asks-the-target"], ""),
    ([hour, "use: asks-the-framework-once"], ""), ([hour, "{user: {visit: /x}}"], ""),
    (["use: waits", "use: asks-the-target"], ""),
  ])
  func `a wait takes its time where the target is asked afterwards`(
    steps: [String], rest: String
  ) throws {
    let run = try run(
      steps, rest,
      profile: "facts: {login: redirects, redirect_url: \"https://example.com/\"}\n")
    #expect(
      run.problem(of: "waits").hasSuffix(
        "is longer than the time that the scenario has left; give it a longer 'timeout'"))
  }

  @Test func `a wait takes its time in a fragment that others share`() throws {
    let run = try run(["use: waits-once"])
    #expect(run.reason(of: "waits").hasPrefix("the preparation 'waits-once' ended in an error"))
    #expect(run.output.contains("is longer than the time"))
  }

  @Test func `a wait takes its time where a program is the framework, and says so`() throws {
    let long = try run([Self.hour], programs: true)
    #expect(long.problem(of: "waits").contains("is longer than the time"))
    let run = try run(["wait: 1ms"], programs: true)
    #expect(run.notes(of: "waits") == ["waited 1ms in real time"])
  }

  @Test func `a sign-in runs out while no time passes`() throws {
    let run = try CommandRun(
      suite: """
        suite: Waiting
        scenarios:
          - scenario: waits
            timeout: 5s
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision, expires: "${now + 1h}"}
              - partner: {permission: {prompting: true}}
              - partner: {metadata: {isInterruptionAllowed: false}}
                save: {expiry: $.authenticationExpirationDate}
                expect: {json: {authenticationExpirationDate: !timestamp {after: "now + 59m"}}}
              - wait: {until: "${expiry + 1m}"}
              - partner: {metadata: {isInterruptionAllowed: false}}
                expect: {json: !not [{authenticationExpirationDate: !timestamp {after: now}}]}
              - user: {sign-in: Spectrum}
              - partner: {metadata: {isInterruptionAllowed: false}}
                expect: {json: {authenticationExpirationDate: !timestamp {after: now}}}
        """, in: TemporaryFolder())
    #expect(run.verdicts == ["waits": "passed"] && run.notes(of: "waits").count == 1)
  }
}
