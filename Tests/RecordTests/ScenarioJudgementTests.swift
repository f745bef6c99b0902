// SPDX-License-Identifier: Apache-2.0
// Tests of how scenarios and shared fragments count.

import Expectations
import HTTP
import Suites
import Testing
import Text

@testable import Record

struct ScenarioJudgementTests {
  typealias Small = SmallRecords

  static let warnedStep = Small.step(warnings: [Small.miss])

  /// The steps of the table below. `F` is a step that uses a fragment.
  static let steps: [String: StepRecord] = [
    "passed": Small.step(), "warned": warnedStep, "failed": Small.step(Small.failed),
    "warned-twice": Small.step(warnings: [Small.miss, BlameTests.finding("/a")]),
    "broken": Small.step(Small.broken),
    "failed-warned": Small.step(Small.failed, warnings: [Small.miss]),
    "failed-warned-otherwise": Small.step(Small.failed, warnings: [BlameTests.finding("/a")]),
    "failed-end": Small.step(Small.failed, isFinal: true),
    "broken-end": Small.step(Small.broken, isFinal: true),
    "F-broken-end": Small.step(
      Small.broken, isFinal: true, status: nil, steps: [Small.step(Small.broken)], action: .use),
    "F-failed": Small.step(
      Small.failed, status: nil, steps: [Small.step(Small.failed)], action: .use),
    "F-broken": Small.step(
      Small.broken, status: nil, steps: [Small.step(Small.broken)], action: .use),
    "F-warned": Small.step(warnings: [Small.miss], status: nil, steps: [warnedStep], action: .use),
    "F-shared-warned": Small.use,
    "F-failed-and-expected": Small.step(
      .failed([BlameTests.finding("fragment f"), BlameTests.finding("/a")]), status: nil,
      steps: [Small.step(Small.failed)], action: .use),
  ]

  static let verdicts: [String: Verdict] = [
    "passed": .passed, "failed": Small.failed, "broken": Small.broken, "skipped": Small.skipped,
    "interrupted": .interrupted,
  ]

