// SPDX-License-Identifier: Apache-2.0
// Tests of what a run says of each requirement.

import Expectations
import Record
import Suites
import Testing

struct CoverageTests {
  typealias Small = SmallRecords

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let scenarios: [ScenarioRecord]
    let verdict: RequirementVerdict
    let strict: RequirementVerdict
    let requirement: Requirement
    var testDescription: String { what }

    init(
      _ what: String, _ scenarios: [ScenarioRecord], _ verdict: RequirementVerdict,
      strict: RequirementVerdict? = nil, requirement: Requirement = Small.requirement("R-1")
    ) {
      (self.what, self.scenarios, self.requirement) = (what, scenarios, requirement)
      (self.verdict, self.strict) = (verdict, strict ?? verdict)
    }
  }

  static func covering(
    _ verdict: Verdict, warnings: [Finding] = [], isFinal: Bool = false
  ) -> StepRecord {
    Small.step(verdict, covers: ["R-1"], warnings: warnings, isFinal: isFinal)
  }

  static let passes = Small.scenario(.passed, [covering(.passed)])
  static let fails = Small.scenario(Small.failed, [covering(Small.failed)])
  static let breaks = Small.scenario(Small.broken, [covering(Small.broken)])
  static let isNotReached = Small.scenario(
    Small.failed, [Small.step(Small.failed), covering(.notReached)])
  static let warns = Small.scenario(.passed, [covering(.passed, warnings: [Small.miss])])

  static let rows = [
    Row("one passed", [passes], .passed),
    Row("one of many failed", [passes, fails, breaks, warns], .failed),
    Row("one got no answer", [passes, breaks, isNotReached], .broken),
    Row("one warned", [passes, warns], .warned, strict: .failed),
    Row("one passed, one not reached", [isNotReached, passes], .passed),
    Row("none reached", [isNotReached], .notJudged),
    Row("all skipped", [Small.scenario(Small.skipped, [covering(.notReached)])], .skipped),
    Row(
      "one skipped, one not reached",
      [Small.scenario(Small.skipped, [covering(.notReached)]), isNotReached], .notJudged),
    Row("blocked", [Small.scenario(Small.blocked, [covering(Small.blocked)])], .notJudged),
    Row(
      "failed as a warning", [Small.scenario(.passed, [covering(Small.failed)], isAdvisory: true)],
      .warned, strict: .failed),
    Row(
      "failed in the end", [Small.scenario(.passed, [covering(Small.failed, isFinal: true)])],
      .warned, strict: .failed),
    Row(
      "passed, and its scenario failed later",
      [Small.scenario(Small.failed, [covering(.passed), Small.step(Small.failed)])], .passed),
    Row("not covered", [Small.scenario(.passed, [])], .unproved),
    Row(
      "not covered, and not of the service", [], .shownByAudit,
      requirement: Small.requirement("R-1", .must, [.application])),
    Row(
      "of the framework, and covered", [passes], .passed,
      requirement: Small.requirement("R-1", .must, [.framework])),
  ]

  @Test(arguments: rows) func `takes the worst of the steps that cover it`(row: Row) throws {
    for isStrict in [false, true] {
      let coverage = Coverage(
        Small.run(row.scenarios, requirements: [row.requirement], isStrict: isStrict))
      let verdict = try #require(coverage.rows.first).verdict
      #expect(verdict == (isStrict ? row.strict : row.verdict))
    }
  }

  @Test func `lists failed scenarios first`() throws {
    let coverage = Coverage(
      Small.run(
        [Self.passes, Self.isNotReached, Self.fails, Self.passes, Self.breaks],
        requirements: [Small.requirement("R-1")]))
    let row = try #require(coverage.rows.first)
    #expect(row.proofs.map(\.place.scenario) == [2, 4, 0, 3, 1])
    #expect(row.proofs.map(\.verdict) == [.failed, .broken, .passed, .passed, .notJudged])
  }

  @Test func `counts the steps of a shared fragment for each scenario that uses it`() throws {
    let scenarios = [[Small.use], [], [Small.use]].map { Small.scenario(.passed, $0) }
    let coverage = Coverage(
      Small.run(
        scenarios, requirements: [Small.requirement("R-1")],
        shared: [Small.fragment(.passed, [Small.step(covers: ["R-1"], name: "get it")])]))
    let row = try #require(coverage.rows.first)
    #expect(row.verdict == .passed && row.proofs.map(\.place.scenario) == [0, 2])
    #expect(row.proofs.map(\.step.name) == ["get it", "get it"])
  }

  @Test(
    arguments: [
      (.must, [.service], true), (.mustNot, [.service], true),
      (.should, [.service], true), (.may, [.service], false),
      (.fact, [.service], true), (.other("x"), [.service], false),
      (.must, [.framework], false), (.must, [.application], false), (.must, [], false),
      (.must, [.other("x")], false), (.must, [.outside], false),
      (.must, [.application, .service], true),
    ] as [(Requirement.Level, Set<Requirement.Witness>, Bool)])
  func `is a gap only where the service's answers show more than a permission`(
    level: Requirement.Level, shownBy: Set<Requirement.Witness>, isGap: Bool
  ) throws {
    let requirement = Small.requirement("R-1", level, shownBy)
    let coverage = Coverage(Small.run([], requirements: [requirement]))
    #expect(coverage.gaps.map(\.requirement.id) == (isGap ? ["R-1"] : []))
    let excused = Small.requirement("R-1", level, shownBy, excuse: "why")
    #expect(Coverage(Small.run([], requirements: [excused])).gaps.isEmpty)
  }

  @Test func `is a gap where the run saw no answer, unless the target lacks a fact`() throws {
    let requirements = [Small.requirement("R-1")]
    let gap = Coverage(Small.run([Self.breaks], requirements: requirements))
    #expect(gap.rows.map(\.coverage) == [.gap("covered, but the run did not prove it: error")])
    var scenario = Small.scenario(Small.skipped, [Self.covering(.notReached)])
    scenario.missingFacts = ["code"]
    let excused = Coverage(Small.run([scenario], requirements: requirements))
    #expect(
      excused.rows.map(\.coverage) == [
        .excused("not certified on this target, whose profile does not give code")
      ])
    // The want of a fact excuses no other scenario that was run and did not judge it.
    for (other, words) in [(Self.breaks, "error"), (Self.isNotReached, "not judged")] {
      let both = Coverage(Small.run([scenario, other], requirements: requirements))
      #expect(
        both.rows.map(\.coverage) == [.gap("covered, but the run did not prove it: \(words)")])
    }
    let proved = Coverage(Small.run([scenario, Self.passes], requirements: requirements))
    #expect(proved.rows.map(\.coverage) == [.covered])
    var other = scenario
    other.missingFacts = ["code", "picker_mvpd"]
    let two = Coverage(Small.run([scenario, other], requirements: requirements))
    #expect(
      two.rows.map(\.coverage) == [
        .excused("not certified on this target, whose profile does not give code, picker_mvpd")
      ])
  }

  @Test(
    arguments: [
      (.must, [.service], "covered", .passed, nil, .covered),
      (.must, [.service], "covered", nil, nil, .covered),
      (.must, [.service], "covered", .failed, nil, .covered),
      (.must, [.service], "covered", .known, nil, .covered),
      (.should, [.service], "covered", .warned, nil, .covered),
      (.should, [.service], "covered", .notJudged, nil, unproved("not judged")),
      (.must, [.framework], "covered", .notJudged, nil, .covered),
      (.may, [.service], "covered", .notJudged, nil, .covered),
      (.must, [.service], "covered excused", .notJudged, nil, .covered),
      (.must, [.service], "covered", .skipped, nil, unproved("skipped")),
      (.must, [.service], "excused", .unproved, nil, .excused("why")),
      (.must, [.service], "", .unproved, nil, .gap("no scenario covers it")),
      (.must, [.service], "", .shownByRun, "so", .unseen("so")),
      (.must, [.framework], "", .shownByFrameworkLog, "so", .unseen("so")),
      (.may, [.service], "", .unproved, nil, .open),
    ]
      as [(
        Requirement.Level, Set<Requirement.Witness>, String, RequirementVerdict?, String?,
        CoverageStatus
      )])
  func `tells how a requirement stands`(
    level: Requirement.Level, shownBy: Set<Requirement.Witness>, what: String,
    verdict: RequirementVerdict?, why: String?, standing: CoverageStatus
  ) {
    let excuse = what.contains("excused") ? "why" : nil
    #expect(
      CoverageStatus(
        Small.requirement("R", level, shownBy, excuse: excuse),
        isCovered: what.contains("covered"), verdict: verdict, missingFacts: [],
        whyNotShown: why) == standing)
  }

  private static func unproved(_ words: String) -> CoverageStatus {
    .gap("covered, but the run did not prove it: \(words)")
  }

  @Test(
    arguments: [
      ([.service], nil, [.application], "shown by a run"),
      ([.service], nil, [.application, .service], nil),
      ([.service], nil, [.service], nil),
      ([.application], nil, [.service], "shown by an audit"),
      ([.application], nil, [.application], nil),
      ([.application], nil, [.application, .service], nil),
      ([.application, .framework], nil, [.service], "shown by an audit"),
      ([.framework], nil, [.service], "shown by a log of framework calls"),
      ([.framework], "so", [.application], "shown by a log of framework calls"),
      ([.outside], nil, [.service], "shown outside of traffic: attested by people"),
      ([], nil, [.service, .application], "binds no side"),
      ([.other("x")], nil, [.service], "binds no side"),
    ] as [(Set<Requirement.Witness>, String?, Set<Requirement.Witness>, String?)])
  func `says why nothing that is judged can show it`(
    shownBy: Set<Requirement.Witness>, unrecorded: String?, subjects: Set<Requirement.Witness>,
    why: String?
  ) {
    let requirement = Small.requirement("R", .must, shownBy, unrecorded: unrecorded)
    let found = requirement.whyNotShown(by: subjects)
    #expect(found == why)
  }

  @Test func `names the first skipped scenario for each reason, and each fact once`() throws {
    func skipped(_ reason: String, _ facts: [String] = []) -> ScenarioRecord {
      var scenario = Small.scenario(.skipped(because: reason), [Self.covering(.notReached)])
      scenario.missingFacts = facts
      return scenario
    }
    let coverage = Coverage(
      Small.run(
        [skipped("a"), skipped("a"), skipped("b", ["f"]), skipped("b", ["f", "g"]), skipped("a")],
        requirements: [Small.requirement("R-1")]))
    let row = try #require(coverage.rows.first)
    #expect(row.skips.map(\.scenario) == [0, 2, 3])
    #expect(row.missingFacts == ["f", "g"])
    #expect(row.counts == [.skipped: 5])
  }

  @Test func `names twenty scenarios of each verdict, and counts all`() throws {
    let run = RunJudgement(
      Small.run(
        Array(repeating: Self.passes, count: 21) + Array(repeating: Self.fails, count: 20),
        requirements: [Small.requirement("R-1")]))
    let row = try #require(run.coverage.rows.first)
    #expect(row.counts == [.failed: 20, .passed: 21])
    #expect(row.proofs.map(\.place.scenario) == Array(21..<41) + Array(0..<20))
  }

  /// What a shared fragment breaks is not known by an entry on a scenario that uses it.
  @Test func `is known to fail only where all that breaks it is known`() throws {
    let known = [try KnownFailureTests.known(["known"])]
    func verdict(_ scenarios: [ScenarioRecord], _ shared: [SharedFragmentRecord] = []) throws
      -> RequirementVerdict
    {
      var record = Small.run(scenarios, requirements: [Small.requirement("R-1")], shared: shared)
      record.known = known
      return try #require(Coverage(record).rows.first).verdict
    }
    let failed = [Self.covering(Small.failed)]
    let one = Small.scenario(Small.failed, failed, name: "known")
    #expect(try verdict([one, Self.passes]) == .known)
    #expect(try verdict([one, Small.scenario(Small.failed, failed, name: "other")]) == .failed)
    #expect(try verdict([one, Self.breaks]) == .broken)
    #expect(try verdict([one, Self.warns]) == .known)
    let use = Small.scenario(
      Small.failed,
      [Small.step(.blocked(because: "x"), status: nil, shared: 1, action: .use)], name: "known")
    #expect(try verdict([use], [Small.fragment(Small.failed, failed)]) == .failed)
  }

  @Test(
    arguments: [
      (.passed, true, true), (.warned, true, true), (.failed, false, true), (.known, false, true),
      (.broken, false, false), (.notJudged, false, false), (.skipped, false, false),
      (.unproved, false, false), (.shownByRun, false, false), (.shownByAudit, false, false),
      (.shownByFrameworkLog, false, false), (.shownOutside, false, false),
      (.bindsNoSide, false, false),
    ] as [(RequirementVerdict, Bool, Bool)])
  func `tells proofs, and what was judged`(
    verdict: RequirementVerdict, isProof: Bool, isJudged: Bool
  ) {
    #expect(verdict.isProof == isProof && verdict.isJudged == isJudged)
    #expect(RequirementVerdict.allCases[verdict.rank] == verdict)
  }

  @Test func `counts as provable what the service or the rules can show`() {
    let requirements = [
      Small.requirement("S-1"), Small.requirement("S-2"),
      Small.requirement("C-1", .must, [.application]),
      Small.requirement("E-1", .must, [.framework]),
      Small.requirement("M-1", .may), Small.requirement("N-1", .fact, []),
      Small.requirement("U-1", excuse: "why"), Small.requirement("O-1", .should, [.outside]),
    ]
    let run = RunJudgement(
      Small.run(
        [
          Small.scenario(.passed, [Small.step(covers: ["S-1", "E-1"])]),
          Small.scenario(Small.failed, [Small.step(Small.failed, covers: ["S-2"])]),
        ], requirements: requirements))
    #expect(run.totals.provable == 2 && run.totals.proved == 1)
    #expect(
      run.totals.requirements == [
        .passed: 2, .failed: 1, .shownByAudit: 1, .unproved: 2, .bindsNoSide: 1, .shownOutside: 1,
      ])
  }

  @Test func `names what no catalogue has`() {
    let step = Small.step(covers: ["R-1", "X", "Y", "X"])
    let coverage = Coverage(
      Small.run([Small.scenario(.passed, [step, step])], requirements: [Small.requirement("R-1")]))
    #expect(coverage.unknown == ["X", "Y"])
  }
}
