// SPDX-License-Identifier: Apache-2.0
// Bodies and headers laid out for reading, calls as a diagram, and the progress of a run.

import Formats
import HTTP
import Testing
import Text

@testable import Record
@testable import Reports

struct LayoutTests {
  private static let form = "application/x-www-form-urlencoded"

  @Test(
    arguments: [
      ("a=b+c&d=%2B&e&f=", form, ["a = b c", "d = +", "e = ", "f = "]),
      ("a+b=1&c=x=y", "\(form); charset=utf-8", ["a b = 1", "c = x=y"]),
      // What is no form is shown as it is.
      ("a=%zz", form, ["a=%zz"]), ("", form, [""]), ("a=b+c", "text/plain", ["a=b+c"]),
      ("a=b+c", nil, ["a=b+c"]),
      ("a=eyJiIjoxfQ==", form, ["a = eyJiIjoxfQ==", "    {", "      \"b\": 1", "    }"]),
      (
        #"{"a":{},"b":[],"c":[1,{"d":null}]}"#, "application/json",
        [
          "{", "  \"a\": {},", "  \"b\": [],", "  \"c\": [", "    1,", "    {", "      \"d\": null",
          "    }", "  ]", "}",
        ]
      ),
      ("one\n\ntwo", nil, ["one", "", "two"]), (" <a>\n<b/> </a>", nil, ["<a>", "  <b/>", "</a>"]),
      ("<a", nil, ["<a"]),
    ] as [(String, String?, [String])])
  func `lays a body out`(body: String, type: String?, lines: [String]) {
    var detail = SampleRecords.detail("")
    detail.requestBody = body
    detail.requestHeaders = type.map { [HeaderField("content-type", $0)] } ?? []
    #expect(BodyLayout(requestOf: detail).lines.map(\.text) == lines)
  }

  @Test(arguments: [
    ("/c/0", ["\"d\": 1,"]), ("/c/0/d", ["\"d\": 1,"]), ("/c/1", ["2"]), ("/c/2", ["\"c\": ["]),
    ("/c", ["\"c\": ["]), ("/a/b", ["\"a\": {},"]), ("/x/y", ["{"]), ("", ["{"]),
  ])
  func `marks the place, or the nearest one above it`(place: String, marked: [String]) {
    let text = #"{"a":{},"c":[{"d":1,"e":3},2]}"#
    let pointer = JSONPointer(
      place.split(separator: "/").map { part in Int(part).map { .index($0) } ?? .name(String(part))
      })
    let exchange = SampleRecords.exchange("GET", "/", 200, detail: SampleRecords.detail(text))
    let lines = ExchangeLayout(exchange, marking: .init(pointers: [pointer])).answer
      .filter(\.isMarked)
    let expected = place == "/c/0" ? ["{"] : marked
    #expect(lines.map { $0.text.drop { $0 == " " } } == expected.map { $0[...] })
  }

