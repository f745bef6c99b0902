// SPDX-License-Identifier: Apache-2.0
// Tests of writing a record as JSON and reading it again.

import Expectations
import Formats
import Foundation
import HTTP
import Suites
import TestSupport
import Testing
import Text

@testable import Record

struct RecordJSONTests {
  typealias Small = SmallRecords

  static func text(_ record: RunRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    RunRecord.write(RunJudgement(record)) { bytes += $0 }
    return bytes
  }

  static func read(_ text: String) throws -> RunRecord {
    try RunRecord(JSONParser.document(text).root)
  }

  /// Every field has a value that is not its default.
  static let full: RunRecord = {
    let odd = SourceLocation(file: "a:b/\"c\".yaml", position: Position(line: 12, column: 3))
    let places = Cover(
      id: "R-2", places: ["status", "$..a[*]"].compactMap { try? PlacePattern($0) })
    let hostile = "\u{0}\u{1B}[1m]]>\r\n\t\"\\\u{7F}\u{2028}é😀"
    let call = TimedCall(
      method: "GET", path: hostile, status: 429, time: Timestamp(milliseconds: 3),
      retryAfter: "2", recording: hostile, entry: 6)
    var order = CallOrder(.apart, of: call)
    order.wanted = ["GET /a"]
    order.same = ["device"]
    order.isValid = true
    order.bound = ["GET /b"]
    order.limit = .seconds(2)
    order.most = 4
    order.others = [call]
    order.count = 8
    let finding = Finding(
      place: .body(JSONPointer([.name("a")])), position: odd.position,
      expected: .text(hostile),
      found: FoundValue(text: .text(hostile), kind: .string, value: .string(hostile)),
      nearest: .text(hostile), words: .text(hostile), excess: .granted, order: order,
      ExpectedValue(
        .emptyObject, values: [1, .string(hostile)], sources: [.query("$.a"), .header("A")]))
    let detail = ExchangeRecord.Detail(
      requestHeaders: [HeaderField("A", "1"), HeaderField("a", hostile)], requestBody: hostile,
      reason: "OK", responseHeaders: [HeaderField("B", "")], responseBody: hostile,
      responseByteCount: 99)
    let exchange = ExchangeRecord(
      method: "PUT", url: "https://x/?a=b", status: 200, duration: .microseconds(1_234_567),
      issues: [
        WireIssue("two lengths", rule: "RFC 9112, section 6.3", offset: 7),
        WireIssue("none", rule: "RFC"),
      ], notes: ["again"], detail: detail)
    var leftOut = LeftOutExchanges()
    leftOut.add(.init(status: 0, number: 2, wireIssues: 0))
    leftOut.add(.init(status: 429, number: 3, wireIssues: 1))
    var step = StepRecord(
      name: hostile, about: "why", action: .user, location: odd, device: "phone",
      covers: ["R-1", places], isFinal: true, verdict: .failed([finding]), warnings: [finding],
      chosen: ["this"], exchanges: [exchange, Small.exchange(0)],
      call: PartnerCallRecord(name: "user", request: "{}", answer: ""),
      notes: ["n", StepNote(.alternative, "m"), StepNote(.alternative, "l"), "k"],
      startedAfter: .microseconds(1), duration: .milliseconds(2), steps: [Small.step()],
      sharedFragment: 7, advice: "ask them", route: "PUT /${a}", occasion: call,
      leftOut: leftOut)
    step.cookbookSteps = ["a/C5", "b/1"].compactMap { CookbookStep($0) }
    step.steps[0].steps = [Small.step(Small.skipped), Small.step(.notReached)]
    step.steps[0].steps += [
      Small.step(.blocked(because: hostile, fragment: 7)), Small.step(.interrupted),
    ]
    let problem = RunProblem(.partner, "gone", at: odd, isUnreachable: true)
    let scenarios = [
      ScenarioRecord(
        name: "one", template: "${one}", about: "a", location: odd, tags: ["t"], isAdvisory: true,
        verdict: .broken(problem), startedAfter: .seconds(3), duration: .milliseconds(4),
        steps: [step], missingFacts: ["f"], planIndex: 5), Small.scenario(.passed, []),
    ]
    var suite = Small.suite(scenarios)
    suite.about = "about"
    suite.isPreflight = true
    suite.isWalk = true
    var record = Small.run(
      suites: [suite, Small.suite([], name: "empty")],
      requirements: [
        Requirement(
          id: "R-1", level: .may, subject: "app", text: "T", shownBy: [.framework],
          endpoint: "GET /", source: "s", ambiguity: "AMB-1", step: "x",
          places: (try? PlacePattern("$.a")).map { [$0] },
          effect: "e", excess: "x", remedy: "Do it.", isInferred: true),
        Small.requirement(
          "R-2", .other("perhaps"), [.other("luck")], excuse: "why", unrecorded: "so"),
      ], shared: [Small.fragment(Small.unreachable, [step], id: 7)], isStrict: true,
      isInterrupted: true, shard: ShardRecord(index: 2, count: 3))
    record.target.serviceProvider = "REF30"
    record.target.argument = "a.yaml"
    record.target.mvpds = ["A", "B"]
    record.remarks = ["mind"]
    record.selection = SelectionRecord(
      paths: ["Suites/a.yaml"], tags: ["t"], excludedTags: ["x"], names: [hostile], phases: ["C"],
      requirements: ["R-1"], isWalk: true,
      budget: BudgetRecord(
        limits: ["5m", "9req"], requests: 8, duration: .seconds(9), leftOut: 10, proves: 11,
        provable: 12), selected: 3, total: 737)
    record.catalogues = record.catalogues.map {
      Catalogue(
        cookbook: $0.cookbook, revision: $0.revision, base: "base",
        earlierRevisions: [
          Catalogue.EarlierRevision(revision: "0", demanded: hostile, requirements: ["R-1"])
        ],
        phases: $0.phases.map {
          Catalogue.Phase(
            id: $0.id, title: $0.title, requirements: $0.requirements,
            steps: [
              Catalogue.Step(number: "A1", title: hostile, requirements: ["R-1", "B-1"]),
              Catalogue.Step(number: nil, title: "x", requirements: [], isUnwalked: true),
            ])
        },
        kinds: [.status])
    }
    record.interruption = "--max-time 5m"
    record.atLeast = 250
    record.earlierFailures = [
      EarlierFailure(suite: nil, name: "token", kind: .failed),
      EarlierFailure(suite: "s", name: hostile, kind: .broken),
    ]
    record.sharedFragments[0].given = #"{"a":1}"#
    record.known = [
      KnownFailure(
        subject: .application, cases: ["one", "two"], file: "a.yaml", requirements: ["R-1"],
        reason: "why", link: "https://x", expires: CalendarDay(record.startedAt), location: odd),
      KnownFailure(
        requirements: ["R-2"], reason: "so", expires: CalendarDay(record.startedAt), location: odd),
    ]
    record.subject = .both
    record.suites[1].subject = .application
    record.audit = AuditRecord(
      recordings: [hostile], origins: ["https://x"], judged: 3,
      ignored: ["y": 2], unanswered: 1, deliberate: 4, sessions: 5,
      span: Timestamp(milliseconds: 1)...Timestamp(milliseconds: 2), atLeast: 7,
      unseen: ["other": 2, hostile: 1])
    record.evidence = EvidenceRecord(
      files: EvidenceFile.Kind.allCases.map {
        EvidenceFile(kind: $0, path: "\($0) \(hostile)", digest: String(repeating: "0c", count: 32))
      },
      profile: ProfileRecord(
        facts: [
          ProfileRecord.Fact(name: "mvpd", value: "A"),
          ProfileRecord.Fact(name: "password", value: .string(ProfileRecord.hiddenValue)),
          ProfileRecord.Fact(name: "resources", value: ["permitted": ["a", 1, true, .null]]),
        ], cookbooks: ["book"], rate: Profile.Rate(perSecond: 2.5, burst: 7),
        clockTolerance: .seconds(10), connectTimeout: .seconds(5), responseTimeout: .seconds(30)))
    return record
  }()

