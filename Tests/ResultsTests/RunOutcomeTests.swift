// SPDX-License-Identifier: Apache-2.0
// Tests of the verdict on a run.

import Results
import Testing

@Suite struct RunOutcomeTests {
  typealias Small = SmallRecords

  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int
    let sentence: String
    let record: RunRecord
    var testDescription: String { sentence }
  }

  static let passed = Small.scenario(.passed, [Small.step()])
  static let failed = Small.scenario(Small.failed, [Small.step(Small.failed, status: 500)])
  static let broken = Small.scenario(Small.broken, [Small.step(Small.broken, status: 0)])
  static let lost = Small.scenario(
    Small.unreachable, [Small.step(Small.unreachable, status: nil)])
  static let skipped = Small.scenario(Small.skipped, [])
  static let unreached = Small.scenario(.notReached, [])
  static let warned = Small.scenario(.passed, [Small.step(warnings: [Small.miss])])
  static let silent = Small.scenario(.passed, [Small.step(.passed, status: nil, action: .wait)])
  static let local = Small.scenario(.passed, [Small.step(.passed, status: nil, action: .partner)])
  static let ofFragment = Small.scenario(
    .broken(RunProblem(.fragment, "the fragment token failed", at: nil)),
    [
      Small.step(
        .broken(RunProblem(.fragment, "the fragment token failed", at: nil)), status: nil,
        shared: 1, action: .use)
    ])

  static let rows = [
    Row(
      status: 0, sentence: "conformant: 1 scenario passed", record: Small.run([passed])),
    Row(
      status: 0, sentence: "conformant: 2 scenarios passed, 1 skipped",
      record: Small.run([passed, passed, skipped])),
    Row(
      status: 0, sentence: "conformant with 1 warning: 1 scenario passed",
      record: Small.run([warned])),
    Row(
      status: 1, sentence: "not conformant: 1 of 1 scenario failed",
      record: Small.run([warned], isStrict: true)),
    Row(
      status: 1, sentence: "not conformant: 1 of 2 scenarios failed",
      record: Small.run([passed, failed])),
    Row(
      status: 1, sentence: "not conformant: 1 of 2 scenarios failed, 1 ended in error",
      record: Small.run([failed, broken])),
    Row(
      status: 1, sentence: "not conformant: 1 of 2 scenarios ended in error",
      record: Small.run([passed, broken])),
    Row(
      status: 1, sentence: "not conformant: nothing was proved, since no scenario was selected",
      record: Small.run([])),
    Row(
      status: 1,
      sentence: "not conformant: nothing was proved, since all 2 scenarios were skipped",
      record: Small.run([skipped, skipped])),
    Row(
      status: 1,
      sentence: "not conformant: nothing was proved, since the only scenario was skipped",
      record: Small.run([skipped])),
    Row(
      status: 1, sentence: "not conformant: nothing was proved, since no step saw an answer",
      record: Small.run([silent])),
    Row(
      status: 1, sentence: "not conformant: 2 scenarios were not reached",
      record: Small.run([passed, unreached, unreached])),
    Row(
      status: 3, sentence: "no verdict possible: not one scenario got an answer from the target",
      record: Small.run([broken, skipped])),
    Row(
      status: 3, sentence: "no verdict possible: the target could not be reached",
      record: Small.run([lost, lost])),
    Row(
      status: 3, sentence: "no verdict possible: not one scenario got an answer from the target",
      record: Small.run([lost, broken])),
    // What the emulated framework answers says nothing of the target.
    Row(
      status: 3, sentence: "no verdict possible: the target could not be reached",
      record: Small.run([lost, local])),
    Row(
      status: 3, sentence: "no verdict possible: the target could not be reached",
      record: Small.run(
        [ofFragment],
        shared: [
          Small.fragment(Small.unreachable, [Small.step(Small.unreachable, status: nil)])
        ])),
    // The target answered, though only in the fragment.
    Row(
      status: 1, sentence: "not conformant: 1 of 1 scenario ended in error",
      record: Small.run(
        [ofFragment],
        shared: [Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)])])),
    Row(
      status: 130, sentence: "interrupted: no verdict, 1 scenario not reached",
      record: Small.run([passed, unreached], isInterrupted: true)),
    Row(
      status: 130, sentence: "interrupted: 1 of 2 scenarios failed",
      record: Small.run([passed, failed], isInterrupted: true)),
  ]

  @Test(arguments: rows)
  func `follows from the record`(row: Row) {
    let outcome = RunJudgement(row.record).outcome
    #expect(outcome.status == row.status)
    #expect(outcome.sentence == row.sentence)
  }
}
