// SPDX-License-Identifier: Apache-2.0
// Profiles: files, mistakes and hostile numbers.

import Formats
import Foundation
import ReferenceService
import Suites
import TestSupport
import Testing
import Text

@testable import Command

struct ProfileMistakeTests {
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

  private let folder: TemporaryFolder
  private let suite = "\(CommandLine.suites)/apple-v2/e-logout.yaml"

  init() throws { folder = try TemporaryFolder() }

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

  @Test(arguments: [
    ([:], "is not set"), (["SSO_SOFTWARE_STATEMENT": ""], "is not set to anything"),
  ])
  func `a secret that the environment does not have ends the run`(
    environment: [String: String], end: String
  ) throws {
    let line = try line("run", Self.profile, environment: environment)
    #expect(line.status == .invalidInput && line.output.isEmpty)
    let message =
      "'software_statement' is empty: the environment variable SSO_SOFTWARE_STATEMENT \(end)"
    #expect(
      line.errors.replacing("\(folder.path)/", with: "")
        == "p.yaml:4:28: error: \(message)\nexport SSO_SOFTWARE_STATEMENT='…'\n")
  }

  /// What a mistake replaces, the words of the command line, and the messages.
  @Test(arguments: [
    ("mvpd: M1", "mvdp: M1", [] as [String], ["8:3: unknown fact 'mvdp', did you mean 'mvpd'?"]),
    (
      "  mvpd: M1\n", "", [],
      ["3:1: 'mvpd' is missing: the id of an integrated MVPD; for example, mvpd: My_MVPD"]
    ),
    (
      "resources: {permitted: [a], denied: [b]}", "resources: {permitted: []}", [],
      [
        "10:14: 'resources' is empty: the ids of resources, as the test user of `mvpd` may play them "
          + "or not; for example, resources: {permitted: [channel-1, channel-2], "
          + "denied: [channel-9]}"
      ]
    ),
    (
      "target: staging", "target: staging\ncookbooks: [apple-sso-rest-api-v1]", [],
      [
        "2:12: 'cookbooks' leaves nothing to judge by: it names apple-sso-rest-api-v1, and the "
          + "suites chosen are of apple-sso-rest-api-v2"
      ]
    ),
    (
      "basic_mvpd: M2", "basic_mvpd: M1", [],
      [
        "9:15: 'basic_mvpd' and 'mvpd' are the same, and have to differ: 'basic_mvpd' is the id of "
          + "another integrated MVPD, which is not on for any single sign-on"
      ]
    ),
    (
      "target: staging", "target: staging", ["--set", "mvdp=M1", "--set", "throttled=1"],
      [
        "--set mvdp: unknown fact 'mvdp', did you mean 'mvpd'?",
        "--set throttled: 'throttled' is a boolean, and this is an integer; write true or false",
      ]
    ),
    (
      "target: staging", "target: other\n---\ntarget: staging", [],
      ["3:1: a profile is a file with one YAML document, and this has 2"]
    ),
    (
      "mvpd: M1", "mvpd: [M1", [],
      ["9:3: a line inside brackets or quotes with too little indentation"]
    ),
    (
      "target: staging", "target: staging\nfacts: {}", [],
      ["4:1: the key 'facts' is already at 2:1; keep one of them"]
    ),
  ])
  func `each kind of mistake has its place, in a run and in a check`(
    part: String, other: String, words: [String], expected: [String]
  ) throws {
    let profile = Self.profile.replacing(part, with: other)
    for command in ["run", "check"] {
      let line = try line(command, profile, words)
      let found = messages(line).filter { !$0.hasPrefix("Nothing was sent") }.map {
        $0.replacing(#/^p\.yaml:([\d:]+) error: /#) { "\($0.output.1) " }
          .replacing(#/^error: /#, with: "")
      }
      #expect(line.status == .invalidInput, "\(command)")
      #expect(
        found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) },
        "\(command): \(found)")
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
    let line = CommandLine([
      "run", suite, "--target", "http://127.0.0.1:9", "--reports", folder.file("r"),
    ])
    #expect(line.status == .invalidInput && line.output.isEmpty)
    try Golden.check(line.errors, "bare-target.txt")
    #expect(folder.text(of: "r/report.json") == "")
  }

  @Test func `a check of a right profile finds nothing`() throws {
    let line = try line("check", Self.profile)
    #expect(line.status == .success && line.errors.isEmpty, "\(line.errors)")
  }

  @Test func `a check tells a state that the profile's framework does not know`() throws {
    let suite = try folder.write(
      Sample.idle.replacing("wait: 0s", with: "partner: {state: signed-in}"), to: "s.yaml")
    let line = try line("check", Self.profile, [suite])
    line.expect(.invalidInput, errors: "does not know the state 'signed-in'")
    #expect(line.errors.contains("s.yaml:3:"))
  }

  @Test func `a variable that is not set is the one mistake of a profile with its own framework`()
    throws
  {
    let suite = try folder.write(
      Sample.idle.replacing("wait: 0s", with: "partner: {state: signed-in}"), to: "s.yaml")
    let profile = "\(Self.profile)partner: {command: [./own]}\n"
    let messages = messages(try line("check", profile, [suite], environment: [:]))
    #expect(
      messages.count == 1 && messages.first?.contains("SSO_SOFTWARE_STATEMENT") == true,
      "\(messages)")
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
    for cookbook in ["a-2", "b-c"] {
      try folder.write(
        """
        suite: Of \(cookbook)
        cookbook: apple-sso-rest-api-v\(cookbook == "a-2" ? 2 : 1)
        scenarios:
          - scenario: Waits
            steps: [{partner: {state: denied}}, {partner: {permission: {prompting: false}}, expect: {json: {}}}]
        """, to: "s/\(cookbook).yaml")
    }
    let path = try folder.write(
      Self.profile.replacing(
        "target: staging", with: "target: staging\ncookbooks: [apple-sso-rest-api-v2]"),
      to: "p.yaml")
    let reports = "\(folder.path)/Reports"
    let line = CommandLine(
      ["run", folder.file("s"), "--target", path, "--reports", reports],
      environment: ["SSO_SOFTWARE_STATEMENT": "s"])
    let note =
      "not judged by apple-sso-rest-api-v1, which 'cookbooks' in the profile leaves out: 1 of its "
      + "scenarios did not run"
    #expect(line.output.contains(note), "\(line.output)\(line.errors)")
    for name in ["report.md", "report.html", "report.json", "junit.xml"] {
      let text = folder.text(of: "Reports/\(name)")
      #expect(text.contains("not judged by apple-sso-rest-api-v1"), "\(name)")
    }
  }
}

