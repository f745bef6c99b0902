// SPDX-License-Identifier: Apache-2.0
// Tests of what is run at all: needs, selection, cases, fail-fast, independence.

import Formats
import HTTP
import Runner
import Suites
import Testing
import Text

@testable import Record

struct PlannerTests {
  static let suite = """
    suite: Plan
    tags: [all]
    needs: [service_provider]
    scenarios:
      - {scenario: Plain walk, tags: [quick], steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]}
      - {scenario: Skipped walk, needs: [throttled], steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]}
      - {scenario: Elsewhere, needs: [mvpd], steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]}
      - {scenario: Here, steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]}
      - {scenario: Needs much, needs: [throttled], steps: [{step: A, request: {GET: "/${resources.denied[0]}/${mvpd}"}, expect: {status: 200}}]}
      - scenario: Row ${n}
        cases: [{n: one, v: 1}, {n: two, v: "${picker_mvpd}"}, {n: three, v: {a: !string {}}}]
        steps: [{step: A, request: {GET: "/${n}"}, expect: {json: {v: "${v}"}}}]
    """

  static func plan(_ selection: Selection = Selection(), facts: JSONObject) throws
    -> [PlannedScenario]
  {
    return try Bench(facts: facts, selection: selection).plan(suite).suites.flatMap(\.scenarios)
  }

  @Test func `skips what the target can't do, naming the facts`() throws {
    let scenarios = try Self.plan(
      facts: JSONObject([
        ("service_provider", "SP"), ("mvpd", ""), ("resources", ["denied": []]),
        ("throttled", false),
      ]))
    #expect(
      scenarios.map(\.name) == [
        "Plain walk", "Skipped walk", "Elsewhere", "Here", "Needs much", "Row one", "Row two",
        "Row three",
      ])
    #expect(
      scenarios.map { $0.skip?.missingFacts.sorted() } == [
        nil, ["throttled"], ["mvpd"], nil, ["mvpd", "resources.denied[0]", "throttled"], nil,
        ["picker_mvpd"], nil,
      ])
    #expect(
      scenarios[1].skip?.reason
        == "needs the fact throttled, which the target's profile does not give")
  }

  @Test(
    arguments: [
      (Selection(tags: ["quick"]), ["Plain walk"]), (Selection(tags: ["all"]), nil),
      (Selection(tags: ["none", "quick"]), ["Plain walk"]), (Selection(excludedTags: ["all"]), []),
      (Selection(excludedTags: ["none"]), nil),
      (
        Selection(tags: ["all"], excludedTags: ["none", "quick"], names: ["walk"]), ["Skipped walk"]
      ), (Selection(names: ["*"]), nil), (Selection(names: ["?ere"]), ["Here"]),
      (Selection(names: ["ere?"]), []),
      (Selection(names: ["Row"]), ["Row one", "Row two", "Row three"]),
      (Selection(names: ["Row*e"]), ["Row one", "Row three"]), (Selection(names: ["*ow"]), []),
      (Selection(tags: ["none"]), []),
      (Selection(names: ["WALK"]), ["Plain walk", "Skipped walk"]),
      (Selection(names: ["row t*"]), ["Row two", "Row three"]),
      (Selection(names: ["H?re"]), ["Here"]), (Selection(tags: ["quick"], names: ["Here"]), []),
      (Selection(names: ["Here", "Elsewhere"]), ["Elsewhere", "Here"]),
    ] as [(Selection, [String]?)])
  func `selects by tags and names`(selection: Selection, names: [String]?) throws {
    let facts = JSONObject([("service_provider", "SP")])
    let all = try Self.plan(facts: facts).map(\.name)
    #expect(try Self.plan(selection, facts: facts).map(\.name) == names ?? all)
  }

  @Test(arguments: [
    (0, 1, false), (1, 1, true), (2, 1, false), (1, 10_000, true), (10_000, 10_000, true),
    (1, 10_001, false), (-1, 3, false), (1, 0, false),
  ])
  func `has parts from the first to the last of ten thousand`(
    index: Int, count: Int, isPart: Bool
  ) {
    #expect((Shard(index: index, count: count) != nil) == isPart)
  }

  @Test func `parts a plan by the numbers of its scenarios`() throws {
    let plan = try Bench(facts: JSONObject([("service_provider", "SP")])).plan(Self.suite)
    func numbers(_ part: Plan) -> [Int] { part.suites.flatMap(\.scenarios).map(\.index) }
    #expect(numbers(plan.part(try #require(Shard(index: 1, count: 3)))) == [1, 4, 7])
    #expect(numbers(plan.part(try #require(Shard(index: 3, count: 3)))) == [3, 6])
    #expect(numbers(plan.part([2, 8, 9])) == [2, 8])
    #expect(numbers(plan.without([2, 8, 9])) == [1, 3, 4, 5, 6, 7])
  }

  @Test func `numbers the scenarios of all suites in one row`() throws {
    let bench = Bench(
      facts: JSONObject([("service_provider", "SP")]),
      files: ["zzz.yaml": Self.suite.replacing("suite: Plan", with: "suite: Second plan")])
    let plan = try bench.plan(Self.suite)
    #expect(plan.suites.map { $0.scenarios.map(\.index) } == [Array(1...8), Array(9...16)])
  }

  @Test func `puts the row's values in, patterns among them`() throws {
    let bench = Bench(
      facts: JSONObject([("service_provider", "SP")]), selection: Selection(names: ["Row"]))
    let record = try bench.run(Self.suite) { request, _ in
      .json(request.target == "/one" ? #"{"v": 1}"# : #"{"v": {"a": "x", "b": 2}}"#)
    }
    #expect(record.scenarios.map(\.verdict.kind) == [.passed, .skipped, .passed])
  }
}

