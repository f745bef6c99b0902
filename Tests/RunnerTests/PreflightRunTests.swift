// SPDX-License-Identifier: Apache-2.0
// Tests of the preflights of a run: what comes first, and what they block.

import HTTP
import Record
import Runner
import Suites
import Testing
import Text

struct PreflightRunTests {
  /// A preflight of all suites, one of each cookbook, and a suite of each.
  static let files: [String: String] = [
    "cookbooks/a.json": catalogue, "cookbooks/b.json": catalogue,
    "general.yaml": preflight("General", nil, ["/general-1", "/general-2"]),
    "a0.yaml": suite("Suite A", "a", ["/a"]), "b.yaml": suite("Suite B", "b", ["/b"]),
    "a1.yaml": preflight("Preflight A", "a", ["/check-a1", "/check-a2"]),
    "b1.yaml": preflight("Preflight B", "b", ["/check-b"]),
  ]

  static let catalogue =
    #"{"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": []}]}"#

  static func preflight(_ name: String, _ cookbook: String?, _ paths: [String]) -> String {
    suite(name, cookbook, paths).replacing("scenarios:", with: "preflight: true\nscenarios:")
  }

  static func suite(_ name: String, _ cookbook: String?, _ paths: [String]) -> String {
    var text = "suite: \(name)\n"
    if let cookbook { text += "cookbook: \(cookbook)\n" }
    text += "scenarios:\n"
    for path in paths {
      text += "  - scenario: Of \(path)\n    tags: [t]\n    steps:\n"
      text += "      - {step: ask, request: {GET: \(path)}, expect: {status: 200}}\n"
    }
    return text
  }

  static let ownSuite = suite("Suite without a cookbook", nil, ["/own"])

  static func bench(_ selection: Selection = Selection()) -> Bench {
    Bench(jobs: 4, selection: selection, files: files)
  }

  /// Runs all, and fails what asks for one of these paths.
  static func run(failing paths: [String] = [], _ bench: Bench = bench()) throws -> (
    verdicts: [String: String], targets: [String], record: RunRecord
  ) {
    let service = try Service { request, _ in
      .json("{}", status: paths.contains(request.target) ? 500 : 200)
    }
    let record = try bench.run(ownSuite, on: service)
    let pairs = record.scenarios.map { ($0.name, $0.verdict.kind.rawValue) }
    return (Dictionary(uniqueKeysWithValues: pairs), service.targets, record)
  }

  static let checks = ["/general-1", "/general-2", "/check-a1", "/check-a2", "/check-b"]

