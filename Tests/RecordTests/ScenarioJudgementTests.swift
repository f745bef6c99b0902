// SPDX-License-Identifier: Apache-2.0
// Tests of what counts as a failure and what as a warning.

import HTTP
import Record
import Suites
import Testing
import Text

@Suite struct ScenarioJudgementTests {
  typealias Small = SmallRecords

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let scenario: ScenarioRecord
    var shared: [SharedFragmentRecord] = []
    let kind: Verdict.Kind
    let incidents: Int
    let warnings: Int
    let strictKind: Verdict.Kind
    var testDescription: String { what }
  }

  static let warnedStep = Small.step(warnings: [Small.miss])

  static let rows = [
    Row(
      what: "a passed step", scenario: Small.scenario(.passed, [Small.step()]), kind: .passed,
      incidents: 0, warnings: 0, strictKind: .passed),
    Row(
      what: "a missed should", scenario: Small.scenario(.passed, [warnedStep]), kind: .passed,
      incidents: 0, warnings: 1, strictKind: .failed),
    Row(
      what: "a failed step", scenario: Small.scenario(Small.failed, [Small.step(Small.failed)]),
      kind: .failed, incidents: 1, warnings: 0, strictKind: .failed),
    Row(
      what: "a failed step of level should, told by its verdict",
      scenario: Small.scenario(Small.failed, [Small.step(Small.failed)], isAdvisory: true),
      kind: .passed, incidents: 0, warnings: 1, strictKind: .failed),
    Row(
      what: "a failed step of level should, told by both",
      scenario: Small.scenario(
        .passed, [Small.step(Small.failed, warnings: [Small.miss])], isAdvisory: true),
      kind: .passed, incidents: 0, warnings: 1, strictKind: .failed),
    Row(
      what: "no answer in a scenario of level should",
      scenario: Small.scenario(Small.broken, [Small.step(Small.broken)], isAdvisory: true),
      kind: .broken, incidents: 1, warnings: 0, strictKind: .broken),
    Row(
      what: "a failed final step",
      scenario: Small.scenario(.passed, [Small.step(), Small.step(Small.failed, isFinal: true)]),
      kind: .passed, incidents: 0, warnings: 1, strictKind: .failed),
    Row(
      what: "a final step without answer",
      scenario: Small.scenario(.passed, [Small.step(), Small.step(Small.broken, isFinal: true)]),
      kind: .passed, incidents: 0, warnings: 1, strictKind: .failed),
    Row(
      what: "a final step without answer, inside a fragment",
      scenario: Small.scenario(
        .passed,
        [
          Small.step(),
          Small.step(
            Small.broken, isFinal: true, status: nil, steps: [Small.step(Small.broken)],
            action: .use),
        ]), kind: .passed, incidents: 0, warnings: 1, strictKind: .failed),
    Row(
      what: "a failed step of a fragment, counted once",
      scenario: Small.scenario(
        Small.failed,
        [Small.step(Small.failed, status: nil, steps: [Small.step(Small.failed)], action: .use)]),
      kind: .failed, incidents: 1, warnings: 0, strictKind: .failed),
    Row(
      what: "a scenario that failed in no step", scenario: Small.scenario(Small.broken, []),
      kind: .broken, incidents: 1, warnings: 0, strictKind: .broken),
    Row(
      what: "a warning of a shared fragment",
      scenario: Small.scenario(
        .passed, [Small.step(status: nil, shared: 1, action: .use), Small.step()]),
      shared: [Small.fragment(.passed, [warnedStep])], kind: .passed, incidents: 0, warnings: 1,
      strictKind: .failed),
    Row(
      what: "a warning of a fragment, counted once",
      scenario: Small.scenario(
        .passed,
        [Small.step(warnings: [Small.miss], status: nil, steps: [warnedStep], action: .use)]),
      kind: .passed, incidents: 0, warnings: 1, strictKind: .failed),
    Row(
      what: "a failed step that missed a should, too",
      scenario: Small.scenario(
        Small.failed, [Small.step(Small.failed, warnings: [BlameTests.finding("/a")])]),
      kind: .failed, incidents: 1, warnings: 1, strictKind: .failed),
    Row(
      what: "a scenario of level should that failed in no step",
      scenario: Small.scenario(Small.failed, [], isAdvisory: true), kind: .passed, incidents: 0,
      warnings: 1, strictKind: .failed),
    Row(
      what: "no answer in a fragment, counted once",
      scenario: Small.scenario(
        Small.broken,
        [Small.step(Small.broken, status: nil, steps: [Small.step(Small.broken)], action: .use)]),
      kind: .broken, incidents: 1, warnings: 0, strictKind: .broken),
    Row(
      what: "a failed fragment, and what is expected of it",
      scenario: Small.scenario(
        Small.failed,
        [
          Small.step(
            .failed([BlameTests.finding("fragment f"), BlameTests.finding("/a")]), status: nil,
            steps: [Small.step(Small.failed)], action: .use)
        ]), kind: .failed, incidents: 2, warnings: 0, strictKind: .failed),
    Row(
      what: "a failed final step and a failed other one",
      scenario: Small.scenario(
        Small.failed, [Small.step(Small.failed), Small.step(Small.failed, isFinal: true)]),
      kind: .failed, incidents: 1, warnings: 1, strictKind: .failed),
    Row(
      what: "a scenario that was interrupted", scenario: Small.scenario(.interrupted, []),
      kind: .interrupted, incidents: 0, warnings: 0, strictKind: .interrupted),
    Row(
      what: "a skipped scenario", scenario: Small.scenario(Small.skipped, []), kind: .skipped,
      incidents: 0, warnings: 0, strictKind: .skipped),
  ]

  @Test(arguments: rows)
  func `tells failures from warnings`(row: Row) {
    let shared = row.shared.reduce(into: [:]) { $0[$1.id] = $1 }
    let judgement = ScenarioJudgement(row.scenario, shared: shared, isStrict: false)
    #expect(judgement.kind == row.kind)
    #expect(judgement.incidents.count == row.incidents)
    #expect(judgement.warnings.count == row.warnings)
    let strict = ScenarioJudgement(row.scenario, shared: shared, isStrict: true)
    #expect(strict.kind == row.strictKind)
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
    let use = Small.step(status: nil, shared: 1, action: .use)
    for (verdict, proves) in [(Verdict.passed, true), (Small.skipped, false)] {
      let fragment = Small.fragment(.passed, [Small.step(verdict)])
      let judgement = ScenarioJudgement(
        Small.scenario(.passed, [use]), shared: [1: fragment], isStrict: false)
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

  @Test func `bears on what the steps that use it cover`() {
    let inner = Small.step(Small.failed, covers: ["R-1", "R-2"])
    let use = Small.step(
      Small.failed, covers: ["R-3", "R-1"], status: nil, steps: [inner], action: .use)
    let judgement = ScenarioJudgement(
      Small.scenario(Small.failed, [use]), shared: [:], isStrict: false)
    #expect(judgement.incidents.map(\.covers) == [["R-1", "R-2", "R-3"]])
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
          Small.scenario(
            .passed, [Small.step(status: nil, shared: 1, action: .use), Small.step()]),
          Small.scenario(
            .passed,
            [
              Small.step(status: nil, shared: 1, action: .use), Self.warnedStep,
              Small.step(.notReached, status: nil),
            ]), Small.scenario(Small.skipped, []),
        ], shared: [Small.fragment(.passed, [Self.warnedStep])])
    ).totals
    #expect(totals.scenarios == 3)
    #expect(totals.passed == 2)
    #expect(totals.warned == 2)
    #expect(totals.warnings == 2)
    #expect(totals.steps == 3)
    #expect(totals.stepsNotRun == 1)
    #expect(totals.requests == 3)
    #expect(totals.sentence(of: .service) == "3 scenarios: 2 passed, 1 skipped")
  }

  @Test(arguments: [
    ([1, 2], 0, "2 scenarios: 2 passed"), ([0, 0], 0, "2 scenarios: 2 passed"),
    ([1, 2, 2, 2], 0, "2 scenarios, 2 more from tables that the service fills: 4 passed"),
    (
      [1, 1], 2, "1 scenario, 1 more from tables that the service fills, and 2 preflights: 4 passed"
    ),
    ([1], 1, "1 scenario and 1 preflight: 2 passed"), ([], 1, "1 preflight: 1 passed"),
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
        == "9 scenarios: 2 passed, 1 failed, 1 in error, 1 skipped, 1 blocked, 1 interrupted, "
        + "2 not reached")
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
    #expect(totals.requests == 5)
    #expect(totals.wireIssues == 3)
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
    #expect(totals.warnings == warnings)
    #expect(totals.warned == warned)
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
