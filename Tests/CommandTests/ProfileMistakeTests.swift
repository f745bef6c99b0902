// SPDX-License-Identifier: Apache-2.0
// What `run` and `check` say of a target profile with a mistake.

import Formats
import Foundation
import ReferenceService
import Suites
import TestSupport
import Testing
import Text

@testable import Command

@Suite struct ProfileMistakeTests {
  /// Nobody listens there: a run that sends something ends with another status.
  private static let profile = """
    target: staging
    base-url: http://127.0.0.1:9
    facts:
      software_statement: !env SSO_SOFTWARE_STATEMENT
      service_provider: SP
      domain: example.com
      redirect_url: https://example.com/back
      mvpd: M1
      basic_mvpd: M2
      resources: {permitted: [a], denied: [b]}

    """
  private static let logout = "Suites/apple-v2/e-logout.yaml"
  private static let hint =
    "Nothing was sent. Give a fact in the profile or with --set NAME=VALUE; 'sso-conformance init' "
    + "writes a profile to fill in.\n"

  private let folder: TemporaryFolder
  private let suite: String

  init() throws {
    folder = try TemporaryFolder()
    suite = CommandLine.repository.appending(path: Self.logout).path
  }

  private func line(
    _ command: String, _ profile: String, _ words: [String] = [],
    environment: [String: String] = ["SSO_SOFTWARE_STATEMENT": "s3cr3t"]
  ) throws -> CommandLine {
    let path = try folder.write(profile, to: "p.yaml")
    let reports = command == "run" ? ["--reports", "\(folder.path)/Reports"] : []
    return CommandLine(
      [command, suite, "--target", path] + reports + words, environment: environment)
  }