  @Test(arguments: [
    (#"{"a":1}"#, true), ("<a b='c'/>", true), ("[1,2,3]", false), ("1234567", false),
    ("{}", false), ("some text", false), ("<a", false), ("{\"\":1}", true),
  ])
  func `decodes a header that is the Base64 of a document`(text: String, isDocument: Bool) {
    #expect((BodyLayout(header: Base64.encode(text)) != nil) == isDocument)
    #expect(BodyLayout(header: text) == nil)
    let field = HeaderField("X-A", "fingerprint \(Base64.encode(text))")
    #expect(BodyLayout.lines(of: [field], marked: ["x-a"]).map(\.isMarked) == [true])
    #expect(BodyLayout.lines(of: [field], marked: ["x-b"]).map(\.isMarked) == [false])
  }

  private static func diagram(_ steps: [StepRecord], shared: [SharedFragmentRecord] = [])
    -> SequenceDiagram
  {
    SequenceDiagram(
      of: SampleRecords.scenario("s", 1, steps: steps), target: "https://API.staging.example/x",
      shared: shared.reduce(into: [:]) { $0[$1.id] = $1 })
  }

  private static func svg(_ diagram: SequenceDiagram) -> String { diagram.svg(title: "t", id: "i") }

  private static func asked(
    _ count: Int, status: Int = 200, leftOut: Int = 0, device: String = "device"
  ) -> StepRecord {
    var step = SampleRecords.request(
      "ask", 1, exchanges: (0..<count).map { _ in SampleRecords.exchange("GET", "/a", status) })
    step.device = device
    if leftOut > 0 { step.leftOut.add(.init(status: 200, number: leftOut, wireIssues: 0)) }
    return step
  }

  @Test(arguments: [
    (asked(1), 2, 0), (asked(29), 58, 0), (asked(30), 60, 0), (asked(31), 60, 2),
    (asked(60, status: 0), 60, 60), (asked(29, status: 0), 58, 0), (asked(30, leftOut: 5), 60, 1),
    (asked(29, leftOut: 5), 59, 0),
  ])
  func `shows sixty messages, and counts the others`(step: StepRecord, shown: Int, leftOut: Int) {
    let diagram = Self.diagram([step])
    #expect(diagram.events.count == shown)
    #expect(diagram.leftOut == leftOut)
    let text = "▸ \(leftOut) further message\(leftOut == 1 ? "" : "s")<"
    #expect(Self.svg(diagram).contains(text) == (leftOut > 0))
  }

  @Test func `tells the devices apart, and the service from the provider`() {
    var elsewhere = Self.asked(1)
    elsewhere.exchanges[0].url = "https://idp.example/login?a=b"
    var skipped = Self.asked(1, device: "tv")
    skipped.verdict = .skipped(because: "x")
    let one = Self.diagram([Self.asked(1), skipped, elsewhere])
    #expect(one.participants == ["Application", "Service", "Provider"])
    #expect(Self.svg(one).contains(">GET /a<"))
    #expect(Self.svg(one).contains(">GET https://idp.example/login?a=b<"))
    let two = Self.diagram([Self.asked(1), Self.asked(1, device: "my tv")])
    #expect(two.participants == ["Application (device)", "Application (my tv)", "Service"])
    #expect(Self.svg(Self.diagram([skipped])) == "")
  }

  @Test func `shows the provider behind the framework only where the user signed in`() {
    var failed = SampleRecords.frameworkCall
    failed.verdict = .broken(RunProblem(.partner, "cancelled", at: nil))
    failed.call?.answer = ""
    var metadata = SampleRecords.frameworkCall
    metadata.call?.name = "metadata"
    for (step, ids, events) in [
      (SampleRecords.frameworkCall, ["Application", "Framework", "Provider"], 4),
      (failed, ["Application", "Framework"], 2), (metadata, ["Application", "Framework"], 2),
    ] {
      let diagram = Self.diagram([step])
      #expect(diagram.participants == ids)
      #expect(diagram.events.count == events)
    }
    #expect(
      Self.svg(Self.diagram([failed])).contains(
        "✗ error: Complete authentication with the framework<"))
    var user = SampleRecords.frameworkCall
    user.call = PartnerCallRecord(name: "user", request: "signs in", answer: "")
    #expect(Self.svg(Self.diagram([user])).contains("▸ the user: signs in<"))
  }

  @Test func `shows the calls of a shared fragment where it is used`() {
    let diagram = Self.diagram(
      [SampleRecords.useToken(1), Self.asked(1)], shared: [SampleRecords.token])
    #expect(Self.svg(diagram).contains(">POST /o/client/token<"))
    #expect(diagram.events.count == 4)
  }

  @Test func `counts each text, with its first example`() {
    var tally = Tally()
    #expect(tally.entries.isEmpty)
    for name in ["b", "a", "b", "b"] { tally.add("same", name) }
    tally.add("other", "a")
    #expect(tally.entries.map(\.text) == ["same", "other"])
    #expect(tally.entries.map(\.example) == ["b", "a"])
    #expect(tally.entries.map(\.count) == [4, 1])
  }
}

/// How far a run is, on a terminal and in a log.
struct ProgressTests {
  /// What was done of how much, how many failed, in how many milliseconds, and what the pace of the
  /// profile lets expect.
  private static func progress(_ text: String) -> Progress {
    let numbers = text.split(separator: " ").map { Int($0) ?? 0 }
    return Progress(
      done: numbers[0], planned: numbers[1], failed: numbers[2],
      elapsed: .milliseconds(numbers[3]),
      expected: numbers.count > 4 ? .milliseconds(numbers[4]) : nil)
  }

