// SPDX-License-Identifier: Apache-2.0
// Tests of the verdict on a run, and on an audit.

import Suites
import TestSupport
import Testing

@testable import Record

struct RunOutcomeTests {
  typealias Small = SmallRecords

  static let scenarios: [String: ScenarioRecord] = {
    let fragment = Verdict.broken(RunProblem(.fragment, "the fragment token failed", at: nil))
    let blocked = Verdict.blocked(because: "the preparation 'token' failed")
    func one(
      _ verdict: Verdict, _ status: Int?, shared: Int? = nil, _ action: StepRecord.Action = .request
    ) -> ScenarioRecord {
      Small.scenario(verdict, [Small.step(verdict, status: status, shared: shared, action: action)])
    }
    // The same trouble at the same call in three tries is conduct.
    var broken = one(Small.broken, 0)
    broken.tries = [EarlierTry(steps: broken.steps), EarlierTry(steps: broken.steps)]
    return [
      "passed": one(.passed, 200), "failed": one(Small.failed, 404), "broken": broken,
      "untried": one(Small.failed, 503), "own-fault": one(Small.suiteFault, nil),
      "lost": one(Small.unreachable, nil), "skipped": Small.scenario(Small.skipped, []),
      "unreached": Small.scenario(.notReached, []),
      "halted": one(.interrupted, nil), "silent": one(.passed, nil, .wait),
      "local": one(.passed, nil, .partner), "failed-local": one(Small.failed, nil, .partner),
      "of-fragment": one(fragment, nil, shared: 1, .use),
      "blocked": one(blocked, nil, shared: 1, .use),
      "blocked-at-once": Small.scenario(.blocked(because: "x"), []),
      "warned": Small.scenario(.passed, [Small.step(warnings: [Small.miss])]),
      "broken-end": Small.scenario(
        .passed, [Small.step(), Small.step(Small.broken, isFinal: true)]),
    ]
  }()

