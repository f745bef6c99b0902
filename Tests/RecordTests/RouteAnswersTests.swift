// SPDX-License-Identifier: Apache-2.0
// Tests of which endpoints gave all requests of a run the same answer.

import Record
import Testing

@Suite struct RouteAnswersTests {
  typealias Small = SmallRecords

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let steps: [StepRecord]
    var refusing: [String: Int] = [:]
    var everyAnswer: Int?
    var testDescription: String { what }
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

  static let rows = [
    Row(what: "nothing was asked", steps: []),
    Row(what: "one refusal", steps: [asked("GET /a", 404)]),
    Row(
      what: "the same refusal twice", steps: [asked("GET /a", 404), asked("GET /a", 404)],
      refusing: ["GET /a": 404]),
    Row(
      what: "the same for two ids", steps: [asked("GET /a/${x}", 404), asked("GET /a/${y}", 404)],
      refusing: ["GET /a/*": 404]),
    Row(what: "two refusals", steps: [asked("GET /a", 404), asked("GET /a", 403)]),
    Row(what: "a refusal between answers", steps: [asked("GET /a", 404), asked("GET /a", 200)]),
    Row(what: "no refusal", steps: [asked("GET /a", 399), asked("GET /a", 399)]),
    Row(
      what: "the least refusal", steps: [asked("GET /a", 400), asked("GET /a", 400)],
      refusing: ["GET /a": 400]),
    Row(
      what: "a refusal that is not in the record, but counted",
      steps: [asked("GET /a", 429, more: .init(status: 429, number: 1, wireIssues: 0))],
      refusing: ["GET /a": 429]),
    Row(
      what: "an answer that is not in the record, but counted",
      steps: [asked("GET /a", 429, more: .init(status: 200, number: 1, wireIssues: 0))]),
    Row(
      what: "several endpoints with one refusal each",
      steps: [asked("GET /a", 400), asked("GET /b", 400)], everyAnswer: 400),
    Row(
      what: "several endpoints with one answer",
      steps: [asked("GET /a", 399), asked("GET /b", 399)]),
    Row(
      what: "several endpoints with different refusals",
      steps: [asked("GET /a", 400), asked("GET /b", 401)]),
    Row(
      what: "one endpoint with one refusal, one with two",
      steps: [asked("GET /a", 400), asked("GET /b", 400), asked("GET /b", 401)]),
    Row(
      what: "what the framework, a user or a recording answers",
      steps: [StepRecord.Action.partner, .user, .traffic].flatMap { action in
        [asked("GET /a", 404, action: action), asked("GET /b", 404, action: action)]
      }),
  ]

  @Test(arguments: rows)
  func `finds endpoints that refuse everything`(row: Row) {
    let answers = RunJudgement(Small.run([Small.scenario(.passed, row.steps)])).answers
    #expect(answers.refusing == row.refusing)
    #expect(answers.everyAnswer == row.everyAnswer)
  }

  @Test func `counts the steps of shared fragments`() {
    let steps = [Self.asked("GET /a", 404), Self.asked("GET /a", 404)]
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
    #expect(RouteAnswers.folded(route: route) == folded)
  }
}
