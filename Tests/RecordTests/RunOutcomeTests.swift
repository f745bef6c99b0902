// SPDX-License-Identifier: Apache-2.0
// Tests of the verdict on a run, and on an audit.

import Suites
import Testing

@testable import Record

@Suite struct RunOutcomeTests {
  typealias Small = SmallRecords

  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int
    let sentence: String
    let record: RunRecord
    var testDescription: String { sentence }

    init(_ status: Int, _ sentence: String, _ record: RunRecord) {
      (self.status, self.sentence, self.record) = (status, sentence, record)
    }

    init(
      _ status: Int, _ sentence: String, _ scenarios: [ScenarioRecord],
      shared: [SharedFragmentRecord] = []
    ) {
      self.init(status, sentence, Small.run(scenarios, shared: shared))
    }
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
    Row(0, "conformant: 1 scenario passed", [passed]),
    Row(0, "conformant: 2 scenarios passed, 1 skipped", [passed, passed, skipped]),
    Row(0, "conformant with 1 warning: 1 scenario passed", [warned]),
    Row(1, "not conformant: 1 of 1 scenario failed", Small.run([warned], isStrict: true)),
    Row(1, "not conformant: 1 of 2 scenarios failed", [passed, failed]),
    Row(1, "not conformant: 1 of 2 scenarios failed, 1 ended in error", [failed, broken]),
    Row(1, "not conformant: 1 of 2 scenarios ended in error", [passed, broken]),
    Row(1, "nothing was proved: no scenario was selected", []),
    Row(1, "nothing was proved: all 2 scenarios were skipped", [skipped, skipped]),
    Row(1, "nothing was proved: the only scenario was skipped", [skipped]),
    Row(1, "nothing was proved: no step saw an answer", [silent]),
    Row(1, "not conformant: 2 scenarios were not reached", [passed, unreached, unreached]),
    Row(
      3, "no verdict possible: not one scenario got an answer from the target", [broken, skipped]),
    Row(3, "no verdict possible: the target could not be reached", [lost, lost]),
    Row(3, "no verdict possible: not one scenario got an answer from the target", [lost, broken]),
    // A failure is a verdict, though nobody but the emulated framework gave an answer.
    Row(
      1, "not conformant: 1 of 2 scenarios failed, 1 ended in error",
      [
        Small.scenario(Small.failed, [Small.step(Small.failed, status: nil, action: .partner)]),
        lost,
      ]),
    Row(
      1, "not conformant: the shared fragment 'token' failed, 1 of 1 scenario ended in error",
      [lost],
      shared: [
        Small.fragment(Small.failed, [Small.step(Small.failed, status: nil, action: .partner)])
      ]),
    // What the emulated framework answers says nothing of the target.
    Row(3, "no verdict possible: the target could not be reached", [lost, local]),
    Row(
      3, "no verdict possible: the target could not be reached", [ofFragment], shared: [lostToken]),
    // The target answered, though only in the fragment.
    Row(
      1, "not conformant: the shared fragment 'token' failed, 1 of 1 scenario ended in error",
      [ofFragment], shared: [failedToken]),
    Row(
      130, "interrupted: 1 passed, 1 not reached",
      Small.run([passed, unreached], isInterrupted: true)),
    Row(130, "interrupted: 1 passed, 1 failed", Small.run([passed, failed], isInterrupted: true)),
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