  @Test func `come first, those of no cookbook before all, one at a time`() throws {
    let (verdicts, targets, record) = try Self.run()
    #expect(verdicts.values.allSatisfy { $0 == "passed" })
    #expect(targets.prefix(5) == Self.checks.map { "GET \($0)" }[...])
    #expect(targets.count == 8)
    #expect(record.suites.map(\.isPreflight) == [true, true, true, false, false, false])
    // They are nobody's selection, so they have no numbers in the plan.
    #expect(
      record.suites.filter(\.isPreflight).flatMap(\.scenarios).allSatisfy { $0.planIndex == 0 })
  }

  @Test(arguments: [
    (["/check-a1"], ["/check-a2", "/a"]), (["/check-b"], ["/b"]),
    (["/general-1"], ["/general-2", "/check-a1", "/check-a2", "/check-b", "/a", "/b", "/own"]),
    (["/a"], []),
  ])
  func `block what belongs to them, and nothing else`(failing: [String], blocked: [String]) throws {
    let (verdicts, targets, record) = try Self.run(failing: failing)
    for path in Self.checks + ["/a", "/b", "/own"] {
      let expected =
        failing.contains(path) ? "failed" : blocked.contains(path) ? "blocked" : "passed"
      #expect(verdicts["Of \(path)"] == expected, "\(path)")
      #expect(targets.contains("GET \(path)") == (expected != "blocked"), "\(path)")
    }
    for scenario in record.scenarios where scenario.verdict.kind == .blocked {
      #expect(
        scenario.verdict == .blocked(because: "the preflight 'Of \(failing[0])' did not pass"))
      #expect(scenario.steps.allSatisfy { $0.verdict == .notReached })
    }
  }

  @Test func `end a run that ends at the first failure`() throws {
    var bench = Self.bench()
    bench.stopsAtFailure = true
    let (verdicts, targets, _) = try Self.run(failing: ["/check-a1"], bench)
    #expect(
      ["/a", "/b", "/own"].map { verdicts["Of \($0)"] } == ["blocked", "skipped", "skipped"])
    #expect(!targets.contains("GET /b") && !targets.contains("GET /own"))
  }

  @Test func `block everything where the target was never reached`() throws {
    var bench = Self.bench()
    bench.files["general.yaml"] = nil
    let service = try Service { _, _ in .json("{}") }
    service.stop()
    let record = try bench.run(Self.ownSuite, port: service.port)
    #expect(try record.scenario("Of /check-a1").verdict.kind == .broken)
    let others = record.scenarios.filter { $0.name != "Of /check-a1" }
    #expect(others.count == 5)
    #expect(others.allSatisfy { $0.verdict == .blocked(because: "the target can't be reached") })
  }

  @Test(arguments: [
    (Selection(names: ["Of /a"]), ["/general-1", "/general-2", "/check-a1", "/check-a2", "/a"]),
    (Selection(names: ["Of /own"]), ["/general-1", "/general-2", "/own"]),
    (Selection(names: ["Of /check-b"]), []), (Selection(tags: ["other"]), []),
  ])
  func `are run with whatever is selected of their cookbook`(
    selection: Selection, paths: [String]
  ) throws {
    #expect(Set(try Self.run(Self.bench(selection)).targets) == Set(paths.map { "GET \($0)" }))
  }

  @Test(arguments: [("/check-a1", ["/check-a2", "/check-b", "/a", "/b"]), ("/check-b", ["/b"])])
  func `of a cookbook block what extends it, but not what it extends`(
    failing: String, blocked: [String]
  ) throws {
    var bench = Self.bench()
    bench.files["cookbooks/b.json"] = Self.catalogue.replacing(
      #""phases""#, with: #""extends": "a", "phases""#)
    let verdicts = try Self.run(failing: [failing], bench).verdicts
    let found = verdicts.filter { $0.value == "blocked" }.keys.sorted()
    #expect(found == blocked.map { "Of \($0)" }.sorted())
    #expect(try bench.plan(Self.ownSuite).cookbooks == ["a", "b"])
    #expect(try bench.plan(Self.suite("Only B", "b", ["/x"])).cookbooks.contains("a"))
  }

  @Test func `are run by each shard, for what it has`() throws {
    let plan = try Self.bench().plan(Self.ownSuite)
    #expect(plan.scenarioCount == 3)
    let parts = try (1...4).map { plan.part(try #require(Shard(index: $0, count: 4))) }
    #expect(parts.map(\.scenarioCount) == [1, 1, 1, 0])
    #expect(
      parts.map { $0.preflights.map(\.suite.name) } == [
        ["General", "Preflight A"], ["General", "Preflight B"], ["General"], [],
      ])
  }

  @Test func `expand a live table only when its turn comes`() throws {
    var bench = Bench()
    bench.files["p.yaml"] = """
      suite: P
      preflight: true
      fragments:
        - fragment: list
          gives: [items]
          steps: [{step: get, request: {GET: /list}, save: {items: $.items}}]
      scenarios:
        - {scenario: First, steps: [{step: a, request: {GET: /first}, expect: {status: 200}}]}
        - scenario: Then ${i}
          cases: {each: i, of: list, in: "$.items[*]"}
          steps: [{step: a, request: {GET: "/then/${i}"}, expect: {status: 200}}]
      """
    // A row that fails blocks the rows after it.
    let second = try bench.run(Self.ownSuite) { request, _ in
      .json(#"{"items": ["x", "y"]}"#, status: request.target == "/then/x" ? 500 : 200)
    }
    #expect(second.scenarios.map(\.verdict.kind) == [.passed, .failed, .blocked, .blocked])
    for isFine in [true, false] {
      let service = try Service { request, _ in
        .json(#"{"items": ["x", "y"]}"#, status: isFine || request.target != "/first" ? 200 : 404)
      }
      let record = try bench.run(Self.ownSuite, on: service)
      #expect(
        service.targets
          == (isFine
            ? ["GET /first", "GET /list", "GET /then/x", "GET /then/y", "GET /own"]
            : ["GET /first"]))
      #expect(record.scenarios.count == (isFine ? 4 : 3))
    }
  }

  @Test func `a preflight that passed is no verdict on other suites`() throws {
    var (_, _, record) = try Self.run(failing: ["/check-a1", "/check-b"])
    record.suites.removeAll { $0.cookbook == nil && !$0.isPreflight }
    let outcome = RunJudgement(record).outcome
    #expect(outcome.status == 3)
    #expect(!outcome.sentence.contains("conformant"), "\(outcome.sentence)")
  }
}
