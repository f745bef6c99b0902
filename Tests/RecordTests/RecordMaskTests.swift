// SPDX-License-Identifier: Apache-2.0
// Each place of a record is masked before it is cut, and how much of messages is kept.

import Expectations
import Formats
import HTTP
import Record
import Redaction
import Testing
import Text

struct FindingMaskTests {
  /// Nobody has told that it is a secret: it looks like one as long as it is whole.
  private static let token = "Zk3qW9xR7vLp2TnB8yHd4JmC6sGf1EaKQ5uVwXo0"

  /// A finding as it is recorded.
  private static func recorded(
    _ finding: Finding, learning secrets: [String: String]...
  ) throws -> Finding {
    var known = KnownSecrets()
    for (name, secret) in secrets.joined() { known.add(secret, named: name) }
    let record = known.mask.masked(SmallRecords.scenario(.failed([finding]), []))
    guard case .failed(let findings) = record.verdict else { return finding }
    return try #require(findings.first)
  }

  private static func finding(_ found: QuotingText, at place: Place = .text) -> Finding {
    SmallRecords.finding(
      place, expected: "nothing", found: FoundValue(words: found), nearest: "it is `\(found)`")
  }

  /// Behind so many signs the cut leaves fewer of the token than tell what it is.
  @Test(arguments: [170, 180, 190, 195])
  func `finds a token of which the cut leaves a few characters`(signs: Int) throws {
    let text = String(repeating: "-. ", count: signs / 3) + Self.token
    for quoting in [QuotingText.text(text), .json(.string(text)), .json([.string(text)])] {
      let finding = try Self.recorded(Self.finding(quoting.cut(to: 200)))
      for text in [finding.found, finding.nearest ?? ""] {
        #expect(!text.contains(Self.token.prefix(1)), "\(text)")
        #expect(text.contains("‹"), "\(text)")
      }
    }
  }

  @Test func `numbers the values of one name, and those within others alike`() throws {
    let finding = SmallRecords.finding(
      expected: .json("first-code"),
      found: FoundValue(of: ["other-code", "a first-code more", "only-token", "first-code"]),
      nearest: "9f86d081884c7d659a2feaa0c55ad015, then 0f86d081884c7d659a2feaa0c55ad015")
    let recorded = try Self.recorded(
      finding,
      learning: ["code": "first-code"], ["code": "other-code"], ["code": "a first-code more"],
      ["token": "only-token"])
    #expect(recorded.expected == #""‹code 1›""#)
    #expect(recorded.found == #"["‹code 2›","‹code 1›","‹token›","‹code 1›"]"#)
    #expect(recorded.nearest == "‹masked 1›, then ‹masked 2›")
    let same = SmallRecords.finding(
      expected: .json("first-code"), found: FoundValue(of: "first-code"))
    #expect(try Self.recorded(same, learning: ["code": "first-code"]).found == #""‹code›""#)
  }

  @Test(
    arguments: [
      (.nothing, .nothing, nil), (FoundValue(of: true), .boolean, true),
      (FoundValue(of: []), .array, []),
      (FoundValue(of: "a word"), .string, "a word"), (FoundValue(of: ["a"]), .array, nil),
      // The value is left out where it is a secret, or long; what begins with one is not comparable.
      (FoundValue(of: "first-code"), .string, nil),
      (FoundValue(of: .string("a \(token)")), .string, nil),
      (FoundValue(of: .string(token)), .masked, nil), (FoundValue(of: 1_234_567), .number, nil),
      (FoundValue(of: .string(String(repeating: "a b ", count: 26))), .string, nil),
      (FoundValue(words: .text(token)), .words, nil),
    ] as [(FoundValue, FoundValue.Kind, JSONValue?)])
  func `keeps what kind of value came, and the value where it is harmless`(
    found: FoundValue, kind: FoundValue.Kind, value: JSONValue?
  ) throws {
    let recorded = try Self.recorded(
      SmallRecords.finding(found: found), learning: ["code": "first-code", "pin": "1234567"])
    #expect(recorded.foundValue.kind == kind)
    #expect(recorded.foundValue.value == value)
  }

