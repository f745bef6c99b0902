// SPDX-License-Identifier: Apache-2.0
// Tests of the verdict on a run.

import Record
import Suites
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
  static let lost = Small.scenario(Small.unreachable, [Small.step(Small.unreachable, status: nil)])
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
    Row(status: 0, sentence: "conformant: 1 scenario passed", record: Small.run([passed])),
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
      status: 1, sentence: "nothing was proved: no scenario was selected",
      record: Small.run([])),
    Row(
      status: 1,
      sentence: "nothing was proved: all 2 scenarios were skipped",
      record: Small.run([skipped, skipped])),
    Row(
      status: 1, sentence: "nothing was proved: the only scenario was skipped",
      record: Small.run([skipped])),
    Row(
      status: 1, sentence: "nothing was proved: no step saw an answer", record: Small.run([silent])),
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
    // A failure is a verdict, though nobody but the emulated framework gave an answer.
    Row(
      status: 1, sentence: "not conformant: 1 of 2 scenarios failed, 1 ended in error",
      record: Small.run([
        Small.scenario(Small.failed, [Small.step(Small.failed, status: nil, action: .partner)]),
        lost,
      ])),
    Row(
      status: 1,
      sentence:
        "not conformant: the shared fragment 'token' failed, 1 of 1 scenario ended in error",
      record: Small.run(
        [lost],
        shared: [
          Small.fragment(Small.failed, [Small.step(Small.failed, status: nil, action: .partner)])
        ])),
    // What the emulated framework answers says nothing of the target.
    Row(
      status: 3, sentence: "no verdict possible: the target could not be reached",
      record: Small.run([lost, local])),
    Row(
      status: 3, sentence: "no verdict possible: the target could not be reached",
      record: Small.run(
        [ofFragment],
        shared: [Small.fragment(Small.unreachable, [Small.step(Small.unreachable, status: nil)])])),
    // The target answered, though only in the fragment.
    Row(
      status: 1,
      sentence:
        "not conformant: the shared fragment 'token' failed, 1 of 1 scenario ended in error",
      record: Small.run(
        [ofFragment],
        shared: [Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)])])),
    Row(
      status: 130, sentence: "interrupted: 1 passed, 1 not reached",
      record: Small.run([passed, unreached], isInterrupted: true)),
    Row(
      status: 130, sentence: "interrupted: 1 passed, 1 failed",
      record: Small.run([passed, failed], isInterrupted: true)),
  ]

  static let blocked = Small.scenario(
    .blocked(because: "the shared fragment 'token' failed"),
    [
      Small.step(
        .blocked(because: "the shared fragment 'token' failed"), status: nil, shared: 1,
        action: .use)
    ])
  static let halted = Small.scenario(.interrupted, [Small.step(.interrupted, status: nil)])

  static func selected(
    _ count: Int, of total: Int, _ scenarios: [ScenarioRecord], budget: BudgetRecord? = nil
  ) -> RunRecord {
    var record = Small.run(scenarios)
    record.selection = SelectionRecord(names: ["x"], budget: budget, selected: count, total: total)
    return record
  }

  static func budget(leftOut: Int) -> BudgetRecord {
    BudgetRecord(
      limits: ["5m", "9req"], requests: 9, duration: .seconds(1), leftOut: leftOut, proves: 1,
      provable: 2)
  }

  static func interrupted(by what: String) -> RunRecord {
    var record = Small.run([passed], isInterrupted: true)
    record.interruption = what
    return record
  }

  /// The suite of the scenarios, in no cookbook.
  static func others(_ scenarios: [ScenarioRecord]) -> SuiteRecord {
    var suite = Small.suite(scenarios)
    suite.cookbook = nil
    return suite
  }

  static let lostToken = Small.fragment(
    Small.unreachable, [Small.step(Small.unreachable, status: nil)])
  static let brokenToken = Small.fragment(
    Small.broken, [Small.step(Small.broken, status: 0)], id: 2)

  static func preflight(_ scenario: ScenarioRecord, book: String) -> SuiteRecord {
    var suite = Small.suite([scenario], name: "preflight")
    suite.isPreflight = true
    suite.cookbook = book
    return suite
  }

  static let moreRows = [
    Row(
      status: 1,
      sentence: "not conformant: the shared fragment 'token' failed, 2 of 3 scenarios are blocked",
      record: Small.run(
        [passed, blocked, blocked],
        shared: [Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)])])),
    Row(
      status: 3, sentence: "no verdict possible: the target could not be reached",
      record: Small.run(
        [blocked],
        shared: [Small.fragment(Small.unreachable, [Small.step(Small.unreachable, status: nil)])])),
    Row(
      status: 130, sentence: "interrupted: 1 passed, 1 interrupted, 1 not reached",
      record: Small.run([passed, halted, unreached], isInterrupted: true)),
    Row(
      status: 0, sentence: "partial: 2 of 737 scenarios were selected; all passed",
      record: selected(2, of: 737, [passed, passed])),
    Row(
      status: 0,
      sentence:
        "partial with 1 warning: 2 of 737 scenarios were selected; 1 scenario passed, 1 skipped",
      record: selected(2, of: 737, [warned, skipped])),
    Row(
      status: 1,
      sentence: "not conformant: 1 of 2 scenarios failed; 2 of 737 scenarios were selected",
      record: selected(2, of: 737, [passed, failed])),
    Row(
      status: 1, sentence: "nothing was proved: no scenario was selected",
      record: selected(0, of: 737, [])),
    Row(status: 0, sentence: "conformant: 1 scenario passed", record: selected(1, of: 1, [passed])),
    Row(
      status: 0, sentence: "conformant: 1 scenario passed; 1 of 2 requirements proved",
      record: Small.run(
        [Small.scenario(.passed, [Small.step(covers: ["R-1", "R-3"])])],
        requirements: [
          Small.requirement("R-1"), Small.requirement("R-2"),
          Small.requirement("R-3", .must, .emulator),
        ])),
    Row(
      status: 3, sentence: "no verdict possible: the preflight of book failed at 'scenario'",
      record: Small.run(suites: [
        preflight(failed, book: "book"), Small.suite([Small.scenario(.blocked(because: "p"), [])]),
      ])),
    Row(
      status: 3, sentence: "no verdict possible: the preflight of book failed at 'scenario'",
      record: Small.run(
        suites: [preflight(blocked, book: "book")],
        shared: [Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)])])),
    Row(
      status: 3,
      sentence: "no verdict possible: the preflight of old failed at 'scenario'; "
        + "book: conformant: 1 scenario passed",
      record: Small.run(suites: [preflight(lost, book: "old"), Small.suite([passed])])),
    Row(
      status: 3,
      sentence: "no verdict possible: the preflight of old failed at 'scenario'; "
        + "book: not conformant: 1 of 2 scenarios failed",
      record: Small.run(
        suites: [preflight(blocked, book: "old"), Small.suite([passed, failed])],
        shared: [Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)])])),
  ]

  static let furtherRows = [
    // What ended the fragment tells more than that the scenario could not reach the target.
    Row(
      status: 3, sentence: "no verdict possible: not one scenario got an answer from the target",
      record: Small.run([lost, ofFragment], shared: [brokenToken])),
    Row(
      status: 3, sentence: "no verdict possible: not one scenario got an answer from the target",
      record: Small.run([ofFragment], shared: [lostToken, brokenToken])),
    Row(
      status: 3, sentence: "no verdict possible: not one scenario got an answer from the target",
      record: Small.run([broken, ofFragment], shared: [lostToken])),
    Row(
      status: 3, sentence: "no verdict possible: the target could not be reached",
      record: Small.run([lost, ofFragment], shared: [lostToken])),
    Row(
      status: 1, sentence: "not conformant: 1 scenario was not reached",
      record: Small.run([passed, unreached])),
    Row(
      status: 130, sentence: "interrupted by --max-time 5m: 1 passed",
      record: interrupted(by: "--max-time 5m")),
    Row(
      status: 1, sentence: "not conformant: 2 shared fragments failed, 1 of 2 scenarios is blocked",
      record: Small.run(
        [passed, blocked],
        shared: [1, 2].map {
          Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)], id: $0)
        })),
    Row(
      status: 1,
      sentence: "not conformant: the shared fragment 'token' ended in error, "
        + "1 of 2 scenarios is blocked",
      record: Small.run([passed, blocked], shared: [brokenToken])),
    Row(
      status: 1, sentence: "nothing was proved: all 2 scenarios were skipped or blocked",
      record: Small.run([skipped, Small.scenario(.blocked(because: "x"), [])])),
    // A preflight proves nothing.
    Row(
      status: 1, sentence: "nothing was proved: no scenario was selected",
      record: Small.run(suites: [preflight(passed, book: "book"), Small.suite([])])),
    Row(
      status: 1, sentence: "nothing was proved: the only scenario was skipped",
      record: Small.run(suites: [preflight(passed, book: "book"), Small.suite([skipped])])),
    Row(
      status: 1, sentence: "nothing was proved: no step saw an answer",
      record: Small.run(suites: [preflight(passed, book: "book"), Small.suite([silent])])),
    Row(
      status: 0, sentence: "partial: 1 of 737 scenarios was selected; all passed",
      record: selected(1, of: 737, [passed])),
    Row(
      status: 0,
      sentence: "partial: 1 of 737 scenarios was selected, and 3 left out by --budget 5m and "
        + "--budget 9req; all passed",
      record: selected(1, of: 737, [passed], budget: budget(leftOut: 3))),
    Row(
      status: 0, sentence: "partial: 1 of 737 scenarios was selected; all passed",
      record: selected(1, of: 737, [passed], budget: budget(leftOut: 0))),
    Row(
      status: 3, sentence: "no verdict possible: the preflight of old failed at 'scenario'",
      record: Small.run(suites: [preflight(lost, book: "old"), Small.suite([skipped, unreached])])),
    Row(
      status: 3,
      sentence: "no verdict possible: the preflight of old failed at 'scenario'; "
        + "the other suites: not conformant: 1 of 1 scenario failed",
      record: Small.run(suites: [preflight(lost, book: "old"), others([failed])])),
    Row(
      status: 3,
      sentence: "no verdict possible: the preflight of old failed at 'scenario' and the preflight "
        + "of book failed at 'scenario'",
      record: Small.run(suites: [
        preflight(lost, book: "old"), preflight(failed, book: "book"), Small.suite([passed]),
      ])),
    // A preflight may skip what the target does not have.
    Row(
      status: 0, sentence: "conformant: 2 scenarios passed, 1 skipped",
      record: Small.run(suites: [
        preflight(passed, book: "book"), preflight(skipped, book: "book"), Small.suite([passed]),
      ])),
    Row(
      status: 1, sentence: "not conformant: 1 of 1 scenario failed",
      record: Small.run(
        [Small.scenario(.passed, [Small.step(), Small.step(Small.broken, isFinal: true)])],
        isStrict: true)),
  ]

  @Test(arguments: rows + moreRows + furtherRows)
  func `follows from the record`(row: Row) {
    let outcome = RunJudgement(row.record).outcome
    #expect(outcome.status == row.status)
    #expect(outcome.sentence == row.sentence)
  }
}
