// SPDX-License-Identifier: Apache-2.0
// A program as the user agent of a visit.

import TestSupport
import Testing

@testable import Command

@Suite(.waits) struct UserAgentTests {
  private func run(_ body: String, in folder: ProgramFolder) throws -> CommandRun {
    try folder.script("echo $$ >> pids\n\(body)", as: "agent")
    return try CommandRun(
      suite: """
        suite: A visit
        scenarios:
          - scenario: visits
            steps:
              - user: {visit: /authenticate?code=1}
                timeout: 1s
                expect: {json: {reached: "https://example.com/back?ok=1"}}
        """,
      profile: """
        user-agent: {command: [./agent]}
        facts: {login: program, redirect_url: "https://example.com/back"}
        """, in: folder)
  }

  @Test func `a program is told where to go and says where it ended`() throws {
    let folder = try ProgramFolder()
    let run = try run(
      #"""
      read -r line; printf '%s\n' "$line" > asked
      echo '{"reached": "https://example.com/back?ok=1"}'
      exec sleep 60
      """#, in: folder)
    #expect(run.verdicts == ["visits": "passed"])
    #expect(
      folder.text(of: "asked") == """
        {"url":"http://127.0.0.1:9/authenticate?code=1","redirectUrl":"https://example.com/back"}

        """)
    #expect(staying(folder.numbers(in: "pids")) == [])
  }

  @Test(arguments: [
    (
      #"read -r line; echo '{"error": "no such user"}'"#,
      "the user agent did not come back: no such user"
    ),
    (
      #"read -r line; echo '{"reached": "https://elsewhere.example/"}'"#,
      "the program './agent' reached another URL than the fact 'redirect_url' says"
    ),
    ("exit 3", "the user agent program ended with status 3"),
    ("exec sleep 60", "the user agent program did not answer in time"),
    (
      "read -r line; echo hello",
      "the user agent program answered with a line of 5 bytes that is not JSON"
    ),
  ])
  func `a step says what the program did instead`(body: String, message: String) throws {
    let folder = try ProgramFolder()
    let run = try run(body, in: folder)
    #expect(run.problem(of: "visits").hasPrefix(message))
    #expect(staying(folder.numbers(in: "pids")) == [])
  }
}
