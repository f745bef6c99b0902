// SPDX-License-Identifier: Apache-2.0
// Tests of what trouble explains in a record.

import Suites
import Testing
import Text

@testable import Record

struct TroubleJudgementTests {
  typealias Small = SmallRecords

  static let right = Small.scenario(.passed, [Small.step()])
  static let down = Small.step(Small.failed, status: 503)

  /// How a scenario counts, by its steps and the tries before; beside it, one that passed.
  @Test(
    arguments: [
      ([down], [], .blocked), ([down], [[down]], .blocked), ([down], [[down], [down]], .failed),
      // Elsewhere in each try.
      ([Small.step(), down], [[down], [down]], .blocked),
      ([Small.step(Small.failed, status: 404)], [[down]], .failed),
      // What failed before the trouble has failed, and what failed after it has not.
      ([Small.step(Small.failed, status: 404), down], [], .failed),
      ([down, Small.step(Small.failed, status: 404)], [], .blocked),
      ([Small.step(Small.broken, status: 0)], [], .blocked),
      // An answer 429 that a step judges is one that its suite asks for.
      ([Small.step(Small.failed, status: 429)], [], .failed),
      ([Small.step(Small.broken, status: 429)], [], .blocked),
    ] as [([StepRecord], [[StepRecord]], Verdict.Kind)])
  func `takes the verdict of what is no conduct`(
    steps: [StepRecord], tries: [[StepRecord]], kind: Verdict.Kind
  ) throws {
    let fault = try #require(steps.first { $0.verdict.kind.isFault }).verdict
    var scenario = Small.scenario(fault, steps)
    scenario.tries = tries.map { EarlierTry(steps: $0) }
    let judgement = RunJudgement(Small.run([Self.right, scenario]))
    #expect(judgement.scenarios[0][1].kind == kind)
    #expect(judgement.outcome.status == (kind == .blocked ? 3 : 1))
    #expect(judgement.observed.suites[0].scenarios[1] == scenario)
  }

  @Test func `takes no warning for one that trouble under finally gave`() {
    let end = Small.step(Small.failed, isFinal: true, status: 503)
    let judgement = RunJudgement(
      Small.run([Self.right, Small.scenario(.passed, [Small.step(), end])]))
    #expect(judgement.scenarios[0][1].warnings.isEmpty)
    #expect(judgement.totals.warnings == 1)
    #expect(judgement.sporadic?.hasPrefix("Sporadic trouble: ") == true)
  }

  @Test(arguments: [(true, 1), (false, 0)])
  func `fails a strict run for trouble that all got through`(isStrict: Bool, status: Int) {
    var scenario = Self.right
    scenario.tries = [EarlierTry(steps: [Self.down])]
    let outcome = RunJudgement(
      Small.run([Self.right, Self.right, scenario], isStrict: isStrict)
    ).outcome
    #expect(outcome.status == status, "\(outcome.sentence)")
  }

  @Test func `leaves open what an outage met, also where only the time ended`() {
    var late = Small.step(.broken(RunProblem(.deadline, "the time ended", at: nil)), status: nil)
    late.startedAfter = .seconds(9)
    var record = Small.run([Self.right, Small.scenario(late.verdict, [late])])
    #expect(RunJudgement(record).outcome.reason == .harness)
    record.outage = OutageRecord(
      kind: .throttled, startedAfter: .seconds(5), message: "it was all 429")
    let judgement = RunJudgement(record)
    #expect(judgement.scenarios[0][1].kind == .blocked)
    #expect(judgement.outcome.reason == .throttled)
    #expect(judgement.outcome.sentence == "no verdict possible: it was all 429")
  }

  @Test(arguments: [(3600, "1h ahead of"), (-90, "90s behind")])
  func `blames no scenario where the clock is off`(seconds: Int, words: String) {
    var record = Small.run(
      [Self.right, Small.scenario(Small.failed, [Small.step(Small.failed, status: 200)])])
    record.clockLead = .seconds(seconds)
    let outcome = RunJudgement(record).outcome
    #expect(outcome.status == 3 && outcome.reason == .clock)
    #expect(outcome.sentence.contains("the target's clock is \(words) ours"), "\(outcome.sentence)")
  }
}
