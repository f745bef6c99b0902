// SPDX-License-Identifier: Apache-2.0
// Tests of shared fragments that failed, and of what they block.

import Record
import Suites
import Testing
import Text

@Suite struct FragmentCaseTests {
  typealias Small = SmallRecords

  static let blocked = Verdict.blocked(because: "the token failed")

  static func use(_ id: Int?, _ verdict: Verdict = blocked) -> StepRecord {
    Small.step(verdict, status: nil, shared: id, action: .use)
  }

  static func failed(_ id: Int, name: String = "token", given: String = "") -> SharedFragmentRecord
  {
    var fragment = Small.fragment(Small.failed, [Small.step(Small.failed, name: "get it")], id: id)
    fragment.name = name
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
          Small.fragment(Self.blocked, [], id: 4),
        ])
    ).fragmentCases
    #expect(cases.map(\.scenario.name) == [#"token {"a":1}"#, "token"])
    #expect(cases.map(\.judgement.kind) == [.failed, .broken])
    #expect(cases.map(\.judgement.incidents.count) == [1, 1])
    #expect(cases.map(\.suite.name) == Array(repeating: "Shared fragments of s.yaml", count: 2))
  }

  @Test func `blocks the scenarios whose first blocked step needs it`() {
    let scenarios = [
      Small.scenario(Self.blocked, [Small.step(), Self.use(1), Self.use(2)]),
      Small.scenario(Self.blocked, [Self.use(1, .passed), Self.use(2)]),
      Small.scenario(.passed, [Self.use(2, .passed)]),
      Small.scenario(Small.failed, [Self.use(1)]), Small.scenario(Self.blocked, [Self.use(9)]),
      Small.scenario(
        Self.blocked, [Small.step(Self.blocked, status: nil, steps: [Self.use(2)], action: .use)]),
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
    let middle = Small.fragment(Self.blocked, [Small.step(), Self.use(1)], id: 2)
    let outer = Small.fragment(Self.blocked, [Self.use(2)], id: 3)
    let run = RunJudgement(
      Small.run(
        [Small.scenario(Self.blocked, [Self.use(3)])], shared: [Self.failed(1), middle, outer]))
    #expect(run.fragmentCases.map { $0.blocked.map(\.scenario) } == [[0]])
    // A record could have fragments that need each other.
    let odd = RunJudgement(
      Small.run(
        [Small.scenario(Self.blocked, [Self.use(2)])],
        shared: [Self.failed(1), Small.fragment(Self.blocked, [Self.use(2)], id: 2)]))
    #expect(odd.fragmentCases.map { $0.blocked.count } == [0])
  }

  @Test func `blocks what says so before there are steps`() {
    let fragment = Self.failed(1)
    let run = RunJudgement(
      Small.run(
        [
          Small.scenario(.blocked(because: fragment.blockReason), []),
          Small.scenario(.blocked(because: "something else"), []),
        ], shared: [fragment]))
    #expect(run.fragmentCases[0].blocked.map(\.scenario) == [0])
  }

  @Test(
    arguments: [
      (Small.failed, [Small.step(Small.failed, name: "a")], "failed in its step 'a'"),
      (
        Small.failed, [Small.step(Small.broken, name: "a"), Small.step(Small.failed, name: "b")],
        "failed in its step 'b'"
      ),
      (Small.broken, [Small.step(Small.broken, name: "a")], "ended in an error in its step 'a'"),
      (Small.broken, [], "ended in an error"),
    ] as [(Verdict, [StepRecord], String)])
  func `says in which step it ended`(verdict: Verdict, steps: [StepRecord], end: String) {
    #expect(Small.fragment(verdict, steps).blockReason == "the shared fragment 'token' \(end)")
  }

  @Test func `tells incidents from warnings`() {
    let scenarios = [
      Small.scenario(.passed, [Small.step(warnings: [Small.miss, BlameTests.finding("/a")])]),
      Small.scenario(Small.failed, [Small.step(Small.failed), Small.step(Small.failed)]),
      Small.scenario(.passed, [Small.step(Small.broken, isFinal: true)]),
    ]
    let judgements = RunJudgement(Small.run(scenarios)).scenarios[0]
    #expect(judgements.map(\.incidents.count) == [0, 2, 0])
    #expect(judgements.map(\.warnings.count) == [1, 0, 1])
  }

  @Test func `is to be looked for at the expectation, else at the problem, else at the step`()
    throws
  {
    func place(_ step: StepRecord) -> String? {
      ScenarioJudgement(Small.scenario(step.verdict, [step]), shared: [:], isStrict: false)
        .incidents.first?.location?.description
    }
    var finding = Small.miss
    finding = Finding(
      place: .status, position: Position(line: 7, column: 3), expected: "1", found: "2")
    #expect(place(Small.step(.failed([finding]))) == "s.yaml:7:3")
    let other = SourceLocation(file: "f.yaml", position: Position(line: 9, column: 2))
    #expect(place(Small.step(.broken(RunProblem(.suite, "x", at: other)))) == "f.yaml:9:2")
    #expect(place(Small.step(Small.broken)) == "s.yaml:1:1")
  }
}
