// SPDX-License-Identifier: Apache-2.0
// Trials of suites against services that deviate.

import Command
import Formats
import Foundation
import HTTP
import Partner
import Runner
import Suites
import Synchronization
import TestSupport
import Testing
import Text

@testable import Record
@testable import SelfTest

struct TrialTests {
  static let id = "V2-A2-04"

  /// A suite of one question: whether a registration is answered with 201.
  static func suite(status: String = "201", covers: String = id) -> String {
    """
    suite: Registration
    cookbook: apple-sso-rest-api-v2
    scenarios:
      - scenario: Registers
        steps:
          - step: Register
            covers: [\(covers)]
            request: {POST: /o/client/register, json: {software_statement: "${software_statement}"}}
            expect: {status: \(status)}
      - scenario: Asks for nothing
        steps:
          - step: Ask
            request: {GET: /nothing}
            expect: {status: 404}
    """
  }

  /// The bench, with the suite beside the shipped facts and cookbooks.
  static func bench(
    _ suite: String, _ cancellation: Cancellation = Cancellation()
  ) throws -> TrialBench {
    let shipped = SharedFolder.project.appending(path: "Suites").path
    let disk = SuiteLocation.files
    let files = SuiteFiles(
      kind: { path in path == "suite.yaml" ? .file : disk.kind(path) },
      read: { path throws(FileError) in
        if path == "suite.yaml" { return Array(suite.utf8) }
        return try disk.read(path)
      }, list: disk.list)
    return try bench(SuiteLoader.load(["suite.yaml"], shipped: shipped, files: files), cancellation)
  }

  /// The bench, with all shipped suites.
  static func shippedBench() throws -> TrialBench {
    let shipped = SharedFolder.project.appending(path: "Suites").path
    return try bench(
      SuiteLoader.load([shipped], shipped: shipped, files: SuiteLocation.files), Cancellation())
  }

  private static func bench(
    _ collection: SuiteCollection, _ cancellation: Cancellation
  ) throws -> TrialBench {
    #expect(collection.diagnostics.filter { $0.severity == .error } == [])
    return TrialBench(
      suites: collection,
      settings: TrialSettings(
        environment: try environment(),
        run: RunSettings(
          jobs: 2, tool: ToolRecord(name: "trial", version: "1"), client: ClientSettings()),
        services: 2), cancellation: cancellation)
  }

  static func environment() throws -> Environment {
    let resources: FrameworkResources = (
      readFile: { _ throws(PartnerError) in throw .failed("there are no files") },
      program: { _ throws(PartnerError) in throw .failed("there are no programs") }
    )
    return Environment(
      now: { Timestamp(milliseconds: Int(Date().timeIntervalSince1970 * 1000)) },
      randomBytes: seededBytes(),
      framework: FrameworkSources(
        try #require(FrameworkSourceKind.all.first { $0.name == "emulator" })
          .source(["apple"], resources)))
  }

  /// A second scenario that registers.
  private static func another(_ name: String, level: String = "must", covers: String) -> String {
    """

      - scenario: \(name)
        level: \(level)
        steps:
          - step: Register
            covers: [\(covers)]
            request: {POST: /o/client/register, json: {software_statement: "${software_statement}"}}
            expect: {status: 201}
    """
  }

  /// A service that answers 200 instead of 201.
  static func twoHundred(
    at endpoint: ServiceEndpoint = .register, breaks requirement: String = id
  ) throws -> TrialSubject {
    TrialSubject(
      name: "two-hundred", requirements: [requirement],
      Deviation(alterations: [.status(at: [endpoint], 201, to: 200)]), try environment())
  }

  static func right() throws -> TrialSubject {
    TrialSubject(name: "right", Deviation(), try environment())
  }

  /// The reference service without a deviation, which says of some of its starts that it deviated.
  static func subject(deviatingIn starts: Set<Int>) throws -> TrialSubject {
    let right = try Self.right()
    let counter = Atomic(0)
    return TrialSubject(name: "counted", requirements: [id]) { () throws(TrialError) in
      let service = try right.start()
      let number = counter.add(1, ordering: .relaxed).newValue
      return TrialService(
        url: service.url, facts: service.facts, hasDeviated: { starts.contains(number) },
        stop: service.stop)
    }
  }

