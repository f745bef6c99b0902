// SPDX-License-Identifier: Apache-2.0
// Tests of the way from the result of an audit to the record of all reports.

import Expectations
import Formats
import HTTP
import Record
import Redaction
import Suites
import TestSupport
import Testing
import Text

@testable import Audit

struct AuditRecordTests {
  static let file = "Suites/application/x.yaml"

  static func requirement(
    _ id: String, _ level: Requirement.Level = .must, unrecorded: String? = nil
  ) -> Requirement {
    Requirement(
      id: id, level: level, subject: "application", text: "It does \(id).",
      shownBy: unrecorded == nil ? [.application] : [], endpoint: nil, source: "s", ambiguity: nil,
      step: "S",
      unrecorded: unrecorded)
  }

  static func rule(_ number: Int, _ covers: [Cover]) -> AuditRule {
    let any = ExchangePattern(
      id: 0, kinds: [], parts: [], same: [], within: nil, validity: nil, saves: [], isOwn: true,
      text: "exchange", position: .start)
    return AuditRule(
      name: "Rule \(number)", about: "Why.", advice: "Do \(number).", covers: covers,
      position: Position(line: number, column: 5), coverPositions: [], among: nil, occasion: any,
      saves: [], conditions: [], demand: .expect(any))
  }

  static let rules = AuditRules(
    files: [
      RuleFile(
        name: "Tokens", about: nil, file: file, digest: "0a", cookbook: "new", phase: "A",
        rules: [rule(1, ["A-1", "A-2"]), rule(2, ["A-2"]), rule(3, ["A-3"]), rule(4, ["A-4"])],
        position: .start, vocabulary: 0),
      RuleFile(
        name: "Old", about: nil, file: "old.yaml", digest: "0b", cookbook: "old", phase: nil,
        rules: [rule(1, ["O-1"])], position: .start, vocabulary: 0),
    ],
    catalogues: [
      "new": Catalogue(
        cookbook: "new", revision: "1",
        phases: [
          Catalogue.Phase(
            id: "A", title: "First",
            requirements: [
              requirement("A-1"), requirement("A-2"), requirement("A-3", .should),
              requirement("A-4"), requirement("A-5", unrecorded: "a mere permission"),
              requirement("A-6"),
            ])
        ]),
      "old": Catalogue(
        cookbook: "old", revision: "1",
        phases: [Catalogue.Phase(id: "A", title: "First", requirements: [requirement("O-1")])]),
    ], diagnostics: [], sources: [:], vocabularies: [])

  static let secrets = [
    "token-0123456789", "refresh-9876543210", "CODE42XYZ", "status-eyJhbGciOi", "device-4711-abc",
    "client-secret-77", "cookie-value-12", "PHNhbWxwOlJlc3BvbnNlPg-secret", "user-id-90210",
    "answered-refresh-5150",
  ]

  /// An exchange full of secrets.
  static func exchange(_ index: Int) -> RecordedExchange {
    RecordedExchange(
      entry: EntryReference(recording: 0, index: index),
      startedAt: Timestamp(milliseconds: 1_795_239_000_000 + index * 1000),
      request: RecordedExchange.Request(
        method: "POST", url: "https://sp.example/api/v2/REF30/profiles/code/\(secrets[2])?x=1",
        headers: HeaderList([
          "Authorization": "Bearer \(secrets[0])",
          "AP-Device-Identifier": "fingerprint \(secrets[4])",
          "AP-Partner-Framework-Status": secrets[3], "Cookie": "sid=\(secrets[6])",
        ]),
        body: .fields([
          HeaderField("client_secret", secrets[5]), HeaderField("SAMLResponse", secrets[7]),
        ])),
      response: RecordedExchange.Response(
        status: 200, headers: HeaderList(["Content-Type": "application/json"]),
        body: index == 30
          ? .fields([HeaderField("refresh_token", secrets[9])])
          : .bytes(
            Array(
              #"{"refresh_token": "\#(secrets[1])", "attributes": {"userId": "\#(secrets[8])"}}"#
                .utf8))))
  }

  static let source = ExchangeList(recordings: ["a.har"], (0..<60).map(exchange))