  @Test func `reads what it wrote`() throws {
    let bytes = Self.text(Self.full)
    let again = try RunRecord(JSONParser.document(bytes).root)
    #expect(again == Self.full)
    #expect(Self.text(again) == bytes)
  }

  @Test func `refuses a step of a cookbook that lacks one`() throws {
    let text = String(decoding: Self.text(Self.full), as: UTF8.self)
    let wrong = Array(text.replacing("\"a/C5\"", with: "\"C5\"").utf8)
    #expect(throws: RecordError.self) { try RunRecord(JSONParser.document(wrong).root) }
  }

  @Test func `takes a report that does not say it for one of a service`() throws {
    let bytes = Self.text(Small.run([Small.scenario(.passed, [Small.step()])]))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("subject\":\"application"))
    let again = try RunRecord(JSONParser.document(bytes).root)
    #expect(again.subject == .service && again.suites[0].subject == .service)
    #expect(again.audit == nil)
  }

  @Test(
    arguments: [
      ("service-response", nil, [.service]), ("client-traffic", nil, [.application]),
      ("client-traffic", "so", []), ("emulator", nil, [.framework]), ("not-testable", nil, []),
    ] as [(String, String?, Set<Requirement.Witness>)])
  func `reads what earlier versions said of who shows a requirement`(
    word: String, unrecorded: String?, shownBy: Set<Requirement.Witness>
  ) throws {
    let requirement = Small.requirement("R-1", unrecorded: unrecorded)
    let bytes = Self.text(Small.run([], requirements: [requirement]))
    let written = String(decoding: bytes, as: UTF8.self)
    let old = written.replacing(
      /"shownBy":\s*\[\s*"service"\s*\]/, with: #""testableBy": "\#(word)""#)
    #expect(old != written)
    #expect(try Self.read(old).catalogues.requirement("R-1")?.shownBy == shownBy)
  }

  @Test func `reads findings of earlier versions, which had texts alone`() throws {
    let findings = [
      Small.finding(found: .nothing), Small.finding(found: FoundValue(of: 7)),
      Small.finding(found: FoundValue(words: "nothing")),
    ]
    let bytes = Self.text(Small.run([Small.scenario(.failed(findings), [])]))
    #expect(try RunRecord(JSONParser.document(bytes).root).found == findings.map(\.foundValue))
    let old = String(decoding: bytes, as: UTF8.self)
      .replacing(/,\s*"found(Kind|Value)":\s*("[a-z]*"|7)/, with: "")
    #expect(!old.contains("foundKind"))
    let read = try Self.read(old).found
    #expect(read.map(\.kind) == [.nothing, .words, .nothing])
    #expect(read.map(\.text) == ["nothing", "7", "nothing"])
  }

  @Test func `takes for interrupted what earlier versions called an error`() throws {
    let problem = RunProblem(.interrupted, "the run was interrupted", at: nil)
    let bytes = Self.text(Small.run([Small.scenario(.broken(problem), [])]))
    let again = try RunRecord(JSONParser.document(bytes).root)
    #expect(again.suites[0].scenarios[0].verdict == .interrupted)
  }

  @Test(
    arguments: rows(tableText("RecordJSONTests")))
  func `says where a text is no record`(edit: String, message: String) throws {
    let parts = edit.components(separatedBy: " => ")
    let text = String(
      decoding: Self.text(Small.run([Small.scenario(.passed, [Small.step()])])), as: UTF8.self)
    let range = try #require(text.range(of: parts[0]))
    let wrong = text.replacingCharacters(in: range, with: parts[1])
    let error = #expect(throws: RecordError.self) { try Self.read(wrong) }
    #expect(error?.description == message)
  }

  @Test(arguments: [(100, true), (101, false), (151, false)])
  func `reads steps that are nested as deep as a record may have them`(
    depth: Int, isRead: Bool
  ) throws {
    var step = Small.step(status: nil)
    for _ in 1..<depth { step = Small.step(status: nil, steps: [step], action: .use) }
    let record = Small.run([Small.scenario(.passed, [step])])
    let root = try JSONParser.document(Self.text(record), limits: JSONLimits(depth: 1000)).root
    if isRead {
      #expect(try RunRecord(root) == record)
    } else {
      let error = #expect(throws: RecordError.self) { try RunRecord(root) }
      #expect(error?.reason == .tooDeep(limit: 100))
    }
  }

  /// In a record in which nothing is left out.
  @Test(
    arguments: [
      ("\"to\":\"1970-01-01T00:00:00.002Z\"", "\"to\":\"1970-01-01T00:00:00.000Z\"", "/audit/to"),
      ("\"to\":\"1970-01-01T00:00:00.002Z\"", "\"to\":\"1970-01-01T00:00:00.001Z\"", nil),
      (",\"to\":\"1970-01-01T00:00:00.002Z\"", "", "/audit/to"),
      ("\"from\":\"1970-01-01T00:00:00.001Z\",", "", nil),
      ("\"from\":\"1970-01-01T00:00:00.001Z\"", "\"from\":\"1970-01-01T00:00:00Z\"", "/audit/from"),
      ("\"expires\":\"2026-11-21\"", "\"expires\":\"2026-11-31\"", "/known/0/expires"),
      ("\"subject\":\"application\",\"names\"", "\"subject\":\"x\",\"names\"", "/known/0/subject"),
      ("\"kind\":\"fragments\"", "\"kind\":\"fragment\"", "/evidence/files/1/kind"),
      ("\"facts\":{", "\"facts\":[],\"x\":{", "/evidence/profile/facts"),
      ("\"perSecond\":2.5", "\"perSecond\":\"2.5\"", "/evidence/profile/rate/perSecond"),
      ("\"burst\":7", "\"burst\":-1", "/evidence/profile/rate/burst"),
      ("\"judged\":3", "\"judged\":1000000000", nil),
      ("\"judged\":3", "\"judged\":1000000001", "/audit/judged"),
      ("\"judged\":3", "\"judged\":-1", "/audit/judged"), ("\"judged\":3", "\"judged\":0", nil),
      ("\"entries\":2", "\"entries\":-1", "/audit/ignored/0/entries"),
      ("\"shard\":{\"index\":2", "\"shard\":{\"index\":\"2\"", "/shard/index"),
      ("\"subject\":\"both\"", "\"subject\":\"all\"", "/subject"),
      (
        "\"places\":[\"$.a\"]", "\"places\":[\"$[\"]",
        "/catalogues/0/phases/0/requirements/0/places/0"
      ),
    ] as [(String, String, String?)])
  func `says which member of a whole record is wrong`(
    part: String, other: String, pointer: String?
  ) throws {
    let text = String(decoding: Self.text(Self.full), as: UTF8.self)
    let edited = text.replacing(part, with: other, maxReplacements: 1)
    try #require(edited != text, "\(part)")
    guard let pointer else {
      #expect(throws: Never.self) { try Self.read(edited) }
      return
    }
    let error = #expect(throws: RecordError.self) { try Self.read(edited) }
    #expect(error?.pointer == pointer)
  }

  @Test(arguments: [("/a~1b", "/a~1b is missing"), ("", "the record is missing")])
  func `names the place in words`(pointer: String, text: String) {
    #expect("\(RecordError(reason: .missing, pointer: pointer))" == text)
  }
}

extension RunRecord {
  fileprivate var found: [FoundValue] {
    suites.flatMap(\.scenarios).flatMap(\.verdict.findings).map(\.foundValue)
  }
}