  /// The verdict of a scenario, maybe of level should, with its steps; how it counts, with how many
  /// incidents and warnings.
  @Test(arguments: [
    ("passed: passed", "passed 0 0"), ("passed: warned", "passed 0 1"),
    ("passed: warned-twice", "passed 0 1"), ("passed: broken-end", "passed 0 1"),
    ("failed: failed", "failed 1 0"), ("failed: failed failed", "failed 2 0"),
    // Of level should, told by its verdict, and told by both.
    ("failed should: failed", "passed 0 1"), ("passed should: failed-warned", "passed 0 1"),
    ("broken should: broken", "error 1 0"), ("passed: passed failed-end", "passed 0 1"),
    ("passed: passed broken-end", "passed 0 1"), ("passed: passed F-broken-end", "passed 0 1"),
    // What a fragment has counts once.
    ("failed: F-failed", "failed 1 0"), ("broken: F-broken", "error 1 0"),
    ("passed: F-warned", "passed 0 1"), ("passed: F-shared-warned passed", "passed 0 1"),
    ("failed: failed-warned-otherwise", "failed 1 1"),
    ("failed: F-failed-and-expected", "failed 2 0"), ("failed: failed failed-end", "failed 1 1"),
    // It failed in no step.
    ("broken:", "error 1 0"), ("failed should:", "passed 0 1"),
    ("interrupted:", "interrupted 0 0"), ("skipped:", "skipped 0 0"),
  ])
  func `tells failures from warnings`(scenario: String, expected: String) throws {
    let parts = scenario.split(separator: ":", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ").map(String.init)
    let record = Small.scenario(
      try #require(Self.verdicts[words[0]]),
      try parts[1].split(separator: " ").map { try #require(Self.steps[String($0)]) },
      isAdvisory: words.contains("should"))
    let shared = [1: Small.fragment(.passed, [Self.warnedStep])]
    let judgement = ScenarioJudgement(record, shared: shared, isStrict: false)
    let (incidents, warnings) = (judgement.incidents.count, judgement.warnings.count)
    #expect("\(judgement.kind.rawValue) \(incidents) \(warnings)" == expected)
    let strict = ScenarioJudgement(record, shared: shared, isStrict: true)
    #expect(strict.kind == (judgement.kind == .passed && warnings > 0 ? .failed : judgement.kind))
    #expect(strict.warnings.isEmpty)
  }

  @Test(
    arguments: [
      (.request, true), (.partner, true), (.user, true), (.traffic, true), (.wait, false),
      (.use, false),
    ] as [(StepRecord.Action, Bool)])
  func `proves something by a right answer`(action: StepRecord.Action, proves: Bool) {
    func judged(_ verdict: Verdict, _ steps: [StepRecord], isStrict: Bool = false) -> Bool {
      ScenarioJudgement(Small.scenario(verdict, steps), shared: [:], isStrict: isStrict)
        .provesSomething
    }
    let step = Small.step(status: nil, action: action)
    #expect(judged(.passed, [step]) == proves)
    #expect(judged(.passed, [Small.step(Small.skipped), step]) == proves)
    #expect(!judged(Small.failed, [step, Small.step(Small.failed)]))
    #expect(!judged(.passed, [Small.step(Small.skipped, action: action)]))
    let warned = Small.step(warnings: [Small.miss], action: action)
    #expect(judged(.passed, [warned]) == proves)
    #expect(!judged(.passed, [warned], isStrict: true))
  }

  @Test func `proves something by a right answer in a shared fragment`() {
    for (verdict, proves) in [(Verdict.passed, true), (Small.skipped, false)] {
      let fragment = Small.fragment(.passed, [Small.step(verdict)])
      let judgement = ScenarioJudgement(
        Small.scenario(.passed, [Small.use]), shared: [1: fragment], isStrict: false)
      #expect(judgement.provesSomething == proves)
    }
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func `numbers a step of a shared fragment after its user, and ends with it`(
    userIsFinal: Bool, ownIsFinal: Bool
  ) {
    var users: [StepVisit] = []
    var inner: [StepVisit] = []
    [Small.step(), Small.step(isFinal: userIsFinal, shared: 1, action: .use)].visit {
      users.append($0)
    }
    [Small.step(), Small.step(isFinal: ownIsFinal)].visit { inner.append($0) }
    let visit = inner[1].below(users[1])
    #expect(visit.label == "2.2" && visit.place == [2, 2])
    #expect(visit.isFinal == (userIsFinal || ownIsFinal))
  }

  @Test func `numbers steps of fragments after the steps that use them`() {
    let inner = Small.step(status: nil, steps: [Small.step(), Small.step()], action: .use)
    var labels: [String] = []
    [Small.step(), inner].visit { labels.append($0.label) }
    #expect(labels == ["1", "2", "2.1", "2.2"])
  }

  @Test func `does not follow steps without end`() {
    var step = Small.step()
    for _ in 0..<500 { step = Small.step(steps: [step]) }
    var count = 0
    [step].visit { _ in count += 1 }
    #expect(count == 100)
  }

  @Test func `counts everything once`() {
    let totals = RunJudgement(
      Small.run(
        [
          Small.scenario(.passed, [Small.use, Small.step()]),
          Small.scenario(
            .passed, [Small.use, Self.warnedStep, Small.step(.notReached, status: nil)]),
          Small.scenario(Small.skipped, []),
        ], shared: [Small.fragment(.passed, [Self.warnedStep])])
    ).totals
    #expect(totals.scenarios == 3 && totals[.passed] == 2)
    #expect(totals.warned == 2 && totals.warnings == 2)
    #expect(totals.steps == 3 && totals.stepsNotRun == 1)
    #expect(totals.requests == 3)
    #expect(totals.sentence(of: .service) == "3 scenarios: 2 passed, 1 skipped")
  }

  @Test(arguments: [
    ([1, 2], 0, "2 scenarios: 2 passed"), ([0, 0], 0, "2 scenarios: 2 passed"),
    ([1, 2, 2, 2], 0, "2 scenarios, and 2 that the service's own lists add: 4 passed"),
    (
      [1, 1], 2,
      "1 scenario, and 1 that the service's own lists add: 2 passed; 2 preflights: 2 passed"
    ),
    ([1], 1, "1 scenario: 1 passed; 1 preflight: 1 passed"), ([], 1, "1 preflight: 1 passed"),
  ])
  func `tells what was planned from what tables and preflights add`(
    numbers: [Int], preflights: Int, sentence: String
  ) {
    var record = Small.run(numbers.map { Small.scenario(.passed, [], planIndex: $0) })
    var before = Small.suite((0..<preflights).map { _ in Small.scenario(.passed, []) })
    before.isPreflight = true
    record.suites.append(before)
    #expect(RunJudgement(record).totals.sentence(of: .service) == sentence)
  }

  @Test func `counts each way to end`() {
    let verdicts: [Verdict] = [
      .passed, .passed, Small.failed, Small.broken, Small.skipped, .blocked(because: "x"),
      .interrupted, .notReached, .notReached,
    ]
    let totals = RunJudgement(
      Small.run(
        verdicts.map { Small.scenario($0, [Small.step($0)]) },
        shared: [
          Small.fragment(Small.failed, [Small.step(Small.failed)], id: 1),
          Small.fragment(Small.broken, [Small.step(Small.broken)], id: 2),
          Small.fragment(.passed, [Small.step()], id: 3),
        ])
    ).totals
    #expect(
      totals.sentence(of: .service)
        == "2 preparations failed; 9 scenarios: 1 failed, 1 in error, 1 blocked, 2 passed, "
        + "1 skipped, 1 interrupted, 2 not reached")
    #expect(totals.failedFragments == 1 && totals.brokenFragments == 1)
    #expect(totals.steps == 7 && totals.stepsNotRun == 5)
    #expect(RunJudgement(Small.run([])).totals.sentence(of: .service) == "0 scenarios")
  }

  @Test func `counts what the record leaves out`() {
    var step = Small.step()
    step.exchanges[0].issues = [WireIssue("two lengths", rule: "RFC")]
    step.leftOut.add(.init(status: 200, number: 3, wireIssues: 2))
    step.leftOut.add(.init(status: 0, number: 1, wireIssues: 0))
    let totals = RunJudgement(Small.run([Small.scenario(.passed, [step])])).totals
    #expect(totals.requests == 5 && totals.wireIssues == 3)
  }

  @Test(arguments: [(false, 3, 2), (true, 0, 0)])
  func `counts a warning without a finding, and none in a strict run`(
    isStrict: Bool, warnings: Int, warned: Int
  ) {
    let totals = RunJudgement(
      Small.run(
        [
          Small.scenario(.passed, [Small.step(), Small.step(Small.broken, isFinal: true)]),
          Small.scenario(.passed, [Self.warnedStep]), Small.scenario(.passed, [Small.step()]),
        ], shared: [Small.fragment(.passed, [Self.warnedStep])], isStrict: isStrict)
    ).totals
    #expect(totals.warnings == warnings && totals.warned == warned)
  }

  @Test func `sums up the exchanges that a record leaves out by their statuses`() {
    var leftOut = LeftOutExchanges()
    #expect(leftOut.isEmpty)
    leftOut.add(.init(status: 429, number: 0, wireIssues: 0))
    #expect(leftOut.isEmpty)
    for (status, number) in [(429, 8), (200, 990), (0, 1), (429, 1)] {
      leftOut.add(.init(status: status, number: number, wireIssues: 1))
    }
    #expect(leftOut.sentence == "1,000 more like it (1 × no answer, 990 × 200, 9 × 429)")
    #expect(leftOut.number == 1000 && leftOut.wireIssues == 4)
  }

  @Test func `keeps of another attempt only the numbers`() {
    var kept = Small.step(steps: [Small.step()])
    var other = Small.step(status: 201)
    other.location = SourceLocation(file: "s.yaml", position: Position(line: 9, column: 1))
    var attempt = Small.step(status: 404, steps: [Small.step(status: 429), other, Small.step()])
    attempt.leftOut.add(.init(status: 500, number: 2, wireIssues: 0))
    kept.leaveOut(attempt)
    #expect(kept.exchanges.map(\.status) == [200])
    // Of its fragment, the second step is another one, and the third is not there.
    #expect(kept.steps[0].leftOut.sentence == "1 more like it (1 × 429)")
    #expect(kept.leftOut.sentence == "5 more like it (1 × 200, 1 × 201, 1 × 404, 2 × 500)")
  }
}

struct FragmentCaseTests {
  typealias Small = SmallRecords

  static func use(_ id: Int?, _ verdict: Verdict = Small.blocked) -> StepRecord {
    Small.step(verdict, status: nil, shared: id, action: .use)
  }

  static func failed(_ id: Int, given: String = "") -> SharedFragmentRecord {
    var fragment = Small.fragment(Small.failed, [Small.step(Small.failed, name: "get it")], id: id)
    fragment.given = given
    return fragment
  }

  @Test func `is a case for each that failed or got no answer`() {
    let cases = RunJudgement(
      Small.run(
        [],
        shared: [
          Small.fragment(.passed, [Small.step()], id: 1), Self.failed(2, given: #"{"a":1}"#),
          Small.fragment(Small.broken, [Small.step(Small.broken)], id: 3),
          Small.fragment(Small.blocked, [], id: 4),
        ])
    ).fragmentCases
    #expect(cases.map(\.scenario.name) == [#"token {"a":1}"#, "token"])
    #expect(cases.map(\.judgement.kind) == [.failed, .broken])
    #expect(cases.map(\.judgement.incidents.count) == [1, 1])
    #expect(cases.map(\.suite.name) == Array(repeating: "Shared fragments of s.yaml", count: 2))
  }

  @Test func `blocks the scenarios whose first blocked step needs it`() {
    let below = Small.step(Small.blocked, status: nil, steps: [Self.use(2)], action: .use)
    let scenarios = [
      Small.scenario(Small.blocked, [Small.step(), Self.use(1), Self.use(2)]),
      Small.scenario(Small.blocked, [Self.use(1, .passed), Self.use(2)]),
      Small.scenario(.passed, [Self.use(2, .passed)]),
      Small.scenario(Small.failed, [Self.use(1)]), Small.scenario(Small.blocked, [Self.use(9)]),
      Small.scenario(Small.blocked, [below]),
    ]
    let run = RunJudgement(
      Small.run(
        suites: [Small.suite([]), Small.suite(scenarios)],
        shared: [Self.failed(1), Self.failed(2)]))
    #expect(run.fragmentCases[0].blocked.map(\.suite) == [1])
    #expect(run.fragmentCases[0].blocked.map(\.scenario) == [0])
    #expect(run.fragmentCases[1].blocked.map(\.scenario) == [1, 5])
  }

  @Test func `blocks what needs a fragment that needs it`() {
    let middle = Small.fragment(Small.blocked, [Small.step(), Self.use(1)], id: 2)
    let outer = Small.fragment(Small.blocked, [Self.use(2)], id: 3)
    let run = RunJudgement(
      Small.run(
        [Small.scenario(Small.blocked, [Self.use(3)])], shared: [Self.failed(1), middle, outer]))
    #expect(run.fragmentCases.map { $0.blocked.map(\.scenario) } == [[0]])
    // A record could have fragments that need each other.
    let odd = RunJudgement(
      Small.run(
        [Small.scenario(Small.blocked, [Self.use(2)])],
        shared: [Self.failed(1), Small.fragment(Small.blocked, [Self.use(2)], id: 2)]))
    #expect(odd.fragmentCases.map { $0.blocked.count } == [0])
  }

  @Test func `blocks what says so before there are steps`() {
    let fragment = Self.failed(1)
    let run = RunJudgement(
      Small.run(
        [
          Small.scenario(.blocked(because: "x", fragment: fragment.id), []),
          // Another fragment of the name would say the same.
          Small.scenario(.blocked(because: fragment.blockReason, fragment: 9), []),
          Small.scenario(.blocked(because: fragment.blockReason), []),
        ], shared: [fragment]))
    #expect(run.fragmentCases[0].blocked.map(\.scenario) == [0])
  }

  @Test(
    arguments: [
      (Small.failed, [Small.step(Small.failed, name: "a")], "failed in its step 'a'"),
      (
        Small.failed, [Small.step(Small.broken, name: "a"), Small.step(Small.failed, name: "b")],
        "failed in its step 'b'"
      ), (Small.broken, [Small.step(Small.broken, name: "a")], "ended in an error in its step 'a'"),
      (Small.broken, [], "ended in an error"),
    ] as [(Verdict, [StepRecord], String)])
  func `says in which step it ended`(verdict: Verdict, steps: [StepRecord], end: String) {
    #expect(Small.fragment(verdict, steps).blockReason == "the preparation 'token' \(end)")
  }

  @Test func `is to be looked for at the expectation, else at the problem, else at the step`()
    throws
  {
    func place(_ step: StepRecord) -> String? {
      ScenarioJudgement(Small.scenario(step.verdict, [step]), shared: [:], isStrict: false)
        .incidents.first?.location?.description
    }
    let finding = Finding(
      place: .status, position: Position(line: 7, column: 3), expected: "1", found: "2")
    #expect(place(Small.step(.failed([finding]))) == "s.yaml:7:3")
    let other = SourceLocation(file: "f.yaml", position: Position(line: 9, column: 2))
    #expect(place(Small.step(.broken(RunProblem(.suite, "x", at: other)))) == "f.yaml:9:2")
    #expect(place(Small.step(Small.broken)) == "s.yaml:1:1")
  }
}
