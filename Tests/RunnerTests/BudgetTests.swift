// SPDX-License-Identifier: Apache-2.0
// Tests of what plans cost, and of the choice within a budget.

import Formats
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner

struct WaitForecastTests {
  /// The steps of a scenario, and how many seconds it waits; also where no clock can be set.
  @Test(arguments: [
    ("[{wait: 3s}]", 0, 3), ("[{wait: 3s}, ASK]", 3, 3), ("[ASK, {wait: 3s}]", 0, 3),
    ("[{wait: 3s}]\n    finally: [ASK]", 3, 3), ("[ASK]\n    finally: [{wait: 4s}]", 0, 4),
    ("[{wait: 3s}]\n    finally: [{wait: 4s}, ASK]", 7, 7),
    ("[{wait: 3s}, {user: {visit: /}}]", 3, 3), ("[OPEN, {wait: 3s}, {user: cancel}]", 0, 3),
    ("[{wait: 3s}, OPEN]", 0, 3), ("[{wait: {until: now}}, ASK]", 5, 5),
    ("[{wait: \"${mvpd}\"}, ASK]", 5, 5), ("[{use: waits}, ASK]", 2, 2),
    ("[{use: waits}, {use: waits}, ASK]", 4, 4), ("[{use: waits}]", 0, 2),
    ("[{use: waits}, ASK, {use: waits}]", 2, 4), ("[{use: once}, ASK]", 0, 0),
    ("[{wait: 3s}, {use: once}]", 3, 3),
    ("[{wait: 3s}, {use: asks}]", 4, 4), ("[{use: asks}]", 1, 1),
    ("[{wait: 3s}, {use: waits}]", 0, 5),
  ])
  func `knows how long a scenario will wait`(steps: String, settable: Int, real: Int) throws {
    let text = """
      suite: Waiting
      fragments:
        - {fragment: waits, steps: [{wait: 2s}]}
        - {fragment: asks, steps: [{wait: 1s}, ASK]}
        - {fragment: once, once: run, steps: [{wait: 9s}, ASK]}
      scenarios:
        - scenario: It
          steps: \(steps)
      """.replacing("ASK", with: "{step: A, request: {GET: /a}, expect: {status: 200}}")
      .replacing("OPEN", with: "{partner: {state: denied}}")
    let plan = try Bench().plan(text)
    let scenario = try #require(plan.suites.first?.scenarios.first).scenario
    for (canSetClock, seconds) in [(true, settable), (false, real)] {
      var forecast = WaitForecast(plan.fragments, canSetClock: canSetClock)
      #expect(forecast.duration(of: scenario) == .seconds(seconds), "\(canSetClock)")
    }
  }
}