  /// A service that can't be started.
  static let dead = TrialSubject(name: "dead", requirements: [id]) { () throws(TrialError) in
    throw TrialError("there is no port")
  }

  static func result(_ subject: TrialSubject, suite: String = suite()) throws -> DefectTrial {
    let bench = try bench(suite)
    let right = try Self.right()
    let baseline = try bench.baseline(right)
    #expect(baseline.isConformant, "\(baseline.judgement.outcome.sentence)")
    return try #require(bench.trials(of: [subject], baseline).first)
  }

  /// The trial of a service that is right.
  static func rightTrial(_ variant: TrialSubject, suite: String = suite()) throws -> VariantTrial {
    let bench = try bench(suite)
    return try #require(bench.trials(ofRight: [variant]).first)
  }

  @Test(
    arguments: [
      // What it breaks is blamed, and not what is only warned of.
      (
        .register, id,
        suite() + another("Had better register", level: "should", covers: "\(id), V2-A4-02"),
        .caught(by: ["Registration: Registers"], blamed: [id])
      ),
      // It shows, and no expectation notices it.
      (.register, id, suite(status: "2xx"), .missed(others: [], blamed: [])),
      // Another scenario notices it.
      (
        .register, id, suite(status: "2xx") + another("Registers again", covers: "V2-A4-02"),
        .missed(others: ["Registration: Registers again"], blamed: ["V2-A4-02"])
      ),
      // It changes nothing: a mistake in the table.
      (.logout, id, suite(), .unseen),
      // No scenario covers what it breaks.
      (.register, "V2-A4-02", suite(), .uncovered),
    ] as [(ServiceEndpoint, String, String, DefectTrial.Result)])
  func `says by what a defect is caught, or why it is not`(
    endpoint: ServiceEndpoint, requirement: String, suite: String, result: DefectTrial.Result
  ) throws {
    let trial = try Self.result(
      Self.twoHundred(at: endpoint, breaks: requirement), suite: suite)
    #expect(trial.result == result)
    #expect(trial.isRightlyBlamed == trial.isCaught)
  }

  @Test func `misses a defect whose finding hides what is no known secret`() throws {
    let token = "9f86d081884c7d659a2feaa0c55ad015"
    let trial = try Self.result(
      TrialSubject(
        name: "hidden", requirements: [Self.id],
        Deviation(alterations: [.header(at: [.register], "X-A", token)]), try Self.environment()),
      suite: Self.suite(status: "201, headers: {X-A: !absent }"))
    #expect("\(trial.result)".contains("‹masked›") && !trial.isCaught)
  }

  @Test(
    arguments: [
      ([2], true, .missed(others: [], blamed: [])), ([1], false, .missed(others: [], blamed: [])),
      ([2], false, .unseen),
    ] as [(Set<Int>, Bool, DefectTrial.Result)])
  func `misses a defect that shows to its own scenarios, or to the others`(
    starts: Set<Int>, triesOthers: Bool, result: DefectTrial.Result
  ) throws {
    let bench = try Self.bench(Self.suite())
    let baseline = try bench.baseline(Self.right())
    let trials = bench.trials(
      of: [try Self.subject(deviatingIn: starts)], baseline, triesOthers: triesOthers)
    #expect(trials.map(\.result) == [result])
  }

  @Test func `says that a service could not be tried`() throws {
    #expect(try Self.result(Self.dead).result == .failed("there is no port"))
    let trial = try Self.rightTrial(Self.dead)
    #expect(trial.problem == "there is no port")
    #expect(trial.alarms == [])
  }

