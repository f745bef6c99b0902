// SPDX-License-Identifier: Apache-2.0
// Tests of what endpoints answered, and of numbers and lists in words.

import Suites
import Testing

@testable import Record

struct RouteAnswersTests {
  typealias Small = SmallRecords

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let steps: [StepRecord]
    let refusing: [String: Int]
    let everyAnswer: Int?
    var testDescription: String { what }

    init(
      _ what: String, _ steps: [StepRecord], refusing: [String: Int] = [:], everyAnswer: Int? = nil
    ) {
      (self.what, self.steps) = (what, steps)
      (self.refusing, self.everyAnswer) = (refusing, everyAnswer)
    }
  }

  static func asked(
    _ route: String, _ status: Int, more: LeftOutExchanges.Count? = nil,
    action: StepRecord.Action = .request
  ) -> StepRecord {
    var step = Small.step(status: status, action: action)
    step.route = route
    if let more { step.leftOut.add(more) }
    return step
  }

  /// The steps that got these answers: `GET /a 404; GET /b 400`.
  static func asked(_ answers: String) -> [StepRecord] {
    answers.split(separator: "; ").map { answer in
      asked(String(answer.dropLast(4)), Int(answer.suffix(3)) ?? 0)
    }
  }

  static let rows = [
    Row("nothing was asked", []), Row("one refusal", asked("GET /a 404")),
    Row("the same refusal twice", asked("GET /a 404; GET /a 404"), refusing: ["GET /a": 404]),
    Row(
      "the same for two ids", asked("GET /a/${x} 404; GET /a/${y} 404"), refusing: ["GET /a/*": 404]
    ),
    Row("two refusals", asked("GET /a 404; GET /a 403")),
    Row("a refusal between answers", asked("GET /a 404; GET /a 200")),
    Row("no refusal", asked("GET /a 399; GET /a 399")),
    Row("the least refusal", asked("GET /a 400; GET /a 400"), refusing: ["GET /a": 400]),
    Row(
      "a refusal that is not in the record, but counted",
      [asked("GET /a", 429, more: .init(status: 429, number: 1, wireIssues: 0))],
      refusing: ["GET /a": 429]),
    Row(
      "an answer that is not in the record, but counted",
      [asked("GET /a", 429, more: .init(status: 200, number: 1, wireIssues: 0))]),
    Row(
      "several endpoints with one refusal each", asked("GET /a 400; GET /b 400"), everyAnswer: 400),
    Row("several endpoints with one answer", asked("GET /a 399; GET /b 399")),
    Row("several endpoints with different refusals", asked("GET /a 400; GET /b 401")),
    Row("one endpoint with one refusal, one with two", asked("GET /a 400; GET /b 400; GET /b 401")),
    Row(
      "what the framework, a user or a recording answers",
      [StepRecord.Action.partner, .user, .traffic].flatMap { action in
        [asked("GET /a", 404, action: action), asked("GET /b", 404, action: action)]
      }),
  ]

  @Test(arguments: rows) func `finds endpoints that refuse everything`(row: Row) {
    let answers = RunJudgement(Small.run([Small.scenario(.passed, row.steps)])).answers
    #expect(answers.refusing == row.refusing)
    #expect(answers.everyAnswer == row.everyAnswer)
  }

  @Test func `counts the steps of shared fragments`() {
    let steps = Self.asked("GET /a 404; GET /a 404")
    let answers = RunJudgement(Small.run([], shared: [Small.fragment(.passed, steps)])).answers
    #expect(answers.refusing == ["GET /a": 404])
  }

  @Test(arguments: [
    ("http://x/api/v2/REF30/profiles?a=b", "GET /api/v2/*/profiles"),
    ("https://x/REF30/MVPD_1/‹code›", "GET /*/*/*"),
    ("http://x/abc12/abc123/abcdef", "GET /abc12/*/abcdef"), ("/a/b", "GET /a/b"),
    ("http://x/", "GET /"),
  ])
  func `folds the path that was sent where no route is known`(url: String, endpoint: String) {
    var step = Small.step()
    step.exchanges = [
      Small.exchange(500), ExchangeRecord(method: "GET", url: url, status: 200, duration: .zero),
    ]
    #expect(RouteAnswers(ids: ["REF30", "MVPD_1", ""]).endpoint(of: step) == endpoint)
    step.exchanges = []
    #expect(RouteAnswers(ids: []).endpoint(of: step) == "s.yaml:1:1")
  }

  @Test(arguments: [
    ("GET /a", "GET /a"), ("GET /${a}/b/${c}", "GET /*/b/*"), ("GET /${a}${b}", "GET /**"),
    ("GET /a/${b", "GET /a/${b"),
  ])
  func `folds the values of a route`(route: String, folded: String) {
    #expect(RoutePattern.folded(route) == folded)
  }
}