  static func broken(
    _ index: Int, _ blamed: [String] = ["A-1"], _ finding: Finding? = nil
  ) -> BrokenOccasion {
    BrokenOccasion(
      entry: EntryReference(recording: 0, index: index), session: secrets[4],
      startedAt: Timestamp(milliseconds: 1_795_239_000_000 + index * 1000),
      findings: [
        finding
          ?? Finding(
            place: .header("authorization"), position: Position(line: 1, column: 9),
            expected: "another one", found: .text("Bearer \(secrets[0])"),
            nearest: "the device \(secrets[4]) sent \(secrets[2])")
      ], blamed: blamed, others: [EntryReference(recording: 0, index: 0)])
  }

  static func result(_ number: Int, file: String = file) -> RuleResult {
    RuleResult(
      name: "Rule \(number)",
      location: SourceLocation(file: file, position: Position(line: number, column: 5)),
      covers: number == 1 ? ["A-1", "A-2"] : [Cover(id: "A-\(number)")])
  }

  static let result: AuditResult = {
    var first = result(1)
    first.broken = (1...25).map { broken($0) }
    first.met = 3
    first.examples = [EntryReference(recording: 0, index: 50)]
    var second = result(2)
    second.met = 2
    second.examples = [EntryReference(recording: 0, index: 51)]
    var third = result(3)
    third.broken = [broken(30, ["A-3"])]
    var fourth = result(4)
    fourth.notJudged = ["the recording may begin in the middle": 3]
    var traffic = AuditRecord(recordings: ["a.har"])
    traffic.origins = ["https://sp.example"]
    traffic.judged = 60
    traffic.ignored = ["b.example": 2, "a.example": 1]
    traffic.sessions = 1
    return AuditResult(
      traffic: traffic, source: source, cookbooks: ["new"], rules: [first, second, third, fourth])
  }()

  static func record(
    _ result: AuditResult = result, of rules: AuditRules = rules, from source: ExchangeList = source
  ) throws -> RunRecord {
    var result = result
    result.source = source
    return try result.record(
      of: rules, by: ToolRecord(name: "t", version: "1"),
      startedAt: Timestamp(milliseconds: 1_795_239_000_000), duration: .seconds(1))
  }

