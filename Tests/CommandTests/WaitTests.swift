// SPDX-License-Identifier: Apache-2.0
// Waiting: no time where only an emulated framework could tell, real time otherwise.

import Formats
import TestSupport
import Testing

@testable import Command

@Suite(.waits) struct WaitTests {
  private func run(
    _ steps: String, _ rest: String = "", profile: String = "", in folder: ProgramFolder
  ) throws -> CommandRun {
    try CommandRun(
      suite: """
        suite: Waiting
        fragments:
          - fragment: asks-the-framework
            steps:
              - partner: {permission: {prompting: false}}
                expect: {json: {accessStatus: granted}}
          - fragment: asks-the-target
            steps:
              - use: deeper
          - fragment: deeper
            steps:
              - step: Get
                request: {GET: /x}
                expect: {status: 200}
          - fragment: asks-the-framework-once
            once: run
            steps:
              - partner: {state: granted-signed-in}
          - fragment: waits
            steps:
              - wait: {until: "${now + 1h}"}
          - fragment: waits-once
            once: run
            steps:
              - wait: {until: "${now + 1h}"}
        scenarios:
          - scenario: waits
            timeout: 5s
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
        \(steps)
        \(rest)
        """, profile: profile, in: folder)
  }

  @Test(arguments: [
    "      - wait: {until: \"${now + 1h}\"}",
    "      - wait: {until: \"${now + 1h}\"}\n      - use: asks-the-framework",
    "      - use: waits\n      - user: sign-out",
  ])
  func `a wait takes no time where the target is not asked afterwards`(steps: String) throws {
    let folder = try ProgramFolder()
    let run = try run(steps, in: folder)
    #expect(run.verdicts == ["waits": "passed"])
    let nested = run.steps(of: "waits").flatMap { $0["steps"]?.array ?? [] }
    let notes =
      run.notes(of: "waits")
      + nested.flatMap { $0["notes"]?.array ?? [] }
      .compactMap(\.string)
    let note = try #require(notes.first)
    #expect(notes.count == 1)
    #expect(
      note.hasSuffix("which took no time: nothing is asked of the target afterwards"))
  }

  @Test(arguments: [
    (
      "      - wait: {until: \"${now + 1h}\"}\n      - {step: Get, request: {GET: /x}, expect: {status: 200}}",
      ""
    ),
    (
      "      - wait: {until: \"${now + 1h}\"}",
      "    finally: [{step: Get, request: {GET: /x}, expect: {status: 200}}]"
    ),
    ("      - wait: {until: \"${now + 1h}\"}\n      - use: asks-the-target", ""),
    ("      - wait: {until: \"${now + 1h}\"}\n      - use: asks-the-framework-once", ""),
    ("      - wait: {until: \"${now + 1h}\"}\n      - {user: {visit: /x}}", ""),
    ("      - use: waits\n      - use: asks-the-target", ""),
  ])
  func `a wait takes its time where the target is asked afterwards`(
    steps: String, rest: String
  ) throws {
    let folder = try ProgramFolder()
    let run = try run(
      steps, rest,
      profile: "facts: {login: redirects, redirect_url: \"https://example.com/\"}\n", in: folder)
    #expect(
      run.problem(of: "waits").hasSuffix(
        "is longer than the time that the scenario has left; give it a longer 'timeout'")
    )
  }

  @Test func `a wait takes its time in a fragment that others share`() throws {
    let folder = try ProgramFolder()
    let run = try run("      - use: waits-once", in: folder)
    #expect(run.reason(of: "waits").hasPrefix("the shared fragment 'waits-once' ended in an error"))
    #expect(run.output.contains("is longer than the time"))
  }

  @Test func `a wait takes its time where a program is the framework`() throws {
    let folder = try ProgramFolder()
    try folder.writePrograms(misbehaving: "")
    let run = try run(
      "      - wait: {until: \"${now + 1h}\"}", profile: "partner: {command: [./good]}\n",
      in: folder)
    #expect(run.problem(of: "waits").contains("is longer than the time"))
  }

  @Test func `a wait in real time says so`() throws {
    let folder = try ProgramFolder()
    try folder.writePrograms(misbehaving: "")
    let run = try run(
      "      - wait: 1ms", profile: "partner: {command: [./good]}\n", in: folder)
    #expect(run.notes(of: "waits") == ["waited 1ms in real time"])
  }

  @Test func `a sign-in runs out while no time passes`() throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: """
        suite: Waiting
        scenarios:
          - scenario: waits
            timeout: 5s
            steps:
              - partner:
                  state: granted-signed-in
                  provider: Cablevision
                  expires: "${now + 1h}"
              - partner: {metadata: {isInterruptionAllowed: false}}
                save: {expiry: $.authenticationExpirationDate}
                expect: {json: {authenticationExpirationDate: !timestamp {after: "now + 59m"}}}
              - wait: {until: "${expiry + 1m}"}
              - partner: {metadata: {isInterruptionAllowed: false}}
                expect: {json: !not [{authenticationExpirationDate: !timestamp {after: now}}]}
              - user: {sign-in: Spectrum}
              - partner: {metadata: {isInterruptionAllowed: false}}
                expect: {json: {authenticationExpirationDate: !timestamp {after: now}}}
        """, profile: "", in: folder)
    #expect(run.verdicts == ["waits": "passed"])
    #expect(run.notes(of: "waits").count == 1)
  }
}