struct ProfileFileTests {
  static let suite = """
    suite: S
    scenarios:
      - {scenario: a, steps: [{step: Ask, request: {GET: /}, expect: {status: 200}}]}
    """

  @Test(arguments: [
    ("tls: {ca: absent.pem}", "'tls' in the profile: 'FOLDER/absent.pem' can't be read: no such"),
    ("tls: {ca: .}", "'tls' in the profile: 'FOLDER/.' is not a file that can be read"),
    ("tls: {ca: empty.pem}", "'tls' in the profile: 'FOLDER/empty.pem' has no certificates in PEM"),
    ("tls: {ca: text.pem}", "'tls' in the profile: 'FOLDER/text.pem' has no certificates in PEM"),
    ("tls: {certificate: text.pem}", "'tls' in the profile: 'FOLDER/text.pem' has no certificate"),
    ("tls: {key: absent.pem}", "'tls' in the profile: 'FOLDER/absent.pem' can't be read: no such"),
    ("user-agent: {command: [./absent]}", "'user-agent' in the profile: there is no program"),
    (
      "partner: {command: [./text.pem]}", "'partner' in the profile: './text.pem' is not executable"
    ),
  ])
  func `are named before anything is sent`(profile: String, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "empty.pem")
    try folder.write(
      "-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n",
      to: "text.pem")
    let run = try CommandRun(suite: Self.suite, profile: "\(profile)\n", in: folder)
    run.expect(.invalidInput, errors: "error: \(message.replacing("FOLDER", with: folder.path))")
    #expect(run.report == .null)
  }

  /// The suites of the run know nothing of the facts that others in the folder of the profile use.
  @Test func `may give the facts that are declared beside it`() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write(FactFile.declaring(texts: ["vip"]), to: "facts.yaml")
    let suite = try other.write(Self.suite, to: "suite.yaml")
    func list(_ fact: String) throws -> CommandLine {
      let profile = try folder.write("\(Sample.profile)facts: {\(fact): jane}\n", to: "p.yaml")
      return CommandLine(["list", suite, "--target", profile])
    }
    try list("vip").expect(.success)
    try list("vib").expect(.invalidInput, errors: "unknown fact 'vib', did you mean 'vip'?")
  }

  @Test(arguments: [
    ("a/b.yaml", "b.yaml", "b", "a"), ("b.yaml", "b.yaml", "b", "."),
    ("/b.yaml", "b.yaml", "b", "/"), ("/a/b", "b", "b", "/a"),
    (".hidden", ".hidden", ".hidden", "."), ("a.b/c.d.yaml", "c.d.yaml", "c.d", "a.b"),
    ("a/", "", "", "a"), ("a/b/", "", "", "a/b"),
  ])
  func `are found beside the profile`(path: String, name: String, stem: String, folder: String) {
    #expect(SuitePath.name(of: path) == name && ProfilePath.stem(of: path) == stem)
    #expect(SuitePath.folder(of: path) == folder && ProfilePath.resolved(path, in: nil) == path)
    #expect(ProfilePath.resolved(path, in: "x/y") == (path.hasPrefix("/") ? path : "x/y/\(path)"))
  }
}