  /// A word of another language decides the finding, and a token in its place does not.
  @Test(arguments: [
    ("tokenDeServicioSSO", ["serviceTokenSSO"], true),
    ("autorizacion_denegada_por_mvpd", ["authorization_denied", "none"], true),
    ("tokenDeServicioSSO", ["service token 1"], false), ("tokenDeServicioSSO", [], false),
    ("zX81kLqW0bTr93mVnE5yHc27", ["serviceTokenSSO"], false),
    ("bandokeluritamosen", ["serviceTokenSSO"], false),
  ])
  func `shows what came in the place of a word`(
    found: String, expected: [String], isShown: Bool
  ) throws {
    var finding = SmallRecords.finding(found: FoundValue(of: .string(found)))
    finding.expectedValue = ExpectedValue(values: expected.map { .string($0) })
    #expect(try Self.recorded(finding).found == (isShown ? "\"\(found)\"" : "\"‹masked›\""))
    #expect(try Self.recorded(finding, learning: ["code": found]).found == "\"‹code›\"")
  }

  @Test func `keeps what is expected without its secrets`() throws {
    func recorded(_ expected: ExpectedValue, _ text: QuotingText = "x") throws -> ExpectedValue {
      var finding = SmallRecords.finding(expected: text)
      finding.expectedValue = expected
      return try Self.recorded(finding, learning: ["code": "first-code"]).expectedValue
    }
    let secret = ExpectedValue(
      .emptyObject, values: [1, "a", "first-code"], sources: [.query("$['first-code'].a")])
    #expect(
      try recorded(secret)
        == ExpectedValue(.emptyObject, values: [1, "a"], sources: [.query("$['‹code›'].a")]))
    #expect(
      try recorded(ExpectedValue(values: [.string(Self.token)]), .text(Self.token)).kind == .masked)
    #expect(try recorded(ExpectedValue(), "first-code").kind == nil)
  }

  /// A name that a suite gives is no part of a secret, whatever it looks like.
  @Test func `leaves the name of a saved value as it is`() throws {
    let finding = try Self.recorded(
      Self.finding("x", at: .saved("attributes")), learning: ["saml": "<x: attributes of a user/>"])
    #expect(finding.place == .saved("attributes"))
  }

  @Test func `finds a secret in a name whose signs a pointer escapes`() throws {
    let secret = "a~b/c~d/e~f/g~h/"
    let place = Place.body(JSONPointer([.name("x"), .name(secret), .index(0)]))
    let finding = try Self.recorded(
      Self.finding("1", at: .inside(place, place)), learning: ["token": secret])
    #expect(finding.place.description == "/x/‹token›/0 → /x/‹token›/0")
  }

  @Test(arguments: ["q\"\\w/e+r\u{7}t", "größer als \u{1F511}"])
  func `finds a secret in names and values, however they are written`(secret: String) throws {
    let value: JSONValue = ["a": .string("x \(secret) y"), secret: 1, "list": [[.string(secret)]]]
    let finding = try Self.recorded(
      Self.finding(QuotingText.json(value).cut(to: 200)), learning: ["token": secret])
    #expect(finding.found == #"{"a":"x ‹token› y","‹token›":1,"list":[["‹token›"]]}"#)
  }

  @Test func `leaves JSON well formed, whose names a token has, too`() throws {
    let finding = try Self.recorded(
      Self.finding(.json(["issuer": "Harbor", "type": ["x", 1_234_567]])),
      learning: ["token": MaskTests.claims], ["pin": "1234567"])
    #expect(finding.found == #"{"issuer":"Harbor","type":["x","‹pin›"]}"#)
  }

  @Test func `finds a secret that goes over two values, or two names of a place`() throws {
    let place = Place.body(JSONPointer([.name("first-half"), .name("second-half"), .index(1)]))
    let finding = try Self.recorded(
      Self.finding("\("first-half/")\("second-half")", at: place),
      learning: ["token": "first-half/second-half"])
    #expect(finding.found == "‹token›")
    #expect(finding.place == .body(JSONPointer([.name("‹token›"), .index(1)])))
  }

  @Test func `shows nothing of an answer where too many secrets are in it`() throws {
    func recorded(_ finding: Finding) throws -> Finding {
      var known = KnownSecrets()
      known.add(String(repeating: "one 1 ", count: 1 << 20), named: "token")
      let step = SmallRecords.step(warnings: [finding], status: nil)
      let record = known.mask.masked(SmallRecords.scenario(.passed, [step]))
      return try #require(record.value.steps[0].warnings.first)
    }
    let finding = SmallRecords.finding(
      .header("X-A"), expected: "a word", found: "words", nearest: "near")
    let shown = try recorded(finding)
    #expect(shown.place == .header("X-A"))
    #expect(shown.expected == "a word")
    #expect(shown.found.hasPrefix("‹not shown"))
    #expect(shown.nearest?.hasPrefix("‹not shown") == true)
    // That nothing came is no text of the answer.
    let missing = SmallRecords.finding(
      .header("X-A"), expected: "a word", found: .nothing)
    #expect(try recorded(missing) == missing)
  }

  @Test func `says that a long value is longer, also where masks shorten it`() throws {
    let value = JSONValue.array(Array(repeating: .string(Self.token), count: 1000))
    let finding = try Self.recorded(Self.finding(.json(value)), learning: ["token": Self.token])
    #expect(finding.found.hasPrefix(#"["‹token›","‹token›","#))
    #expect(finding.found.hasSuffix("]…"))
  }

  @Test func `shows what the suite wrote`() throws {
    let finding = SmallRecords.finding(
      .header("X-A"), expected: "\(words: "!one-of") [\(words: "a"), \(words: "b")]", found: "c")
    #expect(try Self.recorded(finding) == finding)
  }
}