  private func messages(_ line: CommandLine) -> [String] {
    line.errors.replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init)
  }

  @Test(
    arguments: [
      (
        [:],
        "'software_statement' is empty: the environment variable SSO_SOFTWARE_STATEMENT is not set"
      ),
      (
        ["SSO_SOFTWARE_STATEMENT": ""],
        "'software_statement' is empty: the environment variable SSO_SOFTWARE_STATEMENT is not set to "
          + "anything"
      ),
    ] as [([String: String], String)])
  func `a secret that the environment does not have ends the run`(
    environment: [String: String], message: String
  ) throws {
    let line = try line("run", Self.profile, environment: environment)
    #expect(line.status == .invalidInput)
    #expect(line.output.isEmpty)
    #expect(
      line.errors.replacing("\(folder.path)/", with: "")
        == "p.yaml:4:28: error: \(message)\n\(Self.hint)")
  }

  @Test(arguments: [
    (
      "mvpd: M1", "mvdp: M1", [] as [String],
      ["p.yaml:8:3: error: unknown fact 'mvdp', did you mean 'mvpd'?"]
    ),
    (
      "mvpd: M1", "mvpd: 1", [],
      ["p.yaml:8:9: error: 'mvpd' is text, and this is an integer; quote it"]
    ),
    (
      "  mvpd: M1\n", "", [],
      [
        "p.yaml:3:1: error: 'mvpd' is missing: the id of an integrated MVPD that is on for Apple "
          + "single sign-on, with the status SUPPORTED; for example, mvpd: My_Apple_MVPD"
      ]
    ),
    (
      "resources: {permitted: [a], denied: [b]}", "resources: {permitted: []}", [],
      [
        "p.yaml:10:14: error: 'resources' is empty: the ids of resources, as the test user of `mvpd` "
          + "may play them or not; for example, resources: {permitted: [channel-1, channel-2], "
          + "denied: [channel-9]}"
      ]
    ),
    (
      "basic_mvpd: M2", "basic_mvpd: M2\n  preauthorize_limit: five", [],
      ["p.yaml:10:23: error: 'preauthorize_limit' is an integer, and this is text"]
    ),
    (
      "target: staging", "target: staging\ncookbooks: [apple-sso-rest-api-v3]", [],
      [
        "p.yaml:2:13: error: unknown cookbook 'apple-sso-rest-api-v3', did you mean "
          + "'apple-sso-rest-api-v1'?"
      ]
    ),
    (
      "target: staging", "target: staging\ncookbooks: [apple-sso-rest-api-v1]", [],
      [
        "p.yaml:2:12: error: 'cookbooks' leaves nothing to judge by: it names apple-sso-rest-api-v1, "
          + "and the suites chosen are of apple-sso-rest-api-v2"
      ]
    ),
    (
      "target: staging", "targt: staging", [],
      ["p.yaml:1:1: error: unknown key 'targt' in a target profile, did you mean 'target'?"]
    ),
    (
      "target: staging", "target: staging", ["--set", "mvdp=M1", "--set", "throttled=1"],
      [
        "error: --set mvdp: unknown fact 'mvdp', did you mean 'mvpd'?",
        "error: --set throttled: 'throttled' is a boolean, and this is an integer; write true or false",
      ]
    ),
    (
      "target: staging", "target: other\n---\ntarget: staging", [],
      ["p.yaml:3:1: error: a profile is a file with one YAML document, and this has 2"]
    ),
    (
      "mvpd: M1", "mvpd: [M1", [],
      ["p.yaml:9:3: error: a line inside brackets or quotes with too little indentation"]
    ),
    (
      "target: staging", "target: staging\nfacts: {}", [],
      ["p.yaml:4:1: error: the key 'facts' is already at 2:1; keep one of them"]
    ),
  ])
  func `each kind of mistake has its place, in a run and in a check`(
    part: String, other: String, words: [String], expected: [String]
  ) throws {
    let profile = Self.profile.replacing(part, with: other)
    for command in ["run", "check"] {
      let line = try line(command, profile, words)
      let messages = messages(line).filter { !$0.hasPrefix("Nothing was sent") }
      #expect(line.status == .invalidInput, "\(command)")
      #expect(
        messages.count == expected.count && zip(messages, expected).allSatisfy { $0.hasPrefix($1) },
        "\(command): \(messages)")
      #expect(!line.errors.contains("s3cr3t"))
    }
  }

  @Test func `many mistakes are told in at most 25 lines, those of the file first`() throws {
    let unknown = (0..<60).map { "  made_up_\($0): 1\n" }.joined()
    let line = try line("run", "base-url: http://127.0.0.1:9\nfacts:\n\(unknown)")
    let messages = messages(line)
    #expect(messages.count == 22)
    #expect(messages.first?.hasPrefix("p.yaml:3:3: error: unknown fact 'made_up_0'") == true)
    #expect(messages[20] == "… and 47 more mistakes")
  }

  @Test func `a URL alone lacks all essential facts`() throws {
    let line = CommandLine(["run", suite, "--target", "http://127.0.0.1:9"])
    #expect(line.status == .invalidInput)
    try Golden.check(line.errors, "bare-target.txt")
  }

  @Test func `a check of a right profile finds nothing`() throws {
    let line = try line("check", Self.profile)
    #expect(line.status == .success, "\(line.errors)")
    #expect(line.errors.isEmpty)
  }

  @Test func `a check tells a state that the profile's framework does not know`() throws {
    let suite = try folder.write(
      """
      suite: S
      scenarios:
        - scenario: A
          steps: [{partner: {state: signed-in}}]
      """, to: "s.yaml")
    let path = try folder.write(Self.profile, to: "p.yaml")
    let line = CommandLine(
      ["check", suite, "--target", path], environment: ["SSO_SOFTWARE_STATEMENT": "s"])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("s.yaml:4:"))
    #expect(line.errors.contains("does not know the state 'signed-in'"), "\(line.errors)")
  }

  @Test func `the facts of the reference service are declared, and of their types`() throws {
    let line = CommandLine(["check", "--target", "reference"])
    #expect(line.status == .success, "\(line.errors)")
    let service = ReferenceService(
      now: { Timestamp(milliseconds: 0) }, randomBytes: { [UInt8](repeating: 0, count: $0) })
    let names = Set(try FactManualTests.facts().names)
    #expect(service.facts.members.allSatisfy { names.contains($0.name) })
  }

  @Test func `a cookbook that the profile leaves out is noted in every report`() throws {
    let both = try ["a-2", "b-c"].map { cookbook in
      try folder.write(
        """
        suite: Of \(cookbook)
        cookbook: apple-sso-rest-api-v\(cookbook == "a-2" ? 2 : 1)
        scenarios:
          - scenario: Waits
            steps: [{partner: {state: denied}}, {partner: {permission: {prompting: false}}, expect: {json: {}}}]
        """, to: "\(cookbook).yaml")
    }
    let path = try folder.write(
      Self.profile.replacing(
        "target: staging", with: "target: staging\ncookbooks: [apple-sso-rest-api-v2]"),
      to: "p.yaml")
    let reports = "\(folder.path)/Reports"
    let line = CommandLine(
      ["run"] + both + ["--target", path, "--reports", reports],
      environment: ["SSO_SOFTWARE_STATEMENT": "s"])
    let note =
      "not judged by apple-sso-rest-api-v1, which 'cookbooks' in the profile leaves out: 1 scenario "
      + "of it did not run"
    #expect(line.output.contains(note), "\(line.output)\(line.errors)")
    for name in ["report.md", "report.html", "report.json", "junit.xml"] {
      let text = try String(decoding: folder.bytes("Reports/\(name)"), as: UTF8.self)
        .replacing("&apos;", with: "'").replacing("&#39;", with: "'")
      #expect(text.contains("not judged by apple-sso-rest-api-v1"), "\(name)")
    }
  }
}
