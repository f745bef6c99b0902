// SPDX-License-Identifier: Apache-2.0
// Tests of what counts as a failure and what as a warning.

import Catalogues
import Results
import Testing

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
        ]),
      kind: .passed, incidents: 0, warnings: 1, strictKind: .failed),
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
            ]),
          Small.scenario(Small.skipped, []),
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
}