  @Test(arguments: [
    ("0 10 0 0", 80, "[------------------------------] 0 of 10 scenarios, 0.0 ms"),
    (
      "5000 10000 2 12400", 80,
      "[#######--------] 5,000 of 10,000 scenarios, 2 failed, 12.40 s, about 12 s left"
    ), ("1 1 0 61000", 24, "1 of 1 scenario, 1 min…"),
    // The least room for a bar, and a column less.
    ("5 10 0 0", 39, "[#####-----] 5 of 10 scenarios, 0.0 ms"),
    ("5 10 0 0", 38, "5 of 10 scenarios, 0.0 ms"),
    // A rest of five seconds is not worth a word.
    ("5 10 0 5000", 30, "5 of 10 scenarios, 5.00 s"),
    ("5 10 0 6000", 45, "5 of 10 scenarios, 6.00 s, about 6 s left"), ("9 0 0 0", 5, "9 o…"),
    ("9 3 0 0", 0, ""),
  ])
  func `shows how far a run is`(progress: String, width: Int, line: String) {
    #expect(Self.progress(progress).line(width: width) == line)
  }

  @Test(arguments: [
    ("0 824 0 30000", "30.00 s: 0 of 824 scenarios"),
    // Nothing is done yet, and the pace of the profile tells.
    ("0 824 0 30000 900000", "30.00 s: 0 of 824 scenarios; about 15 min left"),
    // The service is slower than the pace.
    ("412 824 0 1000000 900000", "16 min 40 s: 412 of 824 scenarios; about 17 min left"),
    // Half of it is done, and both count.
    ("412 824 0 600000 960000", "10 min 0 s: 412 of 824 scenarios; about 8 min left"),
    ("206 824 2 90000", "1 min 30 s: 206 of 824 scenarios, 2 failed; about 5 min left"),
    ("823 824 0 9000000", "2 h 30 min: 823 of 824 scenarios; about 11 s left"),
    // The time of the pace is over.
    ("0 824 0 900000 900000", "15 min 0 s: 0 of 824 scenarios"),
    // Of two in a hundred nobody can say.
    ("2 100 0 10000", "10.00 s: 2 of 100 scenarios"),
    ("3 100 0 10000", "10.00 s: 3 of 100 scenarios; about 5 min left"),
    ("20 824 0 300000", "5 min 0 s: 20 of 824 scenarios; about 3 h 21 min left"),
  ])
  func `says in a log how far a run is`(progress: String, sentence: String) {
    #expect(Self.progress(progress).sentence == sentence)
  }

  @Test(
    arguments: [
      ([], 0, 2), ([true], 0, 2), ([true, false], 1, 2), ([false, true, false], 2, 2),
      // More ends than was planned.
      ([false, false, false], 3, 3), ([false, false, true], 2, 2),
    ] as [([Bool], Int, Int)])
  func `counts what is done without the scenarios of preflights`(
    arePreflights: [Bool], done: Int, planned: Int
  ) {
    var progress = Progress(planned: 2)
    let record = SampleRecords.scenario("one", 1, steps: [SampleRecords.configuration])
    for isPreflight in arePreflights {
      progress.add(
        JudgedScenario(
          suite: "s", record: Masked(alreadyMasked: record),
          judgement: ScenarioJudgement(record, shared: [:], isStrict: false),
          isPreflight: isPreflight))
    }
    #expect(progress == Progress(done: done, planned: planned))
  }

  @Test func `counts a table that the service fills once`() {
    var progress = Progress(planned: 2)
    for index in [1, 1, 2, 1] {
      var record = SampleRecords.scenario("one", 1, steps: [SampleRecords.configuration])
      record.planIndex = index
      progress.add(
        JudgedScenario(
          suite: "s", record: Masked(alreadyMasked: record),
          judgement: ScenarioJudgement(record, shared: [:], isStrict: false)))
    }
    #expect([progress.done, progress.planned] == [2, 2])
  }
}
