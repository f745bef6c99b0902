// SPDX-License-Identifier: Apache-2.0
// `partner`, the words that a framework knows, calls that misuse it, recordings of its answers.

import Audit
import Formats
import Foundation
import HTTP
import Partner
import Synchronization
import TestSupport
import Testing

@testable import Command

struct PartnerTests {
  @Test func `lists the states as reviewed`() throws {
    try Golden.check(CommandLine(["partner"]).output, "partner.txt")
  }

  @Test func `lists those of one emulator`() {
    let line = CommandLine(["partner", "--emulator", "apple"])
    #expect(line.output.hasPrefix("apple: ") && line.status == .success)
  }

  @Test(arguments: FrameworkRegistry.shipped.emulators[0].states.map(\.name))
  func `shows what each call answers in a state`(state: String) {
    let line = CommandLine(["partner", "show", state])
    #expect(line.status == .success)
    for call in ["permission: {", "metadata: {", "authenticate: {"] {
      #expect(line.output.components(separatedBy: "\n\(call)").count > 2, "\(call)")
    }
    #expect(line.output.contains("AP-Partner-Framework-Status: "))
  }

  @Test func `shows a state as reviewed where no clock is told`() throws {
    try Golden.check(CommandLine(["partner", "show", "denied"]).output, "partner-denied.txt")
  }

  @Test func `shows what differs once something has happened`() {
    let text = CommandLine(["partner", "show", "not-determined-then-granted"]).output
    #expect(text.contains("\nOnce permission was called with {\"prompting\":true}:\n"))
  }
}