struct MaskedPlaceTests {
  typealias Small = SmallRecords

  private static let secret = "S3cr3t+Value/With=Signs&more"

  /// A place of a record, and how the secret gets there.
  struct Row: Sendable, CustomTestStringConvertible {
    let place: String
    let put: @Sendable (inout ScenarioRecord) -> Void
    var testDescription: String { place }

    init(_ place: String, _ put: @escaping @Sendable (inout ScenarioRecord) -> Void) {
      self.place = place
      self.put = put
    }
  }

  /// The places of a verdict, which scenarios, steps and shared fragments have.
  static let verdicts: [(String, Verdict)] = [
    ("a place", .failed([Small.finding(.body(JSONPointer([.name(secret)])))])),
    ("the name of a header", .failed([Small.finding(.header(secret))])),
    ("an expectation", .failed([Small.finding(expected: .text(secret))])),
    ("what came", .failed([Small.finding(found: .text(secret))])),
    ("the nearest miss", .failed([Small.finding(nearest: .text(secret))])),
    ("the second finding", .failed([Small.finding(), Small.finding(found: .text(secret))])),
    ("a problem", .broken(RunProblem(.transport, secret, at: nil))),
    ("why it was skipped", .skipped(because: secret)),
    ("what blocks it", .blocked(because: secret)),
  ]

  static let rows =
    verdicts.flatMap { name, verdict in
      [
        Row("\(name), of the scenario") { $0.verdict = verdict },
        Row("\(name), of a step") { $0.steps[0].verdict = verdict },
      ]
    } + [
      Row("the name") { $0.name = secret },
      Row("a warning") { $0.steps[0].warnings = [Small.finding(found: .text(secret))] },
      Row("an advice") { $0.steps[0].advice = "set \(secret)" },
      Row("a note") { $0.steps[0].notes = ["asked", .text(secret)] },
      Row("the arguments of a call") {
        $0.steps[0].call = PartnerCallRecord(
          name: "open", request: JSONWriter.text(["a": .string(secret)]), answer: "")
      },
      Row("the answer of a call") {
        $0.steps[0].call = PartnerCallRecord(
          name: "open", request: "", answer: JSONWriter.text([.string(secret)]))
      },
      Row("a method") { $0.steps[0].exchanges[0].method = secret },
      Row("a URL") { $0.steps[0].exchanges[0].url += secret },
      Row("a note on an exchange") { $0.steps[0].exchanges[1].notes = ["one", secret] },
      Row("a violation of HTTP") {
        $0.steps[0].exchanges[0].issues = [
          WireIssue("not a field: \(secret)", rule: "RFC 9112, section 5")
        ]
      },
      detail("a header of a request") {
        $0.requestHeaders = [HeaderField("Accept", "a, \(secret)")]
      },
      detail("the name of a header of a request") {
        $0.requestHeaders = [HeaderField(secret, "a")]
      },
      detail("a header of an answer") {
        $0.responseHeaders = [HeaderField("Location", "/\(secret)")]
      },
      detail("the body of a request") { $0.requestBody = "a=\(secret)" },
      detail("the body of an answer") {
        $0.responseBody = JSONWriter.text(["a": .string(secret)])
      },
      detail("a reason") { $0.reason = secret },
    ]

  private static func detail(
    _ place: String, _ change: @escaping @Sendable (inout ExchangeRecord.Detail) -> Void
  ) -> Row {
    Row(place) { record in
      var detail = Small.detail()
      change(&detail)
      record.steps[0].exchanges[0].detail = detail
    }
  }

  static func record() -> ScenarioRecord {
    var record = Small.scenario(.passed, [Small.step()])
    record.steps[0].exchanges.append(Small.exchange(201))
    return record
  }