struct HostileNumberTests {
  static let numbers = [
    "0", "-0", "-1", "1e308", "1e-300", "-1e308", "1e400", "0.00002", ".nan", ".inf", "nan",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e19",
    "99999999999999999999999999999999",
  ]

  private func status(_ suite: String, _ profile: String, _ words: [String] = []) throws
    -> Command.ExitStatus
  {
    try CommandRun(suite: suite, profile: profile, words, in: TemporaryFolder()).status
  }

  @Test(arguments: ["jobs", "shard"])
  func `an option takes it or says why not`(option: String) throws {
    for number in Self.numbers {
      for value in [number, "\(number)/\(number)", "1/\(number)", "\(number)/2"] {
        let status = try status(Sample.idle, "", ["--\(option)", value])
        #expect(
          [.invalidInput, .notConformant].contains(status), "--\(option) \(value): \(status)")
      }
    }
  }

  @Test(arguments: [
    "rate: {per-second: N}", "rate: {per-second: 1, burst: N}", "clock-tolerance: Ns",
    "clock-tolerance: N", "timeouts: {connect: Nms, response: Nd}", "timeouts: {step: Nh, run: Nm}",
  ])
  func `a profile takes it or says why not`(line: String) throws {
    for number in Self.numbers {
      let status = try status(Sample.idle, line.replacing("N", with: number))
      #expect([.invalidInput, .notConformant].contains(status), "\(line) \(number): \(status)")
    }
  }

  /// Steps with the number in a written key, and in a variable whose value comes late.
  @Test(arguments: [
    "{wait: Ns}", "{wait: {until: N}}", "{wait: \"${n}s\", timeout: 5s}",
    "{wait: {until: \"${n}\"}}", "{wait: 0s, timeout: Nd}", "{wait: 0s, timeout: \"${n}ms\"}",
    "{step: A, request: {GET: /a}, by: N}", "{step: A, request: {GET: /a}, by: \"${n} + 1d\"}",
    "{step: A, request: {GET: /a}, by: \"${n}\"}", "{step: A, request: {GET: /a}, burst: N}",
    "{step: A, request: {GET: /a}, retry: {while: {status: 200}, every: Nms, at-most: Ns}}",
    "{partner: {state: granted-signed-in, elapsed: N, expires: N, clockOffset: N}}",
    "{partner: {state: granted-signed-in, elapsed: \"${n}\", expires: \"${n}\"}}",
    "{step: A, request: {GET: /a}, expect: {status: N}}",
    "{step: A, request: {GET: /a}, expect: {json: !timestamp {after: N, before: now + Nd}}}",
  ])
  func `a step takes it or says why not`(step: String) throws {
    let rows = Self.numbers.map { "{n: '\($0)'}" }.joined(separator: ", ")
    for number in step.contains("N") ? ["-0", "1e-300", "9223372036854775807", "1e19"] : [""] {
      let status = try status(
        """
        suite: S
        scenarios:
          - scenario: It takes ${n}
            timeout: 1s
            cases: [\(rows)]
            steps: [\(step.replacing("N", with: number))]
        """, "timeouts: {connect: 1s}\n")
      #expect(
        [.success, .invalidInput, .notConformant, .noVerdict].contains(status),
        "\(step) \(number): \(status)")
    }
  }

  @Test func `a report with it is refused, or counted`() throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun(
      suite: Sample.idle, profile: "", ["--shard", "1/1", "--run-id", "7"], in: folder)
    let text = JSONWriter.text(run.report)
    let places = text.matches(of: /":(-?[0-9][0-9.]*)/).map(\.range)
    #expect(places.count > 30)
    for place in places {
      for number in ["-1", "1e308", "9223372036854775807", "1e19", "-9223372036854775808"] {
        let hostile = text[..<place.lowerBound] + "\":\(number)" + text[place.upperBound...]
        let path = try folder.write(String(hostile), to: "report.json")
        let merged = CommandLine(["report", "merge", path, "--reports", folder.file("merged")])
        #expect([.invalidInput, .notConformant].contains(merged.status), "\(merged.errors)")
      }
    }
  }
}