struct WordingTests {
  @Test(arguments: [
    (0, "0 scenarios"), (1, "1 scenario"), (2, "2 scenarios"), (999, "999 scenarios"),
    (-1, "-1 scenarios"), (-1000, "-1,000 scenarios"), (100_000, "100,000 scenarios"),
    (1000, "1,000 scenarios"), (1_234_567, "1,234,567 scenarios"),
  ])
  func `counts`(number: Int, text: String) {
    #expect(Wording.count(number, "scenario") == text)
  }

  @Test(arguments: [
    (0, "0.0 ms"), (450, "0.4 ms"), (12_345, "12 ms"), (999_999, "999 ms"),
    (9_999, "9.9 ms"), (10_000, "10 ms"), (1_000_000, "1.00 s"), (59_999_999, "59.99 s"),
    (60_000_000, "1 min 0 s"), (3_599_999_999, "59 min 59 s"), (3_600_000_000, "1 h 0 min"),
    (90_000_000_000, "25 h 0 min"), (1_099_999, "1.09 s"), (1_100_000, "1.10 s"),
    (1_050_000, "1.05 s"), (125_000_000, "2 min 5 s"), (7_380_000_000, "2 h 3 min"), (-5, "0.0 ms"),
  ])
  func `writes durations for people`(microseconds: Int, text: String) {
    #expect(Wording.duration(.microseconds(microseconds)) == text)
  }

  @Test(arguments: [
    (0, "0.000"), (400, "0.000"), (12_345, "0.012"), (1_234_567_000, "1234.567"), (-1000, "0.000"),
  ])
  func `writes seconds with three decimals`(microseconds: Int, text: String) {
    #expect(Wording.seconds(.microseconds(microseconds)) == text)
  }

  @Test(arguments: [
    (0, "0.000"), (10, "0.010"), (99, "0.099"), (100, "0.100"), (999, "0.999"), (1000, "1.000"),
    (7, "0.007"), (12_345, "12.345"), (-1_500, "-1.500"), (60_000_000, "60000.000"),
  ])
  func `writes milliseconds with three decimals`(microseconds: Int, text: String) {
    #expect(Wording.milliseconds(.microseconds(microseconds)) == text)
  }

  @Test func `takes another plural and another conjunction`() {
    #expect(Wording.count(1, "entry", "entries") == "1 entry")
    #expect(Wording.count(2, "entry", "entries") == "2 entries")
    #expect(Wording.list(["a", "b", "c"], "or") == "a, b or c")
  }

  @Test func `keeps within its numbers, however long a duration is`() {
    for (duration, microseconds) in [
      (Duration.seconds(Int64.max), Int.max / 2), (.seconds(Int64.min), Int.min / 2),
      (.nanoseconds(1999), 1), (.seconds(2), 2_000_000),
    ] { #expect(duration.wholeMicroseconds == microseconds) }
    #expect(Duration.nanoseconds(1999).inMicroseconds == .microseconds(1))
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
  ])
  func `lists`(items: [String], text: String) {
    #expect(Wording.list(items) == text)
  }
}
