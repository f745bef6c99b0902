// SPDX-License-Identifier: Apache-2.0
// Tests of what an earlier run says of costs and proofs.

import Catalogues
import Encodings
import Findings
import HTTPMessages
import JSON
import Results
import SourceText
import TestSupport
import Testing

@testable import Runner
@testable import SuiteModel

@Suite struct EarlierCostsTests {
  static let suite = """
    suite: Small
    cookbook: c
    scenarios:
      - scenario: Plain
        steps: [{step: A, covers: [C-1], request: {GET: /a}, expect: {status: 200}}]
      - scenario: Row ${r}
        cases: {each: r, in: "${resources}"}
        steps: [{step: A, covers: [C-2], request: {GET: "/${r}"}, expect: {status: 200}}]
    fragments:
      - {fragment: once, once: run, steps: [{step: A, request: {GET: /once}, expect: {status: 200}}]}
    """

  static let catalogue = #"""
    {"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [{"title":
    "s", "requirements": [
      {"id": "C-1", "level": "must", "subject": "service", "text": "t",
       "testableBy": "service-response", "places": ["status"]},
      {"id": "C-2", "level": "must", "subject": "service", "text": "t",
       "testableBy": "service-response", "places": ["status"]}]}]}]}
    """#

  static let facts: [String: JSONValue] = ["resources": ["x", "y"]]

  static func plan() throws -> Plan {
    var bench = Bench()
    bench.facts = JSONObject([("resources", ["x", "y"])])
    bench.files = [
      "cookbooks/c.json": catalogue, "facts.yaml": FactFile.declaring(["resources": "list"]),
    ]
    return try bench.plan(suite)
  }

  static func verdict(_ kind: Verdict.Kind) -> Verdict {
    switch kind {
    case .passed, .known: .passed
    case .failed:
      .failed([Finding(place: .status, position: .start, expected: "200", found: "404")])
    case .broken: .broken(RunProblem(.transport, "no answer", at: nil))
    case .skipped: .skipped(because: "why")
    case .blocked: .blocked(because: "why")
    case .interrupted: .interrupted
    case .notReached: .notReached
    }
  }

  static func step(
    requests: Int, _ kind: Verdict.Kind = .passed, covers: [String] = [], leftOut: Int = 0,
    wait: Duration? = nil, steps: [StepRecord] = []
  ) -> StepRecord {
    var left = LeftOutExchanges()
    left.add(.init(status: 200, number: leftOut, wireIssues: 0))
    return StepRecord(
      name: "A", about: nil, action: wait == nil ? .request : .wait,
      location: SourceLocation(file: "suite.yaml", position: .start), device: "device",
      covers: covers.map { Cover(id: $0) }, isFinal: false, verdict: verdict(kind),
      exchanges: (0..<requests).map { _ in
        ExchangeRecord(method: "GET", url: "u", status: 200, duration: .zero)
      }, duration: wait ?? .seconds(9), steps: steps, leftOut: left)
  }

  /// What a run of the plan says that had these cases.
  static func earlier(
    _ plan: Plan, plain: (Verdict.Kind, [StepRecord])? = nil,
    rows: [(Verdict.Kind, [StepRecord])] = [],
    fragments: [(Verdict.Kind, Int)] = [], duration: Duration = .seconds(1)
  ) throws -> EarlierCosts {
    let planned = try #require(plan.suites.first)
    func record(_ index: Int, _ name: String, _ row: (Verdict.Kind, [StepRecord])) -> ScenarioRecord
    {
      ScenarioRecord(
        name: name, about: nil,
        location: SourceLocation(
          file: planned.suite.file, position: planned.suite.scenarios[index].position),
        tags: [], isAdvisory: false, verdict: verdict(row.0), startedAfter: .zero, duration: .zero,
        steps: row.1, missingFacts: [])
    }
    let scenarios =
      (plain.map { [record(0, "Plain", $0)] } ?? [])
      + rows.enumerated().map { record(1, "Row \($0.offset)", $0.element) }
    return EarlierCosts(
      RunRecord(
        tool: ToolRecord(name: "t", version: "1"),
        target: TargetRecord(name: "t", url: "u", serviceProvider: nil, mvpds: [], framework: "f"),
        startedAt: Timestamp(milliseconds: 0), duration: duration, jobs: 1, isStrict: false,
        isInterrupted: false, remarks: [],
        catalogues: plan.cookbooks.compactMap { plan.catalogues[$0] },
        sharedFragments: fragments.enumerated().map { index, fragment in
          SharedFragmentRecord(
            id: index + 1, name: "once", given: "",
            location: SourceLocation(file: "suite.yaml", position: .start),
            verdict: verdict(fragment.0), duration: .zero, steps: [step(requests: fragment.1)])
        },
        suites: [
          SuiteRecord(
            name: planned.suite.name, about: nil, file: planned.suite.file,
            digest: planned.suite.digest, cookbook: planned.suite.cookbook, phase: nil,
            scenarios: scenarios)
        ]))
  }

  /// The rows of a table by their verdicts, and what is known of the whole: how many requests it
  /// took, and whether that is all.
  @Test(
    arguments: [
      ([.passed, .passed], 4, true), ([.passed, .failed], 4, false),
      ([.broken, .passed], 4, false),
      // What was left out on purpose may be run the next time.
      ([.passed, .skipped], 2, false), ([.skipped, .passed], 2, false),
      ([.skipped, .skipped], nil, false), ([], nil, false),
      // What some rows took does not say what all take.
      ([.passed, .blocked], nil, false), ([.passed, .interrupted], nil, false),
      ([.passed, .notReached], nil, false), ([.notReached, .passed], nil, false),
      ([.skipped, .interrupted, .passed], nil, false), ([.blocked], nil, false),
    ] as [([Verdict.Kind], Int?, Bool)])
  func `knows of a live table what all its rows tell`(
    rows: [Verdict.Kind], requests: Int?, isWhole: Bool
  ) throws {
    let plan = try Self.plan()
    let earlier = try Self.earlier(plan, rows: rows.map { ($0, [Self.step(requests: 2)]) })
    let suite = try #require(plan.suites.first).suite
    let measure = earlier.measure(of: suite.scenarios[1], named: "Row ${r}", in: suite)
    #expect(measure?.requests == requests)
    #expect(measure?.isWhole ?? false == isWhole)
  }

  @Test(
    arguments: [
      (.passed, 2, true), (.failed, 2, false), (.broken, 2, false), (.skipped, nil, false),
      (.blocked, nil, false), (.interrupted, nil, false), (.notReached, nil, false),
    ] as [(Verdict.Kind, Int?, Bool)])
  func `knows of a scenario what it took where it was run`(
    kind: Verdict.Kind, requests: Int?, isWhole: Bool
  ) throws {
    let plan = try Self.plan()
    let earlier = try Self.earlier(plan, plain: (kind, [Self.step(requests: 2)]))
    let suite = try #require(plan.suites.first).suite
    let measure = earlier.measure(of: suite.scenarios[0], named: "Plain", in: suite)
    #expect(measure?.requests == requests)
    #expect(measure?.isWhole ?? false == isWhole)
    #expect(earlier.measure(of: suite.scenarios[0], named: "Other", in: suite) == nil)
    #expect(earlier.measure(of: suite.scenarios[1], named: "Plain", in: suite) == nil)
  }

  @Test func `adds up the requests of all steps, and takes the longest wait of a row`() throws {
    let plan = try Self.plan()
    let inner = Self.step(requests: 1, leftOut: 4)
    let first = [
      Self.step(requests: 2, leftOut: 3, steps: [inner]), Self.step(requests: 0, wait: .seconds(2)),
      Self.step(requests: 0, wait: .seconds(3)),
    ]
    let earlier = try Self.earlier(
      plan,
      rows: [
        (.passed, first),
        (.passed, [Self.step(requests: 1), Self.step(requests: 0, wait: .seconds(4))]),
      ]
    )
    let suite = try #require(plan.suites.first).suite
    let measure = try #require(earlier.measure(of: suite.scenarios[1], named: "", in: suite))
    #expect(measure.requests == 11)
    #expect(measure.wait == .seconds(5))
  }

  /// What a scenario that covers a requirement has judged of it, and whether it counts as a proof.
  @Test(
    arguments: [
      (.passed, .passed, true), (.passed, .skipped, false), (.passed, .notReached, false),
      (.failed, .failed, true), (.broken, .notReached, true), (.broken, .broken, true),
    ] as [(Verdict.Kind, Verdict.Kind, Bool)])
  func `proves what it has judged, and what it may yet judge`(
    scenario: Verdict.Kind, step: Verdict.Kind, proves: Bool
  ) throws {
    let plan = try Self.plan()
    let steps = [Self.step(requests: 1), Self.step(requests: 5, step, covers: ["C-1"])]
    let earlier = try Self.earlier(plan, plain: (scenario, steps))
    let costs = PlanCosts(plan, facts: Self.facts, canSetClock: true, earlier: earlier)
    #expect(costs.candidates.count == 2)
    #expect(costs.candidates[0].proves == (proves ? [0] : []))
    // Only one that came to its end tells what it costs.
    #expect(costs.candidates[0].cost.paced == (scenario == .passed ? 6 : 1))
  }

  /// What a scenario with a burst of five sent, what of that keeps a pace, and its wait.
  @Test(arguments: [(7, 2), (5, 0), (4, 0)])
  func `takes the bursts out of what was sent`(requests: Int, paced: Int) throws {
    var bench = Bench()
    bench.facts = JSONObject([("resources", ["x", "y"])])
    bench.files = [
      "cookbooks/c.json": Self.catalogue, "facts.yaml": FactFile.declaring(["resources": "list"]),
    ]
    let plan = try bench.plan(
      Self.suite.replacing("covers: [C-1]", with: "covers: [{C-1: statuses}]").replacing(
        "request: {GET: /a}, expect: {status: 200}",
        with: "request: {GET: /a}, burst: 5, expect: {statuses: !size 5}"))
    let earlier = try Self.earlier(
      plan,
      plain: (.passed, [Self.step(requests: requests), Self.step(requests: 0, wait: .seconds(6))]),
      fragments: [(.passed, 8)])
    let costs = PlanCosts(plan, facts: Self.facts, canSetClock: true, earlier: earlier)
    #expect(
      costs.candidates[0].cost == ScenarioCost(paced: paced, unpaced: 5, wait: .seconds(6)))
    let before = PlanCosts(plan, facts: Self.facts, canSetClock: true)
    #expect(before.candidates[0].cost == ScenarioCost(unpaced: 5))
  }

  @Test func `takes the requests of a shared fragment from the earlier run`() throws {
    var bench = Bench()
    bench.files = ["cookbooks/c.json": Self.catalogue]
    let text = """
      suite: Small
      cookbook: c
      fragments:
        - {fragment: once, once: run, steps: [{step: A, request: {GET: /once}, expect: {status: 200}}]}
      scenarios:
        - scenario: Plain
          steps: [{use: once}, {step: A, covers: [C-1], request: {GET: /a}, expect: {status: 200}}]
      """
    let plan = try bench.plan(text)
    let earlier = try Self.earlier(plan, fragments: [(.passed, 8)])
    func total(_ earlier: EarlierCosts?) -> Int {
      PlanCosts(plan, facts: [:], canSetClock: true, earlier: earlier).total.paced
    }
    #expect(total(nil) == 2)
    #expect(total(earlier) == 9)
  }

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

  @Test(
    arguments: [
      ([(.passed, 3), (.passed, 5)], 5), ([(.passed, 3), (.failed, 9)], 3), ([(.blocked, 9)], nil),
      ([], nil),
    ] as [([(Verdict.Kind, Int)], Int?)])
  func `knows what a shared fragment took at most`(
    runs: [(Verdict.Kind, Int)], requests: Int?
  ) throws {
    let plan = try Self.plan()
    let earlier = try Self.earlier(plan, fragments: runs)
    #expect(earlier.requests(of: FragmentID(file: "suite.yaml", name: "once")) == requests)
    #expect(earlier.requests(of: FragmentID(file: "other.yaml", name: "once")) == nil)
  }

  @Test(
    arguments: [
      (.seconds(2), 3, 2, 2.5), (.milliseconds(1), 1, 0, 1000), (.microseconds(999), 1, 0, nil),
      (.seconds(2), 0, 0, nil), (.seconds(2), 0, 4, 2),
    ] as [(Duration, Int, Int, Double?)])
  func `knows the pace by all that was sent`(
    duration: Duration, scenario: Int, fragment: Int, pace: Double?
  ) throws {
    let earlier = try Self.earlier(
      try Self.plan(), plain: (.passed, [Self.step(requests: scenario)]),
      fragments: [(.passed, fragment)], duration: duration)
    #expect(earlier.perSecond == pace)
  }
}