  static let failedToken = Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)])
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
      1, "not conformant: the shared fragment 'token' failed, 2 of 3 scenarios are blocked",
      [passed, blocked, blocked], shared: [failedToken]),
    Row(3, "no verdict possible: the target could not be reached", [blocked], shared: [lostToken]),
    Row(
      130, "interrupted: 1 passed, 1 interrupted, 1 not reached",
      Small.run([passed, halted, unreached], isInterrupted: true)),
    Row(
      0, "partial: 2 of 737 scenarios were selected; all passed",
      selected(2, of: 737, [passed, passed])),
    Row(
      0, "partial with 1 warning: 2 of 737 scenarios were selected; 1 scenario passed, 1 skipped",
      selected(2, of: 737, [warned, skipped])),
    Row(
      1, "not conformant: 1 of 2 scenarios failed; 2 of 737 scenarios were selected",
      selected(2, of: 737, [passed, failed])),
    Row(1, "nothing was proved: no scenario was selected", selected(0, of: 737, [])),
    Row(0, "conformant: 1 scenario passed", selected(1, of: 1, [passed])),
    Row(
      0, "conformant: 1 scenario passed; 1 of 2 requirements proved",
      Small.run(
        [Small.scenario(.passed, [Small.step(covers: ["R-1", "R-3"])])],
        requirements: [
          Small.requirement("R-1"), Small.requirement("R-2"),
          Small.requirement("R-3", .must, .emulator),
        ])),
    Row(
      3, "no verdict possible: the preflight of book failed at 'scenario'",
      Small.run(suites: [
        preflight(failed, book: "book"), Small.suite([Small.scenario(.blocked(because: "p"), [])]),
      ])),
    Row(
      3, "no verdict possible: the preflight of book failed at 'scenario'",
      Small.run(suites: [preflight(blocked, book: "book")], shared: [failedToken])),
    Row(
      3,
      "no verdict possible: the preflight of old failed at 'scenario'; "
        + "book: conformant: 1 scenario passed",
      Small.run(suites: [preflight(lost, book: "old"), Small.suite([passed])])),
    Row(
      3,
      "no verdict possible: the preflight of old failed at 'scenario'; "
        + "book: not conformant: 1 of 2 scenarios failed",
      Small.run(
        suites: [preflight(blocked, book: "old"), Small.suite([passed, failed])],
        shared: [failedToken])),
  ]

  static let furtherRows = [
    // What ended the fragment tells more than that the scenario could not reach the target.
    Row(
      3, "no verdict possible: not one scenario got an answer from the target", [lost, ofFragment],
      shared: [brokenToken]),
    Row(
      3, "no verdict possible: not one scenario got an answer from the target", [ofFragment],
      shared: [lostToken, brokenToken]),
    Row(
      3, "no verdict possible: not one scenario got an answer from the target",
      [broken, ofFragment], shared: [lostToken]),
    Row(
      3, "no verdict possible: the target could not be reached", [lost, ofFragment],
      shared: [lostToken]),
    Row(1, "not conformant: 1 scenario was not reached", [passed, unreached]),
    Row(130, "interrupted by --max-time 5m: 1 passed", interrupted(by: "--max-time 5m")),
    Row(
      1, "not conformant: 2 shared fragments failed, 1 of 2 scenarios is blocked",
      [passed, blocked],
      shared: [1, 2].map {
        Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)], id: $0)
      }),
    Row(
      1,
      "not conformant: the shared fragment 'token' ended in error, "
        + "1 of 2 scenarios is blocked", [passed, blocked], shared: [brokenToken]),
    Row(
      1, "nothing was proved: all 2 scenarios were skipped or blocked",
      [skipped, Small.scenario(.blocked(because: "x"), [])]),
    // A preflight proves nothing.
    Row(
      1, "nothing was proved: no scenario was selected",
      Small.run(suites: [preflight(passed, book: "book"), Small.suite([])])),
    Row(
      1, "nothing was proved: the only scenario was skipped",
      Small.run(suites: [preflight(passed, book: "book"), Small.suite([skipped])])),
    Row(
      1, "nothing was proved: no step saw an answer",
      Small.run(suites: [preflight(passed, book: "book"), Small.suite([silent])])),
    Row(0, "partial: 1 of 737 scenarios was selected; all passed", selected(1, of: 737, [passed])),
    Row(
      0,
      "partial: 1 of 737 scenarios was selected, and 3 left out by --budget 5m and "
        + "--budget 9req; all passed", selected(1, of: 737, [passed], budget: budget(leftOut: 3))),
    Row(
      0, "partial: 1 of 737 scenarios was selected; all passed",
      selected(1, of: 737, [passed], budget: budget(leftOut: 0))),
    Row(
      3, "no verdict possible: the preflight of old failed at 'scenario'",
      Small.run(suites: [preflight(lost, book: "old"), Small.suite([skipped, unreached])])),
    Row(
      3,
      "no verdict possible: the preflight of old failed at 'scenario'; "
        + "the other suites: not conformant: 1 of 1 scenario failed",
      Small.run(suites: [preflight(lost, book: "old"), others([failed])])),
    Row(
      3,
      "no verdict possible: the preflight of old failed at 'scenario' and the preflight "
        + "of book failed at 'scenario'",
      Small.run(suites: [
        preflight(lost, book: "old"), preflight(failed, book: "book"), Small.suite([passed]),
      ])),
    // A preflight may skip what the target does not have.
    Row(
      0, "conformant: 2 scenarios passed, 1 skipped",
      Small.run(suites: [
        preflight(passed, book: "book"), preflight(skipped, book: "book"), Small.suite([passed]),
      ])),
    Row(
      1, "not conformant: 1 of 1 scenario failed",
      Small.run(
        [Small.scenario(.passed, [Small.step(), Small.step(Small.broken, isFinal: true)])],
        isStrict: true)),
  ]

  @Test(arguments: rows + moreRows + furtherRows) func `follows from the record`(row: Row) {
    let outcome = RunJudgement(row.record).outcome
    #expect(outcome.status == row.status)
    #expect(outcome.sentence == row.sentence)
  }
}

@Suite struct AuditOutcomeTests {
  typealias Small = SmallRecords

  static let unseen = Verdict.skipped(because: "no occasion")

