// SPDX-License-Identifier: Apache-2.0
// Tests of what a plan costs and proves, before anything is sent.

import Formats
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner

@Suite struct PlanCostsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The scenarios, each by its steps.
    let scenarios: [String]
    var paced = 0
    var unpaced = 0
    var wait = Duration.zero
  }

  static let rows = [
    Row(
      testDescription: "requests", scenarios: ["request: {GET: /a}", "request: {GET: /b}"], paced: 2
    ),
    Row(
      testDescription: "a burst, which is not paced",
      scenarios: ["{request: {GET: /a}, burst: 20}"], unpaced: 20),
    Row(
      testDescription: "an answer that is asked for again",
      scenarios: [
        "{request: {GET: /a}, retry: {while: {status: 404}, every: 1s, at-most: 5s}, expect: {status: 200}}"
      ], paced: 2),
    Row(
      testDescription: "a burst that is sent again",
      scenarios: [
        "{request: {GET: /a}, burst: 3, retry: {while: {statuses: !some 429}, every: 1s, at-most: 5s}, expect: {statuses: !each 200}}"
      ], unpaced: 6),
    Row(
      testDescription: "final steps",
      scenarios: [
        "{request: {GET: /a}}\n    finally:\n      - {request: {GET: /b}}\n      - use: two"
      ],
      paced: 4),
    Row(
      testDescription: "a step that may be skipped",
      scenarios: ["{request: {GET: /a}, when: {mvpd: x}}"], paced: 1),
    Row(
      testDescription: "the default argument of a shared fragment as one that is given",
      scenarios: ["use: usual", "{use: usual, with: {name: M1}}", "{use: usual, with: {name: b}}"],
      paced: 2),
    Row(testDescription: "a visit", scenarios: ["{user: {visit: /a}}"], paced: 3),
    Row(testDescription: "a fragment each time", scenarios: ["use: two", "use: two"], paced: 4),
    Row(
      testDescription: "a shared fragment once", scenarios: ["use: once", "use: once"], paced: 2),
    Row(
      testDescription: "a shared fragment for each argument",
      scenarios: [
        "{use: of, with: {name: a}}", "{use: of, with: {name: b}}",
        "{use: of, with: {name: \"${mvpd}\"}}", "{use: of, with: {name: M1}}",
      ], paced: 3),
    Row(
      testDescription: "what a fragment shares", scenarios: ["use: both", "use: once"], paced: 3),
    Row(
      testDescription: "a wait before a request",
      scenarios: ["{wait: 7s}\n      - {request: {GET: /a}}"], paced: 1, wait: .seconds(7)),
  ]

  static func costs(_ row: Row, parts: Int = 1) throws -> PlanCost {
    var bench = Bench()
    bench.facts = JSONObject([
      ("service_provider", "SP"), ("mvpd", "M1"), ("redirect_url", "https://sp.example/back"),
      ("login", "redirects"),
    ])
    let scenarios = row.scenarios.enumerated().map { index, step in
      let step = step.hasPrefix("{") ? step : "{\(step)}"
      return """
          - scenario: Number \(index)
            steps:
              - \(step)
        """
    }
    let suite =
      """
      suite: Small
      fragments:
        - fragment: two
          steps: [{request: {GET: /a}}, {request: {GET: /b}}]
        - fragment: once
          once: run
          steps: [{request: {GET: /a}}, {request: {GET: /b}}]
        - fragment: both
          steps: [{use: once}, {request: {GET: /c}}]
        - fragment: of
          takes: [name]
          once: run
          steps: [{request: {GET: "/${name}"}}]
        - fragment: usual
          takes: {name: "${mvpd}"}
          once: run
          steps: [{request: {GET: "/${name}"}}]
      scenarios:
      \(scenarios.joined(separator: "\n"))
      """
    let plan = try bench.plan(
      suite.replacing("{request:", with: "{step: S, request:")
        .replacing("{user:", with: "{step: S, user:"))
    return PlanCosts(
      plan, facts: ["service_provider": "SP", "mvpd": "M1"], canSetClock: true, parts: parts
    ).total
  }

  @Test(arguments: rows) func `counts`(_ row: Row) throws {
    let cost = try Self.costs(row)
    #expect(cost.paced == row.paced)
    #expect(cost.unpaced == row.unpaced)
    #expect(cost.longestWait == row.wait)
  }

  /// Its requests and bursts, once for each row; what fills a table from the target, once.
  @Test(arguments: [
    ("{each: r, in: \"${resources.permitted}\"}", 6, 15),
    ("{each: r, in: \"${resources.denied}\"}", 2, 5),
    (
      "{combine: [{each: r, in: \"${resources.permitted}\"}, {each: q, in: \"${resources.two}\"}]}",
      12, 30
    ),
    ("{each: r, of: list, in: \"$.items[*]\"}", 3, 5),
  ])
  func `counts the rows of a table over facts`(cases: String, paced: Int, unpaced: Int) throws {
    var bench = Bench()
    bench.facts.append(
      "resources", ["permitted": ["a", "b", "c"], "denied": ["d"], "two": ["e", "f"]])
    bench.files["facts.yaml"] = FactFile.declaring(["resources": "map"])
    let plan = try bench.plan(
      """
      suite: Rows
      fragments:
        - fragment: list
          gives: [items]
          steps: [{step: L, request: {GET: /list}, save: {items: $.items}}]
      scenarios:
        - scenario: Row ${r}\(cases.contains("two") ? " ${q}" : "")
          cases: \(cases)
          steps:
            - {step: S, request: {GET: "/${r}"}, expect: {status: 200}}
            - {step: B, request: {GET: /b}, burst: 5, expect: {statuses: !size 5}}
            - {step: T, request: {GET: /t}, expect: {status: 200}}
      """)
    let facts = Dictionary(
      bench.facts.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    let total = PlanCosts(plan, facts: facts, canSetClock: true).total
    #expect(total.paced == paced)
    #expect(total.unpaced == unpaced)
  }

  @Test func `leaves out the preflights of what a budget leaves out`() throws {
    let plan = try PreflightRunTests.bench().plan(PreflightRunTests.ownSuite)
    #expect(plan.preflights.map(\.suite.name) == ["General", "Preflight A", "Preflight B"])
    // Two of all suites, the one of the last, one of a cookbook and one of its suite.
    let part = try plan.within(
      Budget(requests: 5), ["5req"],
      costs: PlanCosts(plan, facts: ["service_provider": "SP"], canSetClock: true), pace: .assumed)
    #expect(part.plan.preflights.map(\.suite.name) == ["General", "Preflight B"])
    #expect(part.record.leftOut == 1)
    #expect(part.record.requests == 5)
    let skips = part.plan.suites.flatMap(\.scenarios).map { $0.skip?.reason }
    #expect(skips == ["left out by --budget 5req", nil, nil])
  }

  /// Each machine has its own.
  @Test func `counts what is shared for each part of a run`() throws {
    let row = try #require(Self.rows.first { $0.testDescription == "what a fragment shares" })
    #expect(try Self.costs(row, parts: 4).paced == 9)
  }

  static let catalogue = #"""
    {"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [{"title":
    "s", "requirements": [
      {"id": "C-1", "level": "must", "subject": "service", "text": "t",
       "testableBy": "service-response", "places": ["status"]},
      {"id": "C-2", "level": "must", "subject": "service", "text": "t",
       "testableBy": "service-response", "places": ["status"]}]}]}]}
    """#

  /// A step that covers both requirements beside one that covers the first, and what each proves.
  @Test(arguments: [
    ("", [[0], [0, 1]]), ("when: {mvpd: x}, ", [[0], [1]]),
    ("independent: true, ", [[0], [0, 1]]),
  ])
  func `proves what may be skipped only where nothing else proves it`(
    key: String, proves: [[Int]]
  ) throws {
    var bench = Bench()
    bench.files = ["cookbooks/c.json": Self.catalogue]
    func costs(_ step: String) throws -> PlanCosts {
      let plan = try bench.plan(
        """
        suite: Small
        cookbook: c
        fragments:
          - {fragment: f, steps: [{step: A, covers: [C-1, C-2], request: {GET: /a}, expect: {status: 200}}]}
        scenarios:
          - scenario: One
            steps: [{step: A, covers: [C-1], request: {GET: /a}, expect: {status: 200}}]
          - scenario: Two
            steps: [{step: B, request: {GET: /b}, expect: {status: 200}}, {\(key)\(step)}]
        """)
      return PlanCosts(plan, facts: [:], canSetClock: true)
    }
    let own = "step: A, covers: [C-1, C-2], request: {GET: /a}, expect: {status: 200}"
    #expect(try costs(own).candidates.map(\.proves) == proves)
    #expect(try costs("use: f").candidates.map(\.proves) == proves)
    #expect(try costs(own).requirements.map(\.id) == ["C-1", "C-2"])
  }
}