struct PlanCostsTests {
  /// What a plan of these scenarios costs, each of which is given by its steps.
  static func cost(_ scenarios: [String], parts: Int = 1) throws -> PlanCost {
    var bench = Bench()
    bench.facts = JSONObject([
      ("service_provider", "SP"), ("mvpd", "M1"), ("redirect_url", "https://sp.example/back"),
      ("login", "redirects"),
    ])
    let scenarios = scenarios.enumerated().map { index, step in
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

  /// What it is, the scenarios, their paced and unpaced requests, and the seconds that they wait.
  @Test(
    arguments: table(
      #"""
      requests | request: {GET: /a} & request: {GET: /b} | 2 | 0 | 0
      a burst, which is not paced | {request: {GET: /a}, burst: 20} | 0 | 20 | 0
      an answer that is asked for again | {request: {GET: /a}, retry: {while: {status: 404}, every: 1s, at-most: 5s}, expect: {status: 200}} | 2 | 0 | 0
      a burst that is sent again | {request: {GET: /a}, burst: 3, retry: {while: {statuses: !some 429}, every: 1s, at-most: 5s}, expect: {statuses: !each 200}} | 0 | 6 | 0
      final steps | {request: {GET: /a}}↵    finally:↵      - {request: {GET: /b}}↵      - use: two | 4 | 0 | 0
      a step that may be skipped | {request: {GET: /a}, when: {mvpd: x}} | 1 | 0 | 0
      a default argument as one that is given | use: usual & {use: usual, with: {name: M1}} & {use: usual, with: {name: b}} | 2 | 0 | 0
      a visit | {user: {visit: /a}} | 3 | 0 | 0
      a fragment each time | use: two & use: two | 4 | 0 | 0
      a shared fragment once | use: once & use: once | 2 | 0 | 0
      a shared fragment for each argument | {use: of, with: {name: a}} & {use: of, with: {name: b}} & {use: of, with: {name: "${mvpd}"}} & {use: of, with: {name: M1}} | 3 | 0 | 0
      what a fragment shares | use: both & use: once | 3 | 0 | 0
      a wait before a request | {wait: 7s}↵      - {request: {GET: /a}} | 1 | 0 | 7
      """#) as [(String, [String], Int, Int, Int)])
  func `counts`(what: String, scenarios: [String], paced: Int, unpaced: Int, wait: Int) throws {
    let cost = PlanCost(paced: paced, unpaced: unpaced, wait: .seconds(wait))
    #expect(try Self.cost(scenarios) == cost)
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
    #expect(total == PlanCost(paced: paced, unpaced: unpaced))
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
    #expect(try Self.cost(["use: both", "use: once"], parts: 4).paced == 9)
  }

  static let catalogue = #"""
    {"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [{"title":
    "s", "requirements": [
      {"id": "C-1", "level": "must", "subject": "service", "text": "t",
       "shownBy": ["service"], "places": ["status"]},
      {"id": "C-2", "level": "must", "subject": "service", "text": "t",
       "shownBy": ["service"], "places": ["status"]}]}]}]}
    """#

  /// A step that covers both requirements beside one that covers the first, and what each proves.
  @Test(arguments: [
    ("", [[0], [0, 1]]), ("when: {mvpd: x}, ", [[0], [1]]),
    ("independent: true, ", [[0], [0, 1]]),
  ])
  func `proves what may be skipped only where nothing else proves it`(
    key: String, proves: [[Int]]
  ) throws {
    func costs(_ step: String) throws -> PlanCosts {
      let plan = try Bench(files: ["cookbooks/c.json": Self.catalogue]).plan(
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

struct BudgetChoiceTests {
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
            shownBy: [.service], endpoint: nil, source: "s", ambiguity: nil, step: "S")
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

  /// What it does, the candidates (`requests:shared items that it uses:requirements it proves`), the
  /// requests of the shared items, the ranks of the requirements, the budget, what is chosen (nothing
  /// where the budget is too small), and the requests of that.
  @Test(
    arguments: table(
      #"""
      takes what proves the most for a request | 5::0 & 5::0,1,2 & 5::3 |  | 0,0,0,0 | 10 | 1,2 | 10
      takes what the others prove as well only after them | 2::0,1 & 3::0,2 & 3::1,3 |  | 0,0,0,0 | 7 | 1,2 | 6
      proves what has the highest rank first | 5::0 & 1::1,2,3 |  | 0,1,1,1 | 5 | 0 | 5
      goes on with the next rank | 5::0 & 1::1,2,3 |  | 0,1,1,1 | 6 | 0,1 | 6
      pays once for what is shared | 1:0:0 & 1:0:1 & 5::2 | 4 | 0,0,0,0 | 6 | 0,1 | 6
      ends where something does not fit | 2::0,1 & 9::2,3 & 9:: |  | 0,0,0,0 | 10 | 0 | 2
      takes the first of two that are equal | 3::1 & 3::1 |  | 0,0,0,0 | 3 | 0 | 3
      spends the rest on the cheapest of the others | 2::0 & 2::0 & 1:: |  | 0,0,0,0 | 3 | 0,2 | 3
      takes nothing where nothing fits | 3::0 |  | 0,0,0,0 | 2 |  | 3
      // Of the first two, each is needless beside the last two, but not both.
      does without the most expensive of what is needless | 2::0,1 & 3::1,2 & 7::0,3 & 7::2,4 |  | 0,0,0,0,0 | 16 | 0,2,3 | 16
      takes nothing where what is shared does not fit | 1:0:0 | 4 | 0,0,0,0 | 4 |  | 5
      takes what fits exactly with what is shared | 1:0:0 | 4 | 0,0,0,0 | 5 | 0 | 5
      counts that the others pay less once something shared is paid | 1:0:0,1 & 1:0:2 & 2::3 | 4 | 0,0,0,0 | 8 | 0,1,2 | 8
      takes of two equals the one that proves more of the next rank | 2::0 & 2::0,1 |  | 0,1 | 2 | 1 | 2
      counts what sends nothing | 0::0 & 0::1 |  | 0,0,0,0 | 1 | 0,1 | 0
      """#) as [(String, [String], Numbers, Numbers, Int, Numbers, Int)])
  func `chooses`(
    what: String, candidates: [String], shared: Numbers, ranks: Numbers, budget: Int,
    chosen: Numbers, requests: Int
  ) throws {
    let bed = try Bed(
      candidates.map {
        let parts = $0.split(separator: ":", omittingEmptySubsequences: false)
          .map { Numbers(cell: String($0)).all }
        return PlanCosts.Candidate(
          cost: PlanCost(paced: parts[0][0]), shared: parts[1], proves: parts[2])
      }, shared: shared.all.map { PlanCost(paced: $0) }, ranks: ranks.all)
    do throws(BudgetTooSmall) {
      let choice = try bed.choice(Budget(requests: budget))
      #expect(choice.chosen == chosen.all)
      #expect(choice.requests == requests)
    } catch {
      #expect(chosen.all.isEmpty)
      #expect(error.cost.requests == requests)
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

/// Numbers with commas between them.
struct Numbers: TableCell {
  let all: [Int]

  init(cell: String) { all = cell.split(separator: ",").compactMap { Int($0) } }
}