  /// The whole text of a record.
  private static func text(_ record: RunRecord) -> String {
    var text = ""
    RunRecord.write(RunJudgement(record)) { text += String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// The record in which one rule was judged so.
  private static func record(_ rule: RuleResult) throws -> RunRecord {
    let rules = (1...4).map { $0 == rule.location.position.line ? rule : result($0) }
    return try record(AuditResult(traffic: result.traffic, source: result.source, rules: rules))
  }

  @Test(arguments: [["GET", "POST"], ["POST", "GET"]])
  func `has the verdict of each row, though all stand at one place`(methods: [String]) throws {
    let rows = methods.map { "{m: \($0)}" }.joined(separator: ", ")
    let rules = load(
      "for: [\(rows)]\napplication: A <m>\nrules: [{rule: R, on: poll, expect: {method: <m>}}]\n")
    let source = traffic(sent("poll 1"))
    let result = try Audit(rules, origins: ["https://api.test"]).judge(source)
    let record = try Self.record(result, of: rules, from: source)
    #expect(
      record.suites.map(\.scenarios[0].verdict.kind)
        == methods.map { $0 == "GET" ? .passed : .failed })
  }

  @Test func `is a suite of each file and a scenario of each rule`() throws {
    let record = try Self.record()
    #expect(record.subject == .application)
    #expect(record.suites.map(\.name) == ["Tokens", "Old"])
    #expect(record.suites.allSatisfy { $0.subject == .application })
    let rules = record.suites[0].scenarios
    #expect(rules.map(\.verdict.kind) == [.failed, .passed, .failed, .skipped])
    // A missed recommendation is a warning.
    #expect(rules.map(\.isAdvisory) == [false, false, true, false])
    #expect(rules[0].steps.count == 21)
    #expect(rules[0].steps.map(\.covers).last == ["A-2"])
    #expect(rules[0].steps[0].advice == "Do 1.")
    #expect(
      rules[0].steps[0].notes.map(\.description) == [
        "POST /api/v2/REF30/profiles/code/‹code›, entry 1 of a.har, sent at "
          + "2026-11-21T05:30:01.000Z, and 24 further occasions",
        "5 of the occasions are in no report",
        "obeyed on 3 occasions, such as entry 50 of a.har",
      ])
    #expect(
      rules[1].steps[0].notes.map(\.description) == [
        "obeyed on 2 occasions, such as entry 51 of a.har"
      ])
    #expect(
      rules[3].verdict
        == .skipped(because: "not judged on 3 occasions: the recording may begin in the middle"))
    #expect(record.audit?.ignored == ["a.example": 1, "b.example": 2])
    #expect(RunJudgement(record).outcome.status == 1)
  }

  @Test func `judges no cookbook of which the recordings have nothing`() throws {
    #expect(Self.result.cookbooks(of: Self.rules) == ["new"])
    let record = try Self.record().judging(["new"])
    #expect(record.suites.map(\.name) == ["Tokens"])
    #expect(record.catalogues.map(\.cookbook) == ["new"])
    #expect(
      record.notes == ["the recordings have no traffic of old, so its 1 rule was not judged"])
    let nothing = AuditResult(
      traffic: AuditRecord(recordings: []), source: ExchangeList(recordings: []), rules: [])
    #expect(nothing.cookbooks(of: Self.rules) == ["new", "old"])
  }

  @Test func `holds no secret of the recording`() throws {
    let record = try Self.record()
    let verdicts = AuditVerdicts(Self.result, Self.rules, record)
    let text = Self.text(record) + JSONWriter.text(verdicts.json)
    for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
    // What is no secret is still there.
    #expect(text.contains("https://sp.example/api/v2/REF30/profiles/code/‹"))
  }

  @Test func `tells the verdict on each requirement, the reason and the entries`() throws {
    let record = try Self.record()
    let verdicts = AuditVerdicts(Self.result, Self.rules, record)
    let json = verdicts.json
    #expect(json["format"] == 1)
    let lines = try #require(json["requirements"]?.array)
    func texts(_ name: String) -> [String?] { lines.map { $0[name]?.string } }
    #expect(texts("id") == ["A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "O-1"])
    #expect(
      texts("verdict") == [
        "failed", "passed", "warned", "not-judged", "binds-no-side", "not-judged", "not-judged",
      ])
    let because = texts("because").compactMap(\.self)
    #expect(
      because[0].hasPrefix("broken: Rule 1: the device ‹")
        && because[0].hasSuffix(" (entry 1 of a.har, 2026-11-21T05:30:01.000Z, and 24 more)"),
      "\(because[0])")
    #expect(because[3] == "not judged on 3 occasions: the recording may begin in the middle")
    #expect(because[4] == "binds no side: a mere permission")
    #expect(because[5] == "no rule judges it")
    #expect(because[6] == "the recordings have no occasion for it")
    let entries = try #require(lines[0]["entries"]?.array)
    #expect(entries.first == ["file": "a.har", "entry": 1])
    #expect(entries[1] == ["file": "a.har", "entry": 0])
    #expect(entries.count == 26)
  }

  @Test func `counts of a requirement the breaches that are not listed`() throws {
    var result = Self.result
    result.rules[0].unlisted = [["A-1"]: 5, ["A-1", "A-2"]: 3, ["A-2"]: 100]
    let record = try Self.record(result)
    let json = AuditVerdicts(result, Self.rules, record).json
    let because = json["requirements"]?.array?.first?["because"]?.string
    #expect(because?.hasSuffix(", and 32 more)") == true, "\(because ?? "")")
  }

  /// The text of a report of one exchange in which a rule was broken.
  private static func text(
    _ url: String, answer: String = "{}", request: RecordedBody = .none
  ) throws -> String {
    let exchange = RecordedExchange(
      entry: EntryReference(recording: 0, index: 0), startedAt: Timestamp(milliseconds: 0),
      request: RecordedExchange.Request(
        method: "GET", url: url, headers: HeaderList(["Content-Type": "text/plain"]), body: request),
      response: RecordedExchange.Response(
        status: 200, headers: HeaderList(["Content-Type": "text/plain"]),
        body: .bytes(Array(answer.utf8))))
    var rule = result(1)
    let finding = Finding(
      place: .header("a"), position: Position(line: 1, column: 9), expected: "b",
      found: .text("c"), nearest: nil)
    rule.broken = [broken(0, ["A-1"], finding)]
    rule.broken[0].others = []
    return text(
      try record(
        AuditResult(
          traffic: AuditRecord(recordings: ["a.har"]), source: ExchangeList(recordings: ["a.har"]),
          rules: [rule]),
        from: ExchangeList(recordings: ["a.har"], [exchange])))
  }

  @Test(arguments: ["code", "regcode", "device", "deviceid", "token", "user", "session", "Device"])
  func `hides what stands behind such a word in a path`(word: String) throws {
    let url = "https://sp.example/WORD/Xk47Yz11?a=b#/WORD/Plain123"
    #expect(try Self.text(url.replacing("WORD", with: "profiles")).contains("/Xk47Yz11?"))
    let text = try Self.text(url.replacing("WORD", with: word))
    #expect(!text.contains("Xk47Yz11"))
    #expect(text.contains("https://sp.example/\(word)/‹"))
  }

  /// A rule whose exchanges don't tell that it is a secret.
  @Test func `hides what another exchange has told`() throws {
    var result = Self.result
    result.secrets.add("k7q2-harbor", named: "client_secret")
    result.rules[0].broken[0].findings = [
      Finding(
        place: .header("a"), position: Position(line: 1, column: 9), expected: "b",
        found: .text("it is k7q2-harbor"), nearest: nil)
    ]
    let text = Self.text(try Self.record(result))
    #expect(text.contains("it is ‹client_secret") && !text.contains("k7q2"))
  }

  @Test func `hides the fields of a body that was recorded as such`() throws {
    let body = RecordedBody.fields([
      HeaderField("client_secret", "s3cr3t-4711"), HeaderField("a", "b"),
    ])
    let text = try Self.text("https://sp.example/", request: body)
    #expect(!text.contains("s3cr3t-4711"))
    #expect(text.contains("&a=b"))
    #expect(
      try Self.text("https://sp.example/", request: .missing(because: "too long")).contains(
        "‹not recorded: too long›"))
  }

  @Test(arguments: [("END", 0, true), ("END", 1, false), ("é", 0, true), ("é", 1, false)])
  func `keeps 16 KiB of a body in whole characters`(end: String, more: Int, isWhole: Bool) throws {
    let room = 16 * 1024 - end.utf8.count + more
    let filler =
      String(repeating: "a b\n", count: room / 4) + String(repeating: ".", count: room % 4)
    let text = try Self.text("https://sp.example/", answer: "\(filler)\(end)")
    #expect(text.contains(end) == isWhole)
    #expect(text.contains("…") != isWhole)
    #expect(!text.contains("\u{FFFD}"))
  }

  @Test(
    arguments: [
      ([["A-3"]], true), ([["A-3"], ["A-3"]], true), ([["A-3", "A-1"]], false),
      ([["A-3"], ["A-1"]], false), ([["A-3"], []], false), ([[]], false),
    ] as [([[String]], Bool)])
  func `warns where only recommendations are missed`(blamed: [[String]], isAdvisory: Bool) throws {
    var rule = Self.result(3)
    rule.broken = blamed.enumerated().map { Self.broken($0 + 1, $1) }
    let record = try Self.record(rule)
    #expect(record.suites[0].scenarios[2].isAdvisory == isAdvisory)
  }

  @Test func `gives the most frequent reason first, and equal ones by their words`() throws {
    var rule = Self.result(4)
    rule.notJudged = ["b": 2, "a": 2, "c": 5, "d": 1]
    let record = try Self.record(rule)
    #expect(
      record.suites[0].scenarios[3].verdict
        == .skipped(
          because: "not judged on 5 occasions: c; on 2 occasions: a; on 2 occasions: b; on 1 "
            + "occasion: d"))
  }
}
