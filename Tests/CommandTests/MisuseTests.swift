// SPDX-License-Identifier: Apache-2.0
// A suite that breaks a rule of the cookbook for applications is told which.

import Formats
import TestSupport
import Testing

@testable import Command

@Suite struct MisuseTests {
  /// The facts that are essential for the cookbook.
  private static let facts = """
    facts:
      {software_statement: s, service_provider: s, domain: d, redirect_url: r, mvpd: m, basic_mvpd: b,
      resources: {permitted: [a]}}
    """

  private static let token = "verificationToken: abc, attributeNames: [userID]"

  @Test(arguments: [
    ("metadata: {}", ["V2-B1-04", "V2-C3-04", "V2-D1-05", "V2-D5-05"]),
    ("metadata: {isInterruptionAllowed: false, channelIdentifier: channel}", ["V2-B1-08"]),
    ("metadata: {isInterruptionAllowed: true, channelIdentifier: channel}", ["V2-C3-08"]),
    ("authenticate: {\(token)}", ["V2-C10-04"]),
    ("authenticate: {\(token), isInterruptionAllowed: true, channelIdentifier: c}", ["V2-C10-11"]),
    ("authenticate: {verificationToken: abc, isInterruptionAllowed: true}", ["V2-C10-10"]),
    (
      "authenticate: {verificationToken: abc, attributeNames: [], isInterruptionAllowed: true}",
      ["V2-C10-10"]
    ),
    (
      "authenticate: {verificationToken: '', attributeNames: [a], isInterruptionAllowed: true}",
      ["V2-C10-06", "V2-C10-09"]
    ),
    (
      "authenticate: {attributeNames: [a], isInterruptionAllowed: true}",
      ["V2-C10-06", "V2-C10-09"]
    ),
  ])
  func `an application's mistake is an error that names the requirement`(
    call: String, requirements: [String]
  ) throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: """
        suite: A mistake
        scenarios:
          - scenario: calls
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
              - partner: {\(call)}
                expect: {json: {}}
        """, profile: "", in: folder)
    #expect(run.verdicts == ["calls": "error"])
    #expect(run.problem(of: "calls").hasSuffix("(\(requirements.joined(separator: ", ")))"))
    let problem = run.scenarios.first?["problem"]
    #expect(problem?["kind"]?.string == "suite")
    #expect(problem?["at"]?.string?.hasSuffix("suite.yaml:6:9") == true)
  }

  @Test func `a mistake in a suite about V1 names what its own cookbook demands`() throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: """
        suite: A mistake
        cookbook: apple-sso-rest-api-v1
        scenarios:
          - scenario: metadata
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
              - partner: {metadata: {isInterruptionAllowed: false, channelIdentifier: channel}}
                expect: {json: {}}
          - scenario: authenticate
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
              - partner: {authenticate: {\(Self.token)}}
                expect: {json: {}}
        """, profile: Self.facts, in: folder)
    #expect(run.problem(of: "metadata").hasSuffix("(V1-02-07)"))
    #expect(run.problem(of: "authenticate").hasSuffix("(V1-07-10)"))
  }

  @Test func `a call before there is a state is an error of the suite`() throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: """
        suite: A mistake
        scenarios:
          - scenario: calls
            steps:
              - partner: {permission: {prompting: true}}
                expect: {json: {}}
        """, profile: "", in: folder)
    #expect(run.status == .invalidInput)
    #expect(run.errors.contains("suite.yaml:5:"))
  }
}