  @Test func `runs again only what covers the requirements`() throws {
    let bench = try Self.bench(Self.suite())
    let right = try Self.right()
    let whole = try bench.baseline(right)
    #expect(whole.judgement.totals.scenarios == 2)
    #expect(try bench.baseline(right, after: whole, for: ["V2-A4-02"]) == nil)
    let part = try #require(try bench.baseline(right, after: whole, for: ["V2-A4-02", Self.id]))
    #expect(part.judgement.totals.sentence(of: .service) == "1 scenario: 1 passed")
    let wrong = try Self.twoHundred()
    let error = #expect(throws: TrialError.self) {
      try bench.baseline(wrong, after: whole, for: [Self.id])
    }
    #expect(error?.description.hasPrefix("the suites do not pass without the defect: ") == true)
  }

  @Test func `names what fails a right service`() throws {
    let trial = try Self.rightTrial(Self.twoHundred(breaks: ""))
    #expect(trial.hasDeviated)
    #expect(trial.alarms.map(\.scenario) == ["Registration: Registers"])
    #expect(trial.alarms.map(\.step) == ["Register"])
    #expect(trial.alarms.map(\.location?.position.line) == [9])
    #expect(trial.alarms.first?.text.contains("201") == true)
  }

  @Test func `holds nothing against a service that suites accept`() throws {
    let trial = try Self.rightTrial(
      Self.twoHundred(breaks: ""), suite: Self.suite(status: "2xx"))
    #expect(trial.alarms == [])
    #expect(trial.problem == nil)
  }

  @Test func `holds a run that proves nothing for an alarm`() throws {
    let trial = try Self.rightTrial(
      Self.right(),
      suite: Self.suite().replacing("  steps:\n", with: "  needs: [throttled]\n    steps:\n"))
    #expect(trial.alarms.count == 1)
    #expect(
      trial.alarms.first?.text.hasPrefix("nothing was proved: all 2 scenarios were skipped") == true
    )
    #expect(trial.problem == nil)
  }

  @Test func `tries nothing once it is interrupted`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let ended = try Self.bench(Self.suite(), cancellation)
    let variant = try Self.twoHundred(breaks: "")
    #expect(ended.trials(ofRight: [variant]).isEmpty)
  }
}

struct BaselineTests {
  static let place = SourceLocation(file: "f.yaml", position: Position(line: 1, column: 1))
  static let broken = Verdict.broken(RunProblem(.transport, "no answer", at: nil))

  /// A run of a preflight and of scenarios, which have the numbers from 1 on.
  static func run(
    _ verdicts: [Verdict], preflight: Verdict = .passed, token: Verdict = .passed
  ) -> RunJudgement {
    func scenario(_ verdict: Verdict, _ number: Int) -> ScenarioRecord {
      ScenarioRecord(
        name: "number \(number)", about: nil, location: place, tags: [], isAdvisory: false,
        verdict: verdict, startedAfter: .zero, duration: .zero, steps: [], missingFacts: [],
        planIndex: number)
    }
    func suite(_ name: String, _ scenarios: [ScenarioRecord]) -> SuiteRecord {
      SuiteRecord(
        name: name, about: nil, file: "f.yaml", digest: "", cookbook: nil, phase: nil,
        isPreflight: name == "first", scenarios: scenarios)
    }
    return RunJudgement(
      RunRecord(
        tool: ToolRecord(name: "t", version: "1"),
        target: TargetRecord(
          name: "t", url: "http://x", serviceProvider: nil, mvpds: [], framework: ""),
        startedAt: Timestamp(milliseconds: 0), duration: .zero, jobs: 1, isStrict: false,
        isInterrupted: false, remarks: [], catalogues: [],
        sharedFragments: [
          SharedFragmentRecord(
            id: 1, name: "token", location: place, verdict: token, duration: .zero, steps: [])
        ],
        suites: [
          suite("first", [scenario(preflight, 0)]),
          suite("second", verdicts.enumerated().map { scenario($1, $0 + 1) }),
        ]))
  }

  static let right = run([.passed, .failed([]), .skipped(because: "x"), .passed])