struct PartnerVocabularyTests {
  private static let suite = """
    suite: Misspelt
    fragments:
      - fragment: open
        takes: {state: granted-signed-in}
        steps:
          - {step: Open, partner: {state: "${state}"}}
      - fragment: outer
        takes: {state: granted-signed-in}
        steps:
          - {step: Open it, use: open, with: {state: "${state}"}}
    scenarios:
      - scenario: A
        steps:
          - {step: Open, partner: {state: granted-signd-in, provder: X}}
          - {step: Open through fragments, use: outer, with: {state: deneid}}

    """

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(Self.suite, to: "misspelt.yaml")
  }

  private func mistakes(_ refusal: String) -> String {
    """
    \(path):14:39: error: \(refusal) the state 'granted-signd-in', did you mean \
    'granted-signed-in'?
     14 |       - {step: Open, partner: {state: granted-signd-in, provder: X}}
        |                                       ^^^^^^^^^^^^^^^^
    \(path):14:57: error: \(refusal) the option 'provder', did you mean 'provider'?
     14 |       - {step: Open, partner: {state: granted-signd-in, provder: X}}
        |                                                         ^^^^^^^
    \(path):15:66: error: \(refusal) the state 'deneid', did you mean 'denied'?
     15 |       - {step: Open through fragments, use: outer, with: {state: deneid}}
        |                                                                  ^^^^^^

    """
  }

  @Test(arguments: ["check", "list"])
  func `check and list find unknown states and options, in fragments too`(command: String) {
    let line = CommandLine([command, path])
    #expect(line.errors == mistakes("no shipped emulator knows"))
    #expect(
      line.output == (command == "check" ? "1 suite, 1 scenario: 3 errors, 0 warnings\n" : ""))
    #expect(line.status == .invalidInput)
  }

  @Test func `run sends nothing`() throws {
    let count = Mutex(0)
    let server = HTTPServer { _ in
      count.withLock { $0 += 1 }
      return HTTPResponse(status: 200)
    }
    let port = try server.start()
    defer { server.stop() }
    let line = CommandLine(["run", path, "--target", "http://127.0.0.1:\(port)"])
    let mistakes = mistakes("the framework 'apple (emulated)' does not know")
    #expect(line.errors == "\(mistakes)\nNothing was sent: the suites have mistakes.\n")
    #expect(line.output.isEmpty && line.status == .invalidInput)
    #expect(count.withLock { $0 } == 0)
  }

  @Test func `checks against the framework that is chosen`() throws {
    let small = try folder.write(
      """
      suite: Small
      scenarios:
        - scenario: A
          platform: box
          steps:
            - {step: Open, partner: {state: signed-in, provider: X}}
        - scenario: B
          platform: tvOS
          steps:
            - {step: Open, partner: {state: denied}}

      """, to: "small.yaml")
    let apple = CommandLine(["check", small, "--partner", "emulator:apple"])
    apple.expect(
      .invalidInput,
      errors: "6:39: error: the framework 'apple (emulated)' does not know the state")
    CommandLine(["check", path, "--partner", "command:./no-farm"]).expect(.invalidInput)
    let box = try folder.write(
      #"""
      #!/bin/sh
      read -r line
      echo '{"id":1,"result":{"platforms":{"box":{}},"states":["signed-in"],"calls":{},"options":{"provider":"text"}}}'

      """#, to: "box.sh")
    CommandLine(
      ["check", small, "--partner", "command:sh \(box)"], environment: ["PATH": "/usr/bin:/bin"]
    ).expect(
      .invalidInput,
      errors:
        "8:15: error: the framework 'program sh' does not know the platform 'tvOS'; known are box")
    // What nobody has declared is one mistake, and not as many as there are words.
    let dead = CommandLine(
      ["check", small, "--partner", "command:sh -c 'exit 3'"],
      environment: ["PATH": "/usr/bin:/bin"])
    dead.expect(
      .invalidInput, output: "1 suite, 2 scenarios: 1 error, 0 warnings\n",
      errors: "1:8: error: the words of the framework are not known: the program 'sh' ")
  }

  /// A folder of one's own: only its suites are read, and one mistake in its catalogue is one.
  @Test(arguments: [
    ("must", "box", "1 suite, 1 scenario: 0 errors, 0 warnings\n"),
    ("MUST", "box", "1 suite, 1 scenario: 1 error, 0 warnings\n"),
    ("must", "roku", "1 suite, 1 scenario: 1 error, 0 warnings\n"),
  ])
  func `checks a cookbook of one's own`(level: String, name: String, summary: String) throws {
    try folder.write(
      """
      {"cookbook": "\(name)", "revision": "1", "partner": "box", "phases": [{"id": "A", "title": "a",
        "steps": [{"title": "s", "requirements": [{"id": "B-1", "level": "\(level)",
          "subject": "service", "text": "😀", "shownBy": ["service"]}]}]}]}
      """.replacing("😀", with: #"\ud83d\ude00"#), to: "own/cookbooks/box.json")
    try folder.write(
      """
      suite: Box
      cookbook: box
      scenarios:
        - scenario: A
          steps: [{partner: {state: linked}}, {partner: {call: getToken}}, {user: unlink}]
      """, to: "own/a.yaml")
    let profile = try folder.write("base-url: http://127.0.0.1:9\n", to: "own/profile.yaml")
    let line = CommandLine(["check", "\(folder.path)/own"])
    #expect(line.output == summary, "\(line.errors)")
    if name == "roku" {
      #expect(
        line.errors.contains("the cookbook 'roku' stands in a file of another name, 'box'"))
    }
    CommandLine(["check", profile]).expect(.invalidInput, errors: "this is a target profile")
    let written = CommandLine(["init", "-", "--for", "\(folder.path)/own"])
    let isRight = summary.contains("0 errors")
    #expect(written.output.contains("\npartners: {box: {command: [./box]}}\n") == isRight)
  }
}

struct RecordingTests {
  static let suites = ["c-4-partner-profile", "c-1-partner-authentication"].map {
    "\(CommandLine.suites)/apple-v2/\($0).yaml"
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a recorded run, replayed, gives the same verdicts`() throws {
    let recording = folder.file("partner.json")
    let recorded = try CommandRun(Self.suites + ["--record-partner", recording], in: folder)
    let replayed = try CommandRun(Self.suites + ["--partner", "replay:\(recording)"], in: folder)
    #expect(recorded.verdicts.count > 10)
    #expect(replayed.verdicts == recorded.verdicts && replayed.status == recorded.status)
    #expect(replayed.report["target"]?["framework"]?.string == "recording \(recording)")
    // In place of a response stands what a replay makes another one of.
    #expect(!folder.text(of: "partner.json").contains(#""samlAttributeQueryResponse": "<"#))
    #expect(folder.text(of: "partner.json").contains(#""secret": "document""#))
    #expect(folder.text(of: "partner.json").contains(#"IssueInstant=\"{{"#))
    #expect(!recorded.markdown.contains("holds secrets"))
  }

  /// Two frameworks by one program, each with its own words and its own recording.
  @Test func `several frameworks have a recording each, which replays`() throws {
    try folder.script(
      #"""
      while read -r line; do
        id=${line#*\"id\":}; id=${id%%,*}
        case $line in
          *'"call":"close"'*) continue ;;
          *hello*) result='{"calls":{"'$1'":{"answer":{"name":"text"}}},"values":{"'$1'":{"header":"X-Token","secret":true,"decode":"jws"}}}' ;;
          *'"call":"status"'*) result='"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIiwiZXhwIjo1fQ.c2lnbmVk"' ;;
          *) result='{"name":"'$1'"}' ;;
        esac
        printf '{"id":%s,"result":%s}\n' "$id" "$result"
      done
      """#, as: "farm")
    func run(_ one: String, _ two: String, _ words: [String] = []) throws -> CommandRun {
      try CommandRun(
        suite: """
          suite: Two
          scenarios:
            - scenario: a
              devices: {one: {partner: one}, two: {partner: two}}
              steps:
                - {device: one, partner: {state: any}}
                - {device: two, partner: {state: any}}
                - {device: two, partner: {call: second}, expect: {json: {name: second}}}
                - {device: one, partner: {call: first}, expect: {json: {name: first}}}
                - step: Send
                  device: one
                  request: {GET: /, headers: {X-Token: "${device.first}"}}
                  expect: {status: 200}
          """, profile: "partners: {one: \(one), two: \(two)}\n", words, in: folder)
    }
    let recorded = try run(
      "{command: [./farm, first]}", "{command: [./farm, second]}",
      ["--record-partner", folder.file("partner.json")])
    func verdicts(_ run: CommandRun) -> [String] {
      run.steps(of: "a").compactMap { $0["verdict"]?.string }
    }
    // Nobody answers the request, and the report says what the token was good for.
    let expected = ["passed", "passed", "passed", "passed", "error"]
    #expect(verdicts(recorded) == expected, "\(recorded.errors) \(recorded.output)")
    #expect(
      recorded.notes(of: "a").first
        == #"X-Token says {"header":{"alg":"HS256"},"claims":{"sub":"‹masked›","exp":5}}"#)
    for (name, other) in [("one", "second"), ("two", "first")] {
      let text = folder.text(of: "partner.\(name).json")
      #expect(!text.isEmpty && !text.contains(other) && !text.contains("jane"), "\(text)")
      #expect(recorded.output.contains("partner.\(name).json\n"))
      #expect(folder.permissions(of: "partner.\(name).json") == 0o600)
    }
    let replayed = try run("{replay: partner.one.json}", "{replay: partner.two.json}")
    #expect(verdicts(replayed) == expected, "\(replayed.errors)")
    // The command line overrides all of them: this program does not know the call of the other.
    let chosen = try run(
      "{replay: partner.one.json}", "{replay: partner.two.json}",
      ["--partner", "command:'\(folder.file("farm"))' first"])
    chosen.expect(.invalidInput, errors: "does not know the call 'second'")
  }

  @Test func `a recording that keeps secrets is warned of in every report`() throws {
    let recording = folder.file("partner.json")
    let run = try CommandRun(
      [Self.suites[0], "--record-partner", recording, "--record-secrets"], in: folder)
    #expect(folder.text(of: "partner.json").contains("samlAttributeQueryResponse"))
    #expect(folder.permissions(of: "partner.json") == 0o600)
    let warning = "holds secrets in the clear (--record-secrets)"
    #expect(run.markdown.contains(warning) && run.junit.contains(warning))
    #expect(run.report["remarks"]?.array?.contains { $0.string?.contains(warning) == true } == true)
    #expect(run.output.contains(warning))
  }

  @Test func `a recording of traffic has each request, with secrets, for its owner`() throws {
    let path = folder.file("traffic.har")
    let run = try CommandRun([Self.suites[0], "--record-har", path], in: folder)
    #expect(folder.permissions(of: "traffic.har") == 0o600)
    #expect(run.output.contains("Recording of the traffic, with secrets: \(path)\n"))
    #expect(run.markdown.contains("holds secrets in the clear (--record-har)"))
    let exchanges = try Self.exchanges(in: folder)
    #expect(run.report["totals"]?["requests"] == .integer(exchanges.count))
    #expect(exchanges.map(\.startedAt) == exchanges.map(\.startedAt).sorted())
    // Tokens are as they came: the one that was answered is the one that is sent.
    let tokens = exchanges.compactMap { exchange -> String? in
      guard case .bytes(let body)? = exchange.response?.body else { return nil }
      return (try? JSONParser.document(body))?.root["access_token"]?.string
    }
    let sent = exchanges.compactMap { $0.request.headers?["Authorization"] }
    #expect(!tokens.isEmpty)
    #expect(tokens.contains { sent.contains("Bearer \($0)") })
    #expect(folder.text(of: "traffic.har").contains(#""_suite":""#))
  }

  private static func exchanges(in folder: TemporaryFolder) throws -> [RecordedExchange] {
    let file = RecordingFile(name: "traffic.har", Array(folder.text(of: "traffic.har").utf8))
    var exchanges: [RecordedExchange] = []
    try HARRecordings([file]).read({ _, _ in true }) {
      if case .exchange(let exchange) = $0 { exchanges.append(exchange) }
    }
    return exchanges
  }

  /// Where it is to be, the service of the test has made a folder by then.
  @Test(arguments: ["--record-partner", "--record-har"])
  func `a run whose recording can't be written has its reports, and ends with 4`(
    option: String
  ) throws {
    let path = folder.file("recording")
    let run = try CommandRun(
      suite: "suite: S\nscenarios:\n  - scenario: a\n    steps:\n"
        + "      - {step: A, request: {GET: /}, expect: {status: 200}}\n", [option, path],
      in: folder
    ) { [path] _ in
      mkdir(path, 0o700)
      return HTTPResponse(status: 200)
    }
    #expect(run.status == .notWritten)
    #expect(run.errors == "error: not written: \(path): it can't be written: is a directory\n")
    #expect(run.verdicts == ["a": "passed"] && !run.output.contains("Recording of "))
  }

  /// Sign-ins, profiles and logouts of both cookbooks.
  @Test func `the traffic of the harness's own walks passes its audit`() throws {
    let path = folder.file("own.har")
    let legacy = "\(CommandLine.suites)/apple-v1/c-2-logout-on-ios.yaml"
    let run = try CommandRun([Self.suites[0], legacy, "--record-har", path], in: folder)
    #expect(run.status == .success, "\(run.errors)")
    let audit = CommandLine([
      "audit", path, "--reports", folder.file("audit"), "--format", "json", "--redact",
      folder.file("copies"),
    ])
    #expect(audit.status == .success, "\(audit.output)")
    #expect(audit.errors.contains("that break the cookbook on purpose left out"))
    let passed = try Set(
      (audit.json["requirements"]?.array ?? []).filter { $0["verdict"] == "passed" }
        .compactMap { $0["id"]?.string })
    #expect(
      passed.isSuperset(of: ["V2-C12-02", "API-HDR-PFS-01", "V1-LO-10"]), "\(passed.sorted())")
    let copy = CommandLine([
      "audit", folder.file("copies/own.har"), "--reports", folder.file("again"), "--format", "json",
    ])
    func verdicts(_ line: CommandLine) throws -> [String] {
      try line.json["requirements"]?.array?.map {
        "\($0["id"]?.string ?? "") \($0["verdict"]?.string ?? "")"
      } ?? []
    }
    #expect(copy.status == .success)
    #expect(try verdicts(copy) == verdicts(audit))
  }

  @Test func `a recording of the traffic marks what breaks the cookbook on purpose`() throws {
    let suite = try folder.write(
      """
      suite: S
      cookbook: apple-sso-rest-api-v2
      scenarios:
        - scenario: a
          steps:
            - step: right
              request: {GET: /right}
            - step: wrong
              hostile: true
              request: {GET: /wrong}
      """, to: "suite.yaml")
    let run = try CommandRun([suite, "--record-har", folder.file("traffic.har")], in: folder)
    #expect(run.verdicts == ["a": "passed"])
    let marks = try Self.exchanges(in: folder).compactMap { exchange in
      ["/right", "/wrong"].first { exchange.request.url.hasSuffix($0) }.map {
        "\($0) \(exchange.isDeliberate)"
      }
    }
    #expect(marks == ["/right false", "/wrong true"])
  }

  @Test func `a replay and a profile's programs are relative to the profile`() throws {
    try folder.write(
      #"{"partnerRecording": 1, "sessions": [{"answers": [{"call": "permission", "result": {"accessStatus": "denied"}}]}]}"#,
      to: "device.json")
    let run = try CommandRun(
      suite: """
        suite: S
        scenarios:
          - scenario: a
            steps:
              - partner: {state: any}
              - partner: {permission: {prompting: false}}
                expect: {json: {accessStatus: denied}}
        """, profile: "partner: {replay: device.json}\n", in: folder)
    #expect(run.verdicts == ["a": "passed"])
  }

  @Test(arguments: [
    (["--partner", "replay:no-such.json"], "the partner's recording 'no-such.json': there is no"),
    (["--partner", "emulator:appel"], "did you mean 'apple'?"),
    (["--partner", "emulator:apple", "--partner", "command:cat"], "--partner is given twice"),
    (["--partner", "command:'cat"], "--partner: a quote ' is not closed in ''cat'"),
    (["--partner", "command: "], "--partner: no program is named in ' '"),
    (
      ["--partner", "command:no-such-program -x"],
      "error: --partner: there is no program 'no-such-program' in the folders of PATH"
    ), (["--partner", "command:/"], "--partner: '/' is a folder, not a program"),
    (["--partner", "command:/dev/null"], "--partner: '/dev/null' is not executable"),
    (["--partner", "command:''"], "--partner: no program is named"),
    (["--record-secrets"], "--record-partner FILE is missing"),
    (["--record-partner", "/dev/null/x.json"], "--record-partner '/dev/null/x.json': "),
    (["--record-har", "/dev/null/x.har"], "--record-har '/dev/null/x.har': "),
    (["--record-har", "/"], "--record-har '/': it is a folder, and has to be a file"),
    (["--record-partner", "/"], "--record-partner '/': it is a folder, and has to be a file"),
  ])
  func `says first what is wrong with a command line`(words: [String], message: String) throws {
    let run = try CommandRun([Self.suites[0]] + words, in: folder)
    run.expect(.invalidInput, errors: message)
  }
}

struct MisuseTests {
  /// The facts that are essential for the cookbook.
  private static let facts = """
    facts:
      {software_statement: s, service_provider: s, domain: d, redirect_url: r, mvpd: m, basic_mvpd: b,
      resources: {permitted: [a]}}
    """

  @Test func `an application's mistake names the requirement`() throws {
    let emptyToken = "verificationToken: '', attributeNames: [a], isInterruptionAllowed: true"
    let run = try Self.run(["partner: {authenticate: {\(emptyToken)}}"])
    #expect(run.verdicts == ["S0": "error"])
    #expect(run.problem(of: "S0").contains("(V2-C10-06, V2-C10-09); "))
    let problem = run.scenarios.first?["problem"]
    #expect(problem?["kind"]?.string == "suite")
    #expect(problem?["at"]?.string?.hasSuffix("suite.yaml:7:9") == true)
  }

  /// Runs scenarios that each make one call in a state.
  private static func run(
    _ calls: [String], _ head: String = "", profile: String = "",
    opening: [String] = [
      "partner: {state: granted-signed-in, provider: Cablevision}",
      "partner: {permission: {prompting: true}}",
    ]
  ) throws -> CommandRun {
    let scenarios = calls.enumerated().map { number, call in
      "  - scenario: S\(number)\n    steps:\n"
        + (opening + [call]).map { "      - \($0)\n" }.joined() + "        expect: {json: {}}\n"
    }
    return try CommandRun(
      suite: "suite: A mistake\n\(head)scenarios:\n\(scenarios.joined())", profile: profile,
      in: TemporaryFolder())
  }

  @Test func `a mistake in a suite about V1 names what its own cookbook demands`() throws {
    let run = try Self.run(
      [
        "partner: {metadata: {isInterruptionAllowed: false, channelIdentifier: channel}}",
        "partner: {authenticate: {verificationToken: abc, attributeNames: [userID]}}",
      ], "cookbook: apple-sso-rest-api-v1\n", profile: Self.facts)
    #expect(run.problem(of: "S0").contains("(V1-02-07, V1-04-07); "))
    #expect(run.problem(of: "S1").contains("(V1-07-10); "))
  }

  @Test func `a call before there is a state is an error of the suite`() throws {
    try Self.run(["partner: {permission: {prompting: true}}"], opening: ["wait: 0s"])
      .expect(.invalidInput, errors: "suite.yaml:6:")
  }
}
