// SPDX-License-Identifier: Apache-2.0
// Tests of what plans cost, and of the choice within a budget.

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
      ], paced: 4),
    Row(
      testDescription: "a step that may be skipped",
      scenarios: ["{request: {GET: /a}, when: {mvpd: x}}"], paced: 1),
    Row(
      testDescription: "the default argument of a shared fragment as one that is given",
      scenarios: ["use: usual", "{use: usual, with: {name: M1}}", "{use: usual, with: {name: b}}"],
      paced: 2), Row(testDescription: "a visit", scenarios: ["{user: {visit: /a}}"], paced: 3),
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
    let suite = """
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

@Suite struct BudgetChoiceTests {
  /// A choice to make, and what it has to be.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Of each candidate: its requests, the shared items that it uses, the requirements it proves.
    let candidates: [(requests: Int, shared: [Int], proves: [Int])]
    var shared: [Int] = []
    var ranks: [Int] = [0, 0, 0, 0]
    let budget: Int
    /// Empty where the budget is too small.
    let chosen: [Int]
    let requests: Int
  }

  static let rows = [
    Row(
      testDescription: "takes what proves the most for a request",
      candidates: [(5, [], [0]), (5, [], [0, 1, 2]), (5, [], [3])], budget: 10,
      chosen: [1, 2], requests: 10),
    Row(
      testDescription: "takes what the others prove as well only after them",
      candidates: [(2, [], [0, 1]), (3, [], [0, 2]), (3, [], [1, 3])], budget: 7,
      chosen: [1, 2], requests: 6),
    Row(
      testDescription: "proves what has the highest rank first",
      candidates: [(5, [], [0]), (1, [], [1, 2, 3])], ranks: [0, 1, 1, 1], budget: 5,
      chosen: [0], requests: 5),
    Row(
      testDescription: "goes on with the next rank",
      candidates: [(5, [], [0]), (1, [], [1, 2, 3])], ranks: [0, 1, 1, 1], budget: 6,
      chosen: [0, 1], requests: 6),
    Row(
      testDescription: "pays once for what is shared",
      candidates: [(1, [0], [0]), (1, [0], [1]), (5, [], [2])], shared: [4], budget: 6,
      chosen: [0, 1], requests: 6),
    Row(
      testDescription: "ends where something does not fit",
      candidates: [(2, [], [0, 1]), (9, [], [2, 3]), (9, [], [])], budget: 10, chosen: [0],
      requests: 2),
    Row(
      testDescription: "takes the first of two that are equal",
      candidates: [(3, [], [1]), (3, [], [1])], budget: 3, chosen: [0], requests: 3),
    Row(
      testDescription: "spends the rest on the cheapest of the others",
      candidates: [(2, [], [0]), (2, [], [0]), (1, [], [])], budget: 3, chosen: [0, 2], requests: 3),
    Row(
      testDescription: "takes nothing where nothing fits",
      candidates: [(3, [], [0])], budget: 2, chosen: [], requests: 3),
    // Of the first two, each is needless beside the last two, but not both.
    Row(
      testDescription: "does without the most expensive of what is needless",
      candidates: [(2, [], [0, 1]), (3, [], [1, 2]), (7, [], [0, 3]), (7, [], [2, 4])],
      ranks: [0, 0, 0, 0, 0], budget: 16, chosen: [0, 2, 3], requests: 16),
    Row(
      testDescription: "takes nothing where what is shared does not fit",
      candidates: [(1, [0], [0])], shared: [4], budget: 4, chosen: [], requests: 5),
    Row(
      testDescription: "takes what fits exactly with what is shared",
      candidates: [(1, [0], [0])], shared: [4], budget: 5, chosen: [0], requests: 5),
    Row(
      testDescription: "counts that the others pay less once something shared is paid",
      candidates: [(1, [0], [0, 1]), (1, [0], [2]), (2, [], [3])], shared: [4], budget: 8,
      chosen: [0, 1, 2], requests: 8),
    Row(
      testDescription: "takes of two equals the one that proves more of the next rank",
      candidates: [(2, [], [0]), (2, [], [0, 1])], ranks: [0, 1], budget: 2, chosen: [1],
      requests: 2),
    Row(
      testDescription: "counts what sends nothing",
      candidates: [(0, [], [0]), (0, [], [1])], budget: 1, chosen: [0, 1], requests: 0),
  ]

  /// A plan of as many scenarios, which cost and prove what is given.
  struct Bed {
    let plan: Plan
    let costs: PlanCosts

    init(_ candidates: [PlanCosts.Candidate], shared: [PlanCost] = [], ranks: [Int]) throws {
      let scenarios = candidates.indices.map {
        "  - scenario: Number \($0)\n    steps: [{step: S, request: {GET: /a}, expect: {status: 200}}]"
      }
      plan = try Bench().plan("suite: Small\nscenarios:\n\(scenarios.joined(separator: "\n"))\n")
      let levels: [Requirement.Level] = [.must, .should, .fact, .may]
      var placed = candidates
      for index in placed.indices { placed[index].place = (0, index) }
      costs = PlanCosts(
        candidates: placed, shared: shared,
        requirements: ranks.enumerated().map {
          Requirement(
            id: "R-\($0)", level: levels[$1], subject: "service", text: "t",
            testableBy: .serviceResponse, endpoint: nil, source: "s", ambiguity: nil, step: "S")
        })
    }

    /// The chosen scenarios, and how many requirements they prove.
    func choice(
      _ budget: Budget, at pace: Profile.Rate = .assumed
    ) throws(BudgetTooSmall) -> (chosen: [Int], proves: Int, requests: Int) {
      let part = try plan.within(budget, ["5m"], costs: costs, pace: pace)
      let scenarios = part.plan.suites.flatMap(\.scenarios)
      return (
        scenarios.indices.filter { scenarios[$0].skip == nil }, part.record.proves,
        part.record.requests
      )
    }
  }

  @Test(arguments: rows) func `chooses`(_ row: Row) throws {
    let bed = try Bed(
      row.candidates.map {
        PlanCosts.Candidate(
          cost: PlanCost(paced: $0.requests), shared: $0.shared, proves: $0.proves)
      }, shared: row.shared.map { PlanCost(paced: $0) }, ranks: row.ranks)
    do throws(BudgetTooSmall) {
      let choice = try bed.choice(Budget(requests: row.budget))
      #expect(choice.chosen == row.chosen)
      #expect(choice.requests == row.requests)
    } catch {
      #expect(row.chosen.isEmpty)
      #expect(error.cost.requests == row.requests)
    }
  }

  /// At one request a second, after a burst of two.
  static let pace = Profile.Rate(perSecond: 1, burst: 2)

  @Test(arguments: [
    (10, [PlanCost(paced: 12)], [0]), (9, [PlanCost(paced: 12)], []),
    // Bursts are not paced.
    (1, [PlanCost(paced: 2, unpaced: 30)], [0]),
    // Two wait at the same time, and the third is done meanwhile.
    (
      32,
      [
        PlanCost(paced: 2, wait: .seconds(30)), PlanCost(paced: 2, wait: .seconds(20)),
        PlanCost(paced: 20),
      ], [0, 1, 2]
    ),
    // What waits comes after what is done before.
    (29, [PlanCost(paced: 1, wait: .seconds(30)), PlanCost(paced: 20)], [1]),
  ])
  func `counts the time at a pace`(seconds: Int, costs: [PlanCost], chosen: [Int]) throws {
    let bed = try Bed(
      costs.enumerated().map { PlanCosts.Candidate(cost: $0.element, proves: [$0.offset]) },
      ranks: costs.map { _ in 0 })
    let choice = try? bed.choice(Budget(time: .seconds(seconds)), at: Self.pace)
    #expect(choice?.chosen ?? [] == chosen)
  }

  /// With more requests or more time nothing is left out that was chosen with less.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `never proves less with a larger budget`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let bed = try Bed(
      (0..<60).map { _ in
        PlanCosts.Candidate(
          cost: PlanCost(
            paced: .random(in: 0...9, using: &random), unpaced: .random(in: 0...3, using: &random),
            wait: .random(in: 0...5, using: &random) == 0 ? .seconds(8) : .zero),
          shared: (0..<4).filter { _ in .random(in: 0...3, using: &random) == 0 },
          proves: (0..<40).filter { _ in .random(in: 0...12, using: &random) == 0 })
      }, shared: [3, 5, 8, 2].map { PlanCost(paced: $0) }, ranks: (0..<40).map { $0 % 4 })
    for isTime in [false, true] {
      var last: (chosen: [Int], proves: Int, requests: Int) = ([], 0, 0)
      for limit in stride(from: 1, through: 500, by: 3) {
        let budget = isTime ? Budget(time: .seconds(limit)) : Budget(requests: limit)
        guard let next = try? bed.choice(budget, at: Self.pace) else {
          #expect(last.chosen.isEmpty, "\(limit)")
          continue
        }
        #expect(Set(next.chosen).isSuperset(of: last.chosen), "\(limit)")
        #expect(next.proves >= last.proves, "\(limit)")
        #expect(isTime || next.requests <= limit)
        last = next
      }
      #expect(last.chosen.count == 60)
    }
  }
}