struct RunTests {
  static let suite = """
    suite: Many
    scenarios:
      - scenario: Number ${n}
        cases: [{n: 0}, {n: 1}, {n: 2}, {n: 3}, {n: 4}, {n: 5}, {n: 6}, {n: 7}, {n: 8}, {n: 9}]
        steps:
          - {step: A, request: {GET: "/${n}", headers: {X-Id: "${device.id}"}}, save: {id: $.id}, expect: {json: {ok: true}}}
    """

  static func answer(_ request: HTTPRequest) -> HTTPResponse {
    let isGood = !["/3", "/7"].contains(request.target)
    return .json(#"{"id": "\#(request.target)", "ok": \#(isGood)}"#)
  }

  @Test(arguments: [1, 3, 16])
  func `gives the same verdicts in the plan's order with any number of jobs`(jobs: Int) throws {
    let record = try Bench(jobs: jobs).run(Self.suite) { request, _ in Self.answer(request) }
    #expect(record.scenarios.map(\.name) == (0..<10).map { "Number \($0)" })
    let failed = record.scenarios.filter { $0.verdict.kind == .failed }.map(\.name)
    #expect(failed == ["Number 3", "Number 7"])
    #expect(record.jobs == jobs)
  }

  @Test func `stops at the first that is not conformant`() throws {
    let bench = Bench(stopsAtFailure: true)
    let record = try bench.run(Self.suite) { request, _ in Self.answer(request) }
    let kinds = record.scenarios.map(\.verdict.kind)
    #expect(kinds == [.passed, .passed, .passed, .failed] + Array(repeating: .skipped, count: 6))
    #expect(record.scenarios[4].verdict.sentence.contains("--fail-fast"))
  }

  /// The bench runs on 2027-01-15.
  @Test(arguments: [("2027-01-15", 8), ("2027-01-14", 4), ("2099-01-01", 8)])
  func `goes on after a failure that is known, as long as it is`(expires: String, count: Int) throws
  {
    let known = KnownFailure(
      cases: ["Number 3"], reason: "why", expires: try #require(CalendarDay(expires)),
      location: SourceLocation(file: "known.yaml", position: .start))
    let service = try Service { request, _ in Self.answer(request) }
    _ = try Bench(stopsAtFailure: true, known: [known]).run(Self.suite, on: service)
    #expect(service.requests.count == count)
  }

  @Test(arguments: [(false, 10), (true, 4)])
  func `stops at a warning where the run is strict`(isStrict: Bool, count: Int) throws {
    let bench = Bench(stopsAtFailure: true, isStrict: isStrict)
    let service = try Service { request, _ in Self.answer(request) }
    _ = try bench.run(Self.suite.replacing("expect:", with: "should:"), on: service)
    #expect(service.requests.count == count)
  }

  @Test func `proves nothing where a scenario of level should fails in its only step`() throws {
    let record = try Bench().run(
      """
      suite: Advice
      scenarios:
        - {scenario: It, level: should, steps: [{step: A, request: {GET: /a}, expect: {status: 404}}]}
      """)
    let judgement = RunJudgement(record)
    #expect(judgement.scenarios[0][0].kind == .passed)
    #expect(judgement.scenarios[0][0].warnings.count == 1)
    #expect(judgement.outcome.kind == .nothingProved)
  }
}
