// SPDX-License-Identifier: Apache-2.0
// Tests of what tells a call that failed from the same call that passed.

import Expectations
import Formats
import HTTP
import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct ContrastTests {
  private struct Sent: Sendable {
    var path = "/a"
    var headers: [HeaderField] = []
    var body = ""
    var status = 200
    var route = "GET /a"
  }

  private static func step(_ name: String, _ sent: Sent, _ verdict: Verdict = .passed)
    -> StepRecord
  {
    let detail = ExchangeRecord.Detail(
      requestHeaders: sent.headers, requestBody: sent.body, reason: "OK", responseHeaders: [],
      responseBody: #"{"a":2}"#, responseByteCount: 7)
    var step = SampleRecords.request(
      name, 9, verdict: verdict,
      exchanges: [SampleRecords.exchange("GET", sent.path, sent.status, detail: detail)])
    step.route = sent.route
    return step
  }

  private static func group(
    before: [Sent], _ failed: Sent, _ finding: Finding, name: String = "A device leaves"
  ) throws -> (IncidentGroup, RunJudgement) {
    let verdict = Verdict.failed([finding])
    let steps =
      before.enumerated().map { step("before \($0)", $1) } + [step("ask", failed, verdict)]
    let run = RunJudgement(
      SampleRecords.run(of: [SampleRecords.scenario(name, 1, verdict, steps: steps)]))
    return (try #require(IncidentGroup.failures(of: run).first), run)
  }

  private static let member = SampleRecords.finding("/a", 7, "1", "2")
  private static let status = SampleRecords.finding("status", 7, "400", "200")

  /// The calls before, with `|` between them, and what is said of the one that differs least.
  @Test(
    arguments: [
      ([Sent(headers: [HeaderField("X-Id", "1")])], "with X-Id: 1 → 200"),
      ([Sent(headers: [])], "without `X-Id` → 200"),
      ([Sent(headers: [HeaderField("X-Id", "2")])], "the same request → 200"),
      (
        [Sent(headers: [HeaderField("x-id", "2")])],
        "the same call with `x-id` in these letters → 200"
      ),
      ([Sent(headers: [HeaderField("X-Id", "2")], body: "b=1&c=%20")], "with b=1 and c=  → 200"),
      ([Sent(headers: [HeaderField("X-Id", "2")], body: #"{"b":[1,2]}"#)], "with b: [1, 2] → 200"),
      ([Sent(path: "/a?b=1", headers: [HeaderField("X-Id", "2")])], "with b=1 → 200"),
      ([Sent(path: "/b", headers: [HeaderField("X-Id", "2")])], "to /b → 200"),
      // The one that differs least, and of these the last.
      (
        [Sent(headers: [HeaderField("X-Id", "2")]), Sent(headers: [HeaderField("X-Id", "1")])],
        "'before 0' passed before: the same request → 200"
      ),
      // What every client sends tells nothing, nor does the charset of a format.
      (
        [
          Sent(headers: [
            HeaderField("X-Id", "2"), HeaderField("Host", "x"),
          ])
        ], "the same request → 200"
      ),
      // All clients send this one, so that a call without it is another call.
      (
        [Sent(headers: [HeaderField("X-Id", "2"), HeaderField("User-Agent", "x")])],
        "the same call with User-Agent: x → 200"
      ),
      // Another call, and one with another status, are no contrast.
      ([Sent(headers: [], route: "GET /other")], nil), ([Sent(headers: [], status: 204)], nil),
      ([], nil),
    ] as [([Sent], String?)])
  private func `tells what the call that passed had`(before: [Sent], text: String?) throws {
    let failed = Sent(headers: [HeaderField("X-Id", "2")])
    let (group, run) = try Self.group(before: before, failed, Self.member)
    let sentence = group.contrast?.sentence
    #expect((sentence == nil) == (text == nil))
    if let text { #expect(sentence?.hasSuffix(text) ?? false, "\(sentence ?? "")") }
    let screen = TerminalReport(hasColour: false).summary(of: run).rendered
    #expect(screen.contains("    but       'before ") == (text != nil))
  }

  @Test func `is of any status where the status is wrong`() throws {
    let (group, _) = try Self.group(before: [Sent(status: 401)], Sent(), Self.status)
    #expect(group.contrast?.sentence == "'before 0' passed before: the same request → 401")
    #expect(
      group.title
        == "GET /a, in 'A device leaves', after 'before 0': the status is 200 and must be 400")
  }

  /// Where the requests differ, the step before is not what makes the difference.
  @Test func `names the case in the headline of what is not always so`() throws {
    let before = [Sent(headers: [HeaderField("X-Id", "1")])]
    var (group, _) = try Self.group(before: before, Sent(), Self.member)
    #expect(group.title == "GET /a, in 'A device leaves': `a` is 2 and must be 1")
    (group, _) = try Self.group(before: [], Sent(), Self.member)
    #expect(group.title == "GET /a: `a` is 2 and must be 1")
  }

  @Test func `shows what was sent and answered, and says what is masked`() throws {
    let headers = [
      HeaderField("Authorization", "Bearer ‹token 2›"), HeaderField("X-Id", "2"),
      HeaderField("Host", "a.example"),
    ]
    let before = [Sent(headers: [HeaderField("X-Id", "2")], route: "GET /b")]
    let (_, run) = try Self.group(
      before: before, Sent(headers: headers, body: "b=1&c=2"), Self.member)
    let lines = TerminalReport(hasColour: false).summary(of: run).rendered
      .split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains("with      Authorization: Bearer ‹token 2›; X-Id"))
    #expect(lines.contains("body      b=1 & c=2"))
    #expect(lines.contains(#"answer    {"a": 2}"#))
    #expect(
      lines.contains("‹…› stands for a secret, which no report shows; two of one name may differ."))
  }

  /// The values of a document, of a long list as many parts as have room, a name for the rest.
  @Test func `cuts between parts, and says what the failed call has not`() throws {
    let document = HeaderField("X-Doc", "eyJhIjp7ImIiOiJ4IiwiYyI6MX19")
    let other = HeaderField("X-Doc", "eyJhIjp7ImIiOiJ5IiwiYyI6MX19")
    var (group, run) = try Self.group(
      before: [Sent(headers: [document])], Sent(headers: [other]), Self.member)
    #expect(
      group.contrast?.sentence.hasSuffix(#"the same call with X-Doc with b "x" → 200"#) ?? false)
    var screen = TerminalReport(hasColour: false).summary(of: run).rendered
    #expect(screen.contains(#"with      X-Doc: Base64 of JSON with b "y" and c 1"#))
    let many = (1...5).map { HeaderField("X-\($0)", String(repeating: "\($0)", count: 40)) }
    (group, run) = try Self.group(before: [Sent(headers: many)], Sent(), Self.member)
    let sentence = try #require(group.contrast?.sentence)
    #expect(sentence.hasSuffix("and 3 other parts → 200") && sentence.count <= 172)
    screen = TerminalReport(hasColour: false).summary(of: run).rendered
    #expect(screen.contains("with      without X-1, X-2, X-3, X-4 and X-5"))
  }

  @Test(arguments: [(4, false), (5, true)])
  func `says what nearly all calls had that passed`(count: Int, isTold: Bool) {
    let sent = Sent(headers: [HeaderField("X-Id", "1")], body: "b=1&c=1")
    let verdict = Verdict.failed([Self.member])
    let passed = (0..<count).map {
      SampleRecords.scenario("p\($0)", 1, .passed, steps: [Self.step("ask", sent)])
    }
    let step = Self.step("ask", Sent(body: "b=1"), verdict)
    let failed = SampleRecords.scenario("f", 1, verdict, steps: [step])
    let screen = TerminalReport(hasColour: false)
      .summary(of: RunJudgement(SampleRecords.run(of: passed + [failed]))).rendered
    #expect(screen.contains("    with      without X-Id") == isTold)
    #expect(screen.contains("    body      b=1, without `c`") == isTold)
  }

  @Test func `shows of a long object the members that have room`() throws {
    let long = Array(repeating: "x", count: 170).joined()
    var step = Self.step("ask", Sent(), .failed([]))
    let place = Place.body(JSONPointer([.name("b")]))
    let finding = Finding(
      place: place, position: SampleRecords.at(7).position, expected: "empty",
      found: FoundValue(text: "{\"c\":1…", kind: .object))
    step.verdict = .failed([finding])
    step.exchanges[0].detail?.responseBody = #"{"b":{"a":"\#(long)","c":1,"d":{"e":1}}}"#
    let screen = TerminalReport(hasColour: false)
      .summary(of: RunJudgement(SampleRecords.run(of: step))).rendered
    #expect(screen.contains(#"found     {"c": 1} and 2 more members"#))
  }

  @Test func `shows of a long answer the object that is wrong`() throws {
    let long = Array(repeating: "x", count: 2000).joined()
    var step = Self.step("ask", Sent(), .failed([SampleRecords.finding("/b/c", 7, "1", "2")]))
    step.exchanges[0].detail?.responseBody = #"{"a":"\#(long)","b":{"c":2}}"#
    let run = RunJudgement(SampleRecords.run(of: step))
    let screen = TerminalReport(hasColour: false).summary(of: run).rendered
    #expect(screen.contains(#"    answer    `b` is {"c": 2}"#))
    #expect(!screen.contains("xxx"))
  }
}