  static var mask: Mask {
    var known = KnownSecrets()
    known.add(secret, named: "token")
    return known.mask
  }

  /// All texts of a record, whatever holds them.
  private static func text(_ part: Any) -> String {
    if let text = part as? String { return text }
    return Mirror(reflecting: part).children.map { text($0.value) }.joined(separator: "\n")
  }

  private static func check(_ record: Any, _ masked: Any) {
    #expect(text(record).contains("S3cr3t"), "the secret is not in the record")
    #expect(!text(masked).contains("S3cr3t"))
    #expect(text(masked).contains("‹"))
  }

  @Test(arguments: rows)
  func `is masked in a scenario, and below a step that uses a fragment`(row: Row) {
    var record = Self.record()
    row.put(&record)
    Self.check(record, Self.mask.masked(record).value)
    var outer = Self.record()
    outer.steps[0].steps = record.steps
    if Self.text(outer).contains("S3cr3t") {
      Self.check(outer, Self.mask.masked(outer).value)
    }
  }

  @Test(arguments: rows.filter { $0.place != "the name" })
  func `is masked in a shared fragment`(row: Row) {
    var scenario = Self.record()
    row.put(&scenario)
    let record = Small.fragment(scenario.verdict, scenario.steps)
    Self.check(record, Self.mask.masked(record).value)
  }

  @Test func `is masked in what a shared fragment is given`() {
    var record = Small.fragment(.passed, [])
    record.given = JSONWriter.text(["mine": .string(Self.secret)])
    Self.check(record, Self.mask.masked(record).value)
  }
}

struct EvidenceTests {
  typealias Small = SmallRecords

  /// An exchange of ten bytes: a header each of two, bodies of two and of four.
  private static let detail = Small.detail {
    $0.requestHeaders = [HeaderField("a", "b")]
    $0.requestBody = "cd"
    $0.responseHeaders = [HeaderField("e", "f")]
    $0.responseBody = "ghij"
  }

  private static func step(
    _ name: String, _ verdict: Verdict = .passed, steps: [StepRecord] = []
  ) -> StepRecord {
    var step = Small.step(verdict, steps: steps, name: name)
    step.exchanges[0].detail = detail
    step.call = PartnerCallRecord(name: "open", request: "{}", answer: "[]")
    return step
  }

  @Test(arguments: [
    (21, Evidence.Choice.all, Evidence.Choice.notable), (20, .notable, .notable),
    (11, .notable, .notable), (10, .none, .none),
  ])
  func `keeps whole scenarios up to the limit, and failed steps up to twice as much`(
    limit: Int, ofFailure: Evidence.Choice, ofOthers: Evidence.Choice
  ) {
    let evidence = Evidence(limitBytes: limit)
    #expect(evidence.remark == nil)
    evidence.add([Self.step("a", steps: [Self.step("below")])])
    #expect(evidence.choice(isFailure: true) == ofFailure)
    #expect(evidence.choice(isFailure: false) == ofOthers)
    #expect((evidence.remark == nil) == (ofFailure == .all))
    #expect(evidence.remark?.hasPrefix("too many failures") != false)
  }

  @Test func `keeps what passed as well where that is asked for`() {
    let evidence = Evidence(limitBytes: 10, keepsPassed: true)
    #expect(evidence.choice(isFailure: false) == .all)
    evidence.add([Self.step("a")])
    #expect(evidence.choice(isFailure: false) == .notable)
    #expect(evidence.remark?.hasPrefix("too many exchanges") == true)
  }

  @Test(arguments: [
    (Evidence.Choice.all, "passed failed below warned under broken skipped"),
    (.notable, "failed below warned under broken"), (.none, ""),
  ])
  func `keeps the messages of the steps that it chooses`(choice: Evidence.Choice, kept: String) {
    var warned = Self.step("warned", steps: [Self.step("under")])
    warned.warnings = [Small.miss]
    var record = Small.scenario(
      .passed,
      [
        Self.step("passed"), Self.step("failed", Small.failed, steps: [Self.step("below")]), warned,
        Self.step("broken", Small.broken), Self.step("skipped", Small.skipped),
      ])
    record.keep(choice)
    var names: [[String]] = [[], [], []]
    record.steps.visit { visit in
      let step = visit.step
      if step.exchanges[0].detail != nil { names[0].append(step.name) }
      if step.call?.request == "{}" { names[1].append(step.name) }
      if step.call?.answer == "[]" { names[2].append(step.name) }
    }
    #expect(names.map { $0.joined(separator: " ") } == [kept, kept, kept])
  }
}