  static let tokens: [String: SharedFragmentRecord] = [
    "failed": Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)]),
    "failed-2": Small.fragment(Small.failed, [Small.step(Small.failed, status: 400)], id: 2),
    "failed-local": Small.fragment(
      Small.failed, [Small.step(Small.failed, status: nil, action: .partner)]),
    "lost": Small.fragment(Small.unreachable, [Small.step(Small.unreachable, status: nil)]),
    "broken": {
      var fragment = Small.fragment(Small.broken, [Small.step(Small.broken, status: 0)], id: 2)
      fragment.tries = [EarlierTry(steps: fragment.steps), EarlierTry(steps: fragment.steps)]
      return fragment
    }(),
  ]

  /// The status, suites of scenarios, shared fragments behind `+`, and the sentence. A suite may be a
  /// preflight of a cookbook, or `others`, which is in none.
  static let table = tableText("RunOutcomeTests")

  private static func suite(_ text: Substring) throws -> SuiteRecord {
    var words = text.split(separator: " ").map(String.init)
    let kind = words.first { ["preflight", "others"].contains($0) }
    let cookbook = kind == "preflight" ? words[1] : nil
    words.removeFirst(kind == "preflight" ? 2 : kind == nil ? 0 : 1)
    let scenarios = try words.map { try #require(Self.scenarios[$0], "\($0)") }
    var suite = Small.suite(scenarios, name: kind == "preflight" ? "preflight" : "suite")
    suite.isPreflight = kind == "preflight"
    if kind != nil { suite.cookbook = cookbook }
    return suite
  }

  private static func record(_ line: String) throws -> (status: Int, record: RunRecord) {
    let parts = line.split(separator: ":", maxSplits: 1)
    let mode = parts[0].split(separator: " ").map(String.init)
    let halves = (parts.count < 2 ? "" : parts[1]).split(separator: "+")
    let suites = (halves.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
    var record = Small.run(
      suites: try suites.map(suite),
      shared: try (halves.count < 2 ? "" : halves[1]).split(separator: " ").map {
        try #require(tokens[String($0)], "\($0)")
      }, isStrict: mode.contains("strict"), isInterrupted: mode.contains("interrupted"))
    if mode.contains("selected") {
      record.selection = SelectionRecord(
        names: ["x"], selected: Int(mode[2]) ?? 0, total: Int(mode[4]) ?? 0)
    }
    return (Int(mode[0]) ?? -1, record)
  }

  @Test func `follows from the record`() throws {
    let lines = Self.table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    #expect(lines.count > 50)
    for line in lines {
      let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
      let (status, record) = try Self.record(parts[0])
      let outcome = RunJudgement(record).outcome
      #expect(outcome.status == status, "\(line)")
      #expect(outcome.sentence == parts[1], "\(line)")
    }
  }

  @Test func `tells the requirements, the budget and what interrupted the run`() throws {
    let proved = Small.run(
      [Small.scenario(.passed, [Small.step(covers: ["R-1", "R-3"])])],
      requirements: [
        Small.requirement("R-1"), Small.requirement("R-2"),
        Small.requirement("R-3", .must, [.framework]),
      ])
    var open = Small.run(
      [
        Small.scenario(.passed, [Small.step(covers: ["R-1"])]),
        Small.scenario(Small.skipped, [Small.step(Small.skipped, covers: ["R-2"])]),
      ], requirements: [Small.requirement("R-1"), Small.requirement("R-2")])
    let farAsJudged = "1 of 2 requirements proved; 1 scenario passed, 1 skipped"
    let few = open
    open.atLeast = 2
    var interrupted = try Self.record("130 interrupted: passed").record
    interrupted.interruption = "--max-time 5m"
    var rows = [
      (
        0, proved,
        "conformant as far as judged: 1 of 2 requirements proved; 1 scenario passed"
      ),
      (0, few, "conformant as far as judged: \(farAsJudged)"),
      (
        1, open,
        "too little was proved, since --at-least asks for 2: conformant as far as judged: \(farAsJudged)"
      ),
      (130, interrupted, "interrupted by --max-time 5m: 1 passed"),
    ]
    for (leftOut, rest) in [(0, ""), (3, ", and 3 left out by --budget 5m and --budget 9req")] {
      var record = try Self.record("0 selected 1 of 737: passed").record
      record.selection?.budget = BudgetRecord(
        limits: ["5m", "9req"], requests: 9, duration: .seconds(1), leftOut: leftOut, proves: 1,
        provable: 2)
      rows.append((0, record, "partial: 1 of 737 scenarios was selected\(rest); all passed"))
    }
    for (status, record, sentence) in rows {
      let outcome = RunJudgement(record).outcome
      #expect(outcome.status == status && outcome.sentence == sentence, "\(outcome.sentence)")
    }
  }
}

struct AuditOutcomeTests {
  typealias Small = SmallRecords

  static let unseen = Verdict.skipped(because: "no occasion")

  @Test(
    arguments: [
      (
        [.passed, unseen], 10,
        "conformant: 1 of 1 requirement proved; 2 rules: 1 obeyed, 1 not judged", 0
      ),
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
      Small.requirement("A-0", .must, [.application]),
      Small.requirement("A-1", .should, [.application]),
      Small.requirement("A-2", .must, [.application]),
      Small.requirement("A-3", .must, [.application]),
      Small.requirement("X-1", .must, [.application]),
      Small.requirement("X-2", .may, [], unrecorded: "a mere permission"),
      Small.requirement("X-3", .must, [.service]), Small.requirement("X-4", .must, [.framework]),
    ]
    let record = Small.audit(
      [Small.failed, Small.failed, .passed, Self.unseen], requirements: requirements)
    let rows = Coverage(record).rows
    #expect(
      rows.map(\.verdict) == [
        .failed, .warned, .passed, .notJudged, .unproved, .bindsNoSide, .shownByRun,
        .shownByFrameworkLog,
      ])
    #expect(rows[5].whyNotShown == "binds no side" && rows[5].whyUnseen == "a mere permission")
    #expect(rows[6].whyNotShown == "shown by a run")
    let outcome = RunJudgement(record).outcome
    #expect(outcome.sentence.hasSuffix("; 2 of 3 requirements proved"), "\(outcome.sentence)")
    var strict = record
    strict.isStrict = true
    #expect(Coverage(strict).rows.prefix(3).map(\.verdict) == [.failed, .failed, .passed])
  }

  @Test(
    arguments: [
      (
        [("X-1", [.application], nil)],
        "partial: 1 of 1 requirement proved; 1 requirement that traffic shows has no rule"
      ),
      (
        [("X-1", [.application], nil), ("X-2", [.application], nil)],
        "partial: 1 of 1 requirement proved; 2 requirements that traffic shows have no rule here; "
          + "1 rule: 1 obeyed"
      ),
      // What no recording shows needs no rule, and what does not show in traffic neither.
      (
        [("X-1", [], "a mere permission")],
        "conformant: 1 of 1 requirement proved; 1 rule: 1 obeyed"
      ),
      (
        [("X-1", [.service], nil), ("X-2", [.framework], nil)],
        "conformant: 1 of 1 requirement proved; 1 rule: 1 obeyed"
      ),
    ] as [([(String, Set<Requirement.Witness>, String?)], String)])
  func `is partial where a requirement that traffic shows has no rule`(
    further: [(String, Set<Requirement.Witness>, String?)], sentence: String
  ) {
    let requirements = [Small.requirement("A-0", .must, [.application])]
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
    #expect(
      outcome.sentence.hasPrefix(
        "conformant with 1 warning: 1 of 1 requirement proved; 1 rule: 1 obeyed"))
    #expect(outcome.status == 0)
    record.isStrict = true
    #expect(RunJudgement(record).outcome.status == 1)
  }
}
