// SPDX-License-Identifier: Apache-2.0
// Mutants of recordings: which rules catch, what is free, and what survives.

import Audit
import Command
import Formats
import Foundation
import HTTP
import Record
import TestSupport
import Testing
import Text

@testable import SelfTest

struct RecordingMutantTests {
  /// A walk of one device: it registers, gets a token, begins a session and polls.
  static let walk = [
    Sent("POST /register", at: 0, answer: #"{"client_id": "client-01"}"#),
    Sent(
      "POST /token", at: 1, form: "client_id=client-01&scope=all",
      answer: #"{"access_token": "token-01", "expires_in": 600}"#),
    Sent("POST /p/sessions", at: 2, token: "token-01", answer: #"{"code": "CODE01"}"#),
    Sent("GET /p/sessions/CODE01?wait=1", at: 3, token: "token-01"),
    Sent("GET /p/sessions/CODE01?wait=2", at: 8, token: "token-01"),
  ]

  /// What survives of the mutants of a walk, as `kind place mutation`.
  static func survivors(
    _ rules: AuditRules, _ sent: [Sent] = walk, of kind: String
  ) throws -> Set<String> {
    #expect(!rules.hasErrors)
    let mutants = try RecordingMutants(rules, traffic(sent))
    var survivors: Set<String> = []
    for index in 0..<mutants.count {
      guard case .survived(let survivor)? = try mutants.result(of: index), survivor.exchange == kind
      else { continue }
      survivors.insert("\(survivor.place) \(survivor.mutation)")
    }
    return survivors
  }

  @Test(
    arguments: [
      ("on: poll\nexpect: {query: {wait: !string {}}}", ["query parameter wait removed"]),
      ("on: poll\nexpect: {query: {wait: !matches '[0-9]+'}}", ["query parameter wait emptied"]),
      ("on: poll\nexpect: {query: {wait: !string {}}}", ["query parameter wait doubled"]),
      ("on: poll\nearlier: begin", ["the exchange moved-first"]),
      ("on: poll\nearlier: {is: begin, same: code}", ["path segment {code} altered"]),
      ("on: poll\nearlier: {is: token, same: token}", ["header authorization altered"]),
      (
        "on: poll\nnot-earlier: {is: poll, query: {wait: '1'}, within: 3s}",
        ["the exchange repeated"]
      ),
      (
        "on: poll\nsave: {wait: $.query.wait}\nnot-earlier: {is: poll, query: {wait: '${wait}'}}",
        ["query parameter wait stale", "the exchange repeated"]
      ),
      ("on: poll\nexpect: {scheme: https}", ["the exchange insecure"]),
      (
        "on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        ["token.expires_in late"]
      ),
      // What is found on another occasion points to the exchange that was changed.
      (
        "on: poll\nlatest: {of: poll, is: {query: {wait: !string {}}}}",
        ["query parameter wait removed"]
      ),
    ])
  func `catches what a rule is about, and nothing else`(text: String, caught: [String]) throws {
    let none = try Self.survivors(rule("on: poll\nexpect: {method: GET}"), of: "poll")
    let left = try Self.survivors(rule(text), of: "poll")
    for mutant in caught {
      #expect(none.contains(mutant), "\(none.sorted())")
      #expect(!left.contains(mutant), "\(left.sorted())")
    }
    #expect(left.contains("header ap-device-identifier doubled"), "\(left.sorted())")
  }

  @Test func `knows when something that follows is missing`() throws {
    let one = try Self.survivors(
      rule(
        "on: [begin, poll]\nany:\n  - expect: {path: !matches '/p/sessions/.*'}\n"
          + "  - later: {is: poll, within: 1m}"), Array(Self.walk.dropLast()), of: "poll")
    #expect(!one.contains("the exchange dropped"), "\(one.sorted())")
  }

  /// A session is begun with all kinds of parts, after one of another device.
  @Test func `changes each part of a request in each way that there is`() throws {
    var begin = Sent(
      "POST /p/sessions?a=b&c=", at: 2, token: "token-01", answer: #"{"code": "K1"}"#)
    begin.headers = [
      (":authority", "api.test"), ("Host", "api.test"), ("Content-Length", "9"),
      ("Transfer-Encoding", "chunked"), ("Connection", "close"), ("Keep-Alive", "5"),
      ("Accept-Encoding", "br"), ("User-Agent", "u"), ("AP-Device-Identifier", "fingerprint a"),
      ("Accept", "*/*"), ("Content-Type", "application/json"),
    ]
    begin.body = .bytes(Array(#"{"s": "x", "l": [1], "n": 1, "o": {}, "t": true}"#.utf8))
    var form = Sent("POST /p/sessions", at: 4, form: "f=1&g=", answer: "{}")
    form.headers?.removeAll { $0.0 == "Content-Type" }
    let first = Self.walk[0]
    let rules = rule("on: begin\nexpect: {method: POST}")
    let left = try Self.survivors(rules, [first, begin, Self.walk[3], form], of: "begin")
    #expect(
      left.sorted() == [
        "body member l altered", "body member l emptied", "body member l removed",
        "body member n altered", "body member n removed", "body member o removed",
        "body member s altered", "body member s emptied", "body member s removed",
        "body member t removed", "form field f altered", "form field f doubled",
        "form field f emptied", "form field f removed", "form field g doubled",
        "form field g removed", "header accept doubled", "header accept emptied",
        "header accept removed", "header ap-device-identifier altered",
        "header ap-device-identifier doubled", "header ap-device-identifier emptied",
        "header ap-device-identifier removed", "header content-type altered",
        "header content-type doubled", "header content-type emptied",
        "header content-type removed", "path segment {app} altered", "path segment {app} removed",
        "query parameter a altered", "query parameter a doubled", "query parameter a emptied",
        "query parameter a removed", "query parameter c doubled", "query parameter c removed",
        "the exchange dropped", "the exchange insecure", "the exchange moved-first",
        "the exchange moved-last", "the exchange repeated",
      ])
  }

  @Test(
    arguments: [
      ("1", "2"), ("9", "0"), ("z", "a"), ("Z", "A"), ("abc", "acc"), ("ab", "ac"), ("-a-", "-b-"),
      ("%2F1", "%2F2"), ("1%2F", "2%2F"), ("%2F", nil), ("--", nil), ("é1", "é2"),
    ] as [(String, String?)])
  func `alters one letter or digit of a value`(value: String, altered: String?) throws {
    var walk = Array(Self.walk.prefix(3))
    walk.append(Sent("GET /p/sessions/CODE01?wait=\(value)", at: 3, token: "token-01"))
    let right = PercentEncoding.decode(value) ?? value
    func left(_ values: [String]) throws -> Bool {
      let list = values.map { "'\($0)'" }.joined(separator: ", ")
      return try Self.survivors(
        rule("on: poll\nexpect: {query: {wait: !one-of [\(list)]}}"), walk, of: "poll"
      ).contains("query parameter wait altered")
    }
    #expect(try !left([right, "other"]))
    guard let altered else { return }
    #expect(try left([right, PercentEncoding.decode(altered) ?? altered]))
  }

  @Test(arguments: [
    ("-9223372036854775808", false), ("9223372036854775807", false), ("-1", false), ("0", false),
    ("2", true), ("31535999", true), ("31536000", false), (#""600""#, true),
  ])
  func `sends late what has a lifetime of less than a year`(expiresIn: String, isSent: Bool) throws
  {
    var walk = Self.walk
    // No poll uses what the registration gives.
    walk[0].answer = #"{"client_id": "client-01", "expires_in": \#(expiresIn)}"#
    walk[1].answer = #"{"access_token": "token-01", "expires_in": \#(expiresIn)}"#
    let left = try Self.survivors(rule("on: poll\nexpect: {method: GET}"), walk, of: "poll")
    let late = left.filter { $0.hasSuffix(" late") }
    #expect(late == (isSent ? ["token.expires_in late"] : []))
  }

  @Test func `takes no value of the same device for that of another`() throws {
    let left = try Self.survivors(rule("on: poll\nexpect: {method: GET}"), of: "poll")
    #expect(left.filter { $0.hasSuffix(" foreign") } == [])
    #expect(left.contains("query parameter wait stale"))
  }

  @Test func `takes the value of another device`() throws {
    var other = Self.walk
    for index in other.indices {
      other[index].at += 100
      other[index].headers = other[index].headers?.map { name, value in
        (name, value.replacing("fingerprint a", with: "fingerprint b"))
      }
    }
    let left = try Self.survivors(
      rule("on: poll\nexpect: {method: GET}"), Self.walk + other, of: "poll")
    #expect(left.contains("header ap-device-identifier foreign"), "\(left.sorted())")
  }

  private static func rules(_ freedoms: String) -> AuditRules {
    load(
      "application: T\ncookbook: book\nrules:\n  - rule: It is so\n    covers: [R-1, R-2]\n"
        + "    on: poll\n    expect: {method: GET}\n",
      exchanges: "\(exchanges)\nfreedoms:\n\(freedoms)")
  }

  @Test func `calls harmless what is free`() throws {
    let free = Self.rules(
      """
        - text: It may wait as it likes.
          source: Section 1
          of: {is: poll, answer: {status: 200}}
          places: [$.query.wait]
          mutations: [removed, doubled]
      """)
    let left = try Self.survivors(free, of: "poll")
    #expect(!left.contains("query parameter wait removed"))
    #expect(!left.contains("query parameter wait doubled"))
    #expect(left.contains("query parameter wait emptied"))
    #expect(left.contains("header authorization removed"))
  }

  @Test(arguments: [
    ("mutations: [droped]", "unknown mutation 'droped', did you mean 'dropped'?"),
    ("mutations: [dropped]\n    places: [header Accept]", "expected a place in the exchange"),
    ("places: [$.query.wait]", "a freedom has 'mutations'"),
    (
      "mutations: [dropped]\n    of: {is: poll, within: 1m}", "what is free depends on the exchange"
    ),
    ("mutations: [dropped]\n    of: pol", "pol"),
  ])
  func `refuses a freedom that says nothing`(text: String, message: String) {
    let rules = Self.rules("  - text: T\n    source: S\n    \(text)\n")
    let messages = rules.diagnostics.map(\.description)
    #expect(messages.count == 1)
    #expect(messages.first?.contains(message) == true, "\(messages)")
    #expect(messages.first?.hasPrefix("rules/exchanges.yaml:") == true, "\(messages)")
  }
}

struct RecordingSelfTestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try RecordedApplication.writeRules(to: folder)
    try folder.write(RecordedApplication.recording(), to: "right.har")
  }

  private func selfTest(_ words: [String] = [], har: String = "right.har") -> CommandLine {
    CommandLine(["--rules", folder.file("rules"), "--har", folder.file(har)] + words)
  }

  @Test func `names what rules of one's own don't notice in a recording`() throws {
    let line = selfTest(["--json", folder.file("score.json")])
    #expect(line.status == .success, "\(line.errors)")
    let score = try JSONParser.document(Array(folder.text(of: "score.json").utf8)).root
    let recordings = try #require(score["recordings"])
    #expect(score["mutants"] == nil)
    let survivors = recordings["survivors"]?.array ?? []
    let names = survivors.map {
      "\($0["exchange"]?.string ?? "") \($0["place"]?.string ?? "") \($0["mutation"]?.string ?? "")"
    }
    #expect(!names.contains("profiles header authorization removed"), "\(names)")
    #expect(!names.contains("profiles header accept removed"), "\(names)")
    #expect(names.contains("profiles header ap-device-identifier removed"), "\(names)")
    #expect(
      line.output.contains(
        "right.har, entry 2 (profiles, answered 200): header ap-device-identifier is missing, and no "
          + "rule notices"), "\(line.output)")
    #expect(line.output.contains("recordings: "), "\(line.output)")
    for secret in RecordedApplication.secrets {
      #expect(!line.output.contains(secret) && !folder.text(of: "score.json").contains(secret))
    }
  }

  @Test func `holds the score that is recorded beside the rules`() throws {
    try folder.write(#"{"recordings": 0.05}"#, to: "rules/selftest.json")
    #expect(selfTest().status == .success)
    try folder.write(#"{"recordings": 1}"#, to: "rules/selftest.json")
    let line = selfTest()
    #expect(line.status == .notConformant)
    #expect(line.output.contains("(at least 100.00 %)"), "\(line.output)")
    #expect(selfTest(["--at-least", "0.05"]).status == .success)
    try folder.write(#"{"recordings": 7}"#, to: "rules/selftest.json")
    #expect(selfTest().status == .invalidInput)
  }

  @Test(arguments: [
    (
      RecordedApplication.recording(accept: "text/html"),
      "breaks the rule 'Profiles are asked for as JSON'"
    ), (#"{"log": {"version": "1.2", "entries": []}}"#, "nothing that the rules are about"),
  ])
  func `measures nothing by a recording that breaks a rule, or has none of it`(
    har: String, problem: String
  ) throws {
    try folder.write(har, to: "wrong.har")
    let line = selfTest(har: "wrong.har")
    #expect(line.status == .notConformant)
    #expect(line.output.contains(problem), "\(line.output)")
  }

  @Test func `measures nothing by a run of which one suite alone breaks a rule`() throws {
    let rules = AuditRules.load([folder.file("rules")], shipped: nil, files: SuiteLocation.files)
    func exchanges(_ har: String) throws -> ExchangeList {
      var found: [RecordedExchange] = []
      try HARRecordings([RecordingFile(name: "run", Array(har.utf8))]).read({ _, _ in true }) {
        if case .exchange(let exchange) = $0 { found.append(exchange) }
      }
      return ExchangeList(recordings: ["run"], found)
    }
    let right = try exchanges(RecordedApplication.recording())
    let wrong = try exchanges(RecordedApplication.recording(accept: "text/html"))
    func problem(_ parts: [(name: String, source: ExchangeList)]) throws -> String? {
      try RecordingTrial(
        rules: rules, source: right, parts: parts, includes: { _ in false },
        cancellation: Cancellation()
      ).result().problem
    }
    #expect(
      try problem([("Login", right), ("Logout", wrong)])
        == "'Logout', recorded without the other suites, breaks the rule 'Profiles are asked for as "
        + "JSON', so nothing was measured; 'sso-conformance audit' says where")
    #expect(
      try problem([("Login", right)])
        == "the recording has nothing that the rules are about, so nothing was measured")
  }

  @Test func `is either of a run or of a recording`() {
    let line = selfTest(["--defects"])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("--defects measures a run, and --har a recording"))
    #expect(CommandLine(["--har", folder.file("none.har")]).status == .invalidInput)
  }

  /// The logouts of the shipped suites, whose traffic the shipped rules judge.
  @Test func `changes the traffic of a run`() throws {
    let suite = SharedFolder.project.appending(path: "Suites/apple-v2/e-logout.yaml").path
    let line = CommandLine([
      suite, "--recordings", "--share", "8", "--json", folder.file("score.json"),
    ])
    #expect(line.status == .success, "\(line.errors) \(line.output.suffix(300))")
    let score = try JSONParser.document(Array(folder.text(of: "score.json").utf8)).root
    #expect((score["recordings"]?["caught"]?.number?.integer ?? 0) > 0, "\(line.output)")
    #expect(score["mutants"] == nil && score["defects"]?.array?.isEmpty == true)
  }

  @Test(
    arguments: [
      ([], true, false), (["FOLDER"], false, false), (["FOLDER/with"], true, false),
      (["FOLDER", "FOLDER/with"], true, false), (["FOLDER/with", "--tag", "a"], false, false),
      (["--scenario", "a"], false, false), (["--rules", "r"], true, true),
      (["--har", "a.har"], true, true),
    ] as [([String], Bool, Bool)])
  func `measures rules where all suites of a folder with rules are measured`(
    words: [String], isStandard: Bool, isAll: Bool
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("with/application"), withIntermediateDirectories: true)
    let arguments = try Arguments(
      words.map { $0.replacing("FOLDER", with: folder.path) },
      options: Subcommand.measureSuites.options)
    #expect(RecordingChoice.isStandard(arguments) == isStandard)
    #expect(RecordingChoice.isAll(arguments) == isAll)
  }

  @Test func `chooses a share by the names and the seed`() {
    let names = (0..<400).map { "name \($0)" }
    func chosen(_ share: Double, _ seed: Int) -> Set<String> {
      Set(names.filter { SelfTestSetting.includes($0, share: share, seed: seed) })
    }
    #expect(chosen(1, 1) == Set(names))
    #expect(chosen(0, 1).isEmpty)
    #expect(120..<280 ~= chosen(0.5, 1).count)
    #expect(chosen(0.5, 1) == chosen(0.5, 1))
    #expect(chosen(0.5, 1) != chosen(0.5, 2))
    #expect(chosen(0.5, 1).isSuperset(of: chosen(0.2, 1)))
  }
}