  @Test(
    arguments: [
      ([.passed, unseen], 10, "conformant: 2 rules: 1 obeyed, 1 not judged", 0),
      ([.passed, Small.failed, unseen], 10, "not conformant: 1 of 3 rules is broken", 1),
      ([Small.failed, Small.failed], 10, "not conformant: 2 of 2 rules are broken", 1),
      ([unseen], 10, "nothing was judged: no rule had an occasion", 1),
      (
        [unseen], 0,
        "nothing was judged: no entry of the recordings belongs to the service; 4 entries are of "
          + "other hosts or paths", 1
      ),
    ] as [([Verdict], Int, String, Int)])
  func `says whether the application obeys`(
    verdicts: [Verdict], judged: Int, sentence: String, status: Int
  ) {
    let outcome = RunJudgement(Small.audit(verdicts, judged: judged)).outcome
    #expect(outcome.sentence.hasPrefix(sentence), "\(outcome.sentence)")
    #expect(outcome.status == status)
  }

  @Test func `judges a requirement by the rules that cover it`() {
    let requirements = [
      Small.requirement("A-0", .must, .clientTraffic),
      Small.requirement("A-1", .should, .clientTraffic), Small.requirement("A-2", .must, .emulator),
      Small.requirement("A-3", .must, .clientTraffic),
      Small.requirement("X-1", .must, .clientTraffic),
      Small.requirement("X-2", .may, .clientTraffic, unrecorded: "a mere permission"),
      Small.requirement("X-3", .must, .serviceResponse), Small.requirement("X-4", .must, .emulator),
    ]
    let record = Small.audit(
      [Small.failed, Small.failed, .passed, Self.unseen], requirements: requirements)
    let rows = Coverage(record).rows
    #expect(
      rows.map(\.verdict) == [
        .failed, .warned, .passed, .notJudged, .unproved, .notTestable, .notTestable, .notTestable,
      ])
    #expect(rows[5].whyNotTestable == "a mere permission")
    #expect(
      rows[6].whyNotTestable == "it binds the service: a run of the suites against it shows it")
    let outcome = RunJudgement(record).outcome
    #expect(outcome.sentence.hasSuffix("; 2 of 4 requirements proved"), "\(outcome.sentence)")
    var strict = record
    strict.isStrict = true
    #expect(Coverage(strict).rows.prefix(3).map(\.verdict) == [.failed, .failed, .passed])
  }

  @Test(
    arguments: [
      ([("X-1", .clientTraffic, nil)], "partial: 1 requirement that traffic shows has no rule"),
      (
        [("X-1", .clientTraffic, nil), ("X-2", .clientTraffic, nil)],
        "partial: 2 requirements that traffic shows have no rule here: 1 rule: 1 obeyed"
      ),
      // What no recording shows needs no rule, and what does not show in traffic neither.
      ([("X-1", .clientTraffic, "a mere permission")], "conformant: 1 rule: 1 obeyed"),
      ([("X-1", .serviceResponse, nil), ("X-2", .emulator, nil)], "conformant: 1 rule: 1 obeyed"),
    ] as [([(String, Requirement.TestableBy, String?)], String)])
  func `is partial where a requirement that traffic shows has no rule`(
    further: [(String, Requirement.TestableBy, String?)], sentence: String
  ) {
    let requirements = [Small.requirement("A-0", .must, .clientTraffic)]
    let outcome = RunJudgement(
      Small.audit(
        [.passed],
        requirements: requirements
          + further.map { Small.requirement($0.0, .must, $0.1, unrecorded: $0.2) })
    ).outcome
    #expect(outcome.sentence.hasPrefix(sentence), "\(outcome.sentence)")
    #expect(outcome.kind == (sentence.hasPrefix("partial") ? .partial : .conformant))
    #expect(outcome.status == 0)
  }

  @Test func `says why nothing was judged, or not all`() {
    var record = Small.audit([Self.unseen], judged: 0)
    record.audit?.ignored = [:]
    #expect(
      RunJudgement(record).outcome.sentence.hasPrefix(
        "nothing was judged: the recordings have no entry"))
    record.audit?.ignored = ["other": 1]
    #expect(RunJudgement(record).outcome.sentence.contains("1 entry is of other hosts or paths"))
    #expect(
      RunJudgement(Small.audit([])).outcome.sentence == "nothing was judged: there is no rule")
    record = Small.audit([.passed, Self.unseen])
    record.isInterrupted = true
    let interrupted = RunJudgement(record).outcome
    #expect(interrupted.sentence.hasPrefix("interrupted: 1 obeyed, 1 not judged"))
    #expect(interrupted.status == 130)
  }

  @Test func `warns of a rule that is only advice, and judges all the same`() {
    var record = Small.audit([Small.failed])
    record.suites[0].scenarios[0].isAdvisory = true
    let outcome = RunJudgement(record).outcome
    #expect(outcome.sentence.hasPrefix("conformant with 1 warning: 1 rule: 1 obeyed"))
    #expect(outcome.status == 0)
    record.isStrict = true
    #expect(RunJudgement(record).outcome.status == 1)
  }
}