  @Test(
    arguments: [
      ("nothing", run([.passed, .failed([]), .passed, .passed]), []),
      ("what passed", run([.failed([]), .passed, .passed, broken]), ["number 1", "number 4"]),
      ("what failed or was skipped before", run([.passed, broken, .failed([]), .passed]), []),
      (
        "what is not run", run([.blocked(because: "x"), .passed, .passed, .skipped(because: "x")]),
        []
      ), ("the preflight", run([.notReached, .notReached], preflight: .failed([])), ["number 0"]),
      ("a shared fragment that failed", run([.passed], token: .failed([])), ["token"]),
      ("one without an answer", run([.failed([])], token: broken), ["number 1", "token"]),
    ] as [(String, RunJudgement, [String])])
  func `loses what passed, a preflight and shared fragments`(
    what: String, trial: RunJudgement, lost: [String]
  ) {
    #expect(Baseline(Self.right).lost(in: trial).map(\.name) == lost, "\(what)")
  }

  @Test func `takes a scenario of the same name and another number for another one`() {
    let other = Self.run([.passed, .passed, .passed])
    #expect(Baseline(other).lost(in: Self.run([.failed([])])).map(\.title) == ["second: number 1"])
    var record = Self.run([.failed([])]).record
    record.suites[1].scenarios[0].planIndex = 2
    #expect(Baseline(other).lost(in: RunJudgement(record)) == [])
  }

  @Test(
    arguments: [
      (.caught(by: ["s"], blamed: ["A", "B"]), true, true),
      (.caught(by: ["s"], blamed: ["C", "X"]), true, true),
      (.caught(by: ["s"], blamed: ["A"]), true, false),
      (.caught(by: ["s"], blamed: []), true, false),
      (.missed(others: ["s"], blamed: ["B"]), false, false), (.unseen, false, false),
    ] as [(DefectTrial.Result, Bool, Bool)])
  func `blames a defect rightly by one of its requirements`(
    result: DefectTrial.Result, isCaught: Bool, isRightlyBlamed: Bool
  ) {
    let trial = DefectTrial(name: "d", requirements: ["B", "C"], result: result)
    #expect(trial.isCaught == isCaught)
    #expect(trial.isRightlyBlamed == isRightlyBlamed)
  }
}

struct VariantMixtureTests {
  private static let variants = (0..<40).map { number in
    Variant(
      name: "variant-\(number)", source: "Text \(number % 9)", summary: "Nothing",
      deviation: Deviation())
  }

  private static func dealt(_ seed: Int) -> [VariantMixture] {
    VariantMixture.dealt(variants, size: 8) { name in
      let number: Int = name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }
      return Double((number &* (seed &* 2 &+ 1)) & 1023) / 1023
    }
  }

  @Test func `deals each variant out once, no two readings of one text, in their order`() {
    let order = Self.variants.map(\.name)
    for seed in 1...20 {
      let mixtures = Self.dealt(seed).map(\.variants)
      #expect(mixtures.joined().map(\.name).sorted() == order.sorted(), "seed \(seed)")
      let places = mixtures.map { $0.compactMap { order.firstIndex(of: $0.name) } }
      #expect(places == places.map { $0.sorted() }, "seed \(seed)")
      #expect(mixtures.allSatisfy { Set($0.map(\.source)).count == $0.count }, "seed \(seed)")
    }
  }

  @Test(arguments: [
    (16, 8, [8, 8]), (17, 8, [5, 6, 6]), (8, 8, [8]), (9, 8, [4, 5]), (3, 1, [1, 1, 1]),
    (1, 8, [1]), (0, 8, []),
  ])
  func `makes mixtures of about that size`(count: Int, size: Int, sizes: [Int]) {
    let variants = (0..<count).map { number in
      Variant(
        name: "v\(number)", source: "Text \(number)", summary: "Nothing", deviation: Deviation())
    }
    let mixtures = VariantMixture.dealt(variants, size: size) { Double($0.utf8.count) / 10 }
    #expect(mixtures.map(\.variants.count).sorted() == sizes)
  }

  @Test func `deals the same for the same seed, and others for another`() {
    #expect(Self.dealt(1).map(\.name) == Self.dealt(1).map(\.name))
    #expect(Self.dealt(1).map(\.name) != Self.dealt(2).map(\.name))
  }
}
