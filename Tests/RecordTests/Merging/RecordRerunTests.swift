// SPDX-License-Identifier: Apache-2.0
// Tests of joining a run with a rerun of what failed there or has no verdict.

import Record
import Testing

@Suite struct RecordRerunTests {
  typealias Small = SmallRecords

  static let use = Small.step(status: nil, shared: 1, action: .use)
  static let blocked = Verdict.blocked(because: "the token failed")

  static func suite(_ verdicts: KeyValuePairs<Int, Verdict>, name: String) -> SuiteRecord {
    Small.suite(
      verdicts.map { number, verdict in
        Small.scenario(verdict, [Small.step(verdict)], name: "number \(number)", planIndex: number)
      }, name: name)
  }

  static func preflight(_ verdict: Verdict, name: String = "preflight") -> SuiteRecord {
    var suite = Small.suite([Small.scenario(verdict, [Small.step(verdict)])], name: name)
    suite.isPreflight = true
    return suite
  }

  /// A run of eight scenarios, of which three have no verdict and two went wrong.
  static let earlier: RunRecord = {
    var record = Small.run(
      suites: [
        suite([1: .passed, 2: Small.failed, 3: blocked, 4: Small.broken], name: "first"),
        suite([5: .interrupted, 6: .notReached], name: "second"),
        suite([7: Small.skipped, 8: .passed], name: "third"),
      ], isInterrupted: true)
    record.interruption = "--max-time 5m"
    record.duration = .seconds(7)
    return record
  }()

  static let later: RunRecord = {
    var record = Small.run(suites: [
      suite([2: .passed, 3: .passed, 4: .passed], name: "first"),
      suite([5: .passed, 6: Small.failed], name: "second"),
    ])
    record.duration = .seconds(2)
    return record
  }()

  @Test func `leaves to the later run what failed or has no verdict`() {
    let rerun = RecordRerun(Self.earlier)
    #expect(rerun.finished == [1, 7, 8])
    let whole = rerun.joined(with: Self.later)
    #expect(whole.suites.map(\.name) == ["first", "second", "third"])
    #expect(
      whole.suites.map { $0.scenarios.map(\.verdict.kind) } == [
        [.passed, .passed, .passed, .passed], [.passed, .failed], [.skipped, .passed],
      ])
  }

  static let earlierFailures = [
    EarlierFailure(suite: "first", name: "number 2", kind: .failed),
    EarlierFailure(suite: "first", name: "number 4", kind: .broken),
  ]

  /// Whether it passes then or not, and also in the rerun of a rerun.
  @Test func `names what failed before`() {
    let whole = RecordRerun(Self.earlier).joined(with: Self.later)
    #expect(whole.earlierFailures == Self.earlierFailures)
    #expect(
      RunJudgement(whole).outcome.sentence
        == "not conformant: 1 of 8 scenarios failed; rerun of 2 earlier failures")
    #expect(
      whole.notes.prefix(2) == [
        "'number 2' of 'first' failed before it was run again",
        "'number 4' of 'first' ended in error before it was run again",
      ])
    let second = RecordRerun(whole)
    #expect(second.finished == [1, 2, 3, 4, 5, 7, 8])
    var last = Self.later
    last.suites = [Self.suite([6: .passed], name: "second")]
    let mended = second.joined(with: last)
    #expect(
      mended.earlierFailures == Self.earlierFailures + [
        EarlierFailure(suite: "second", name: "number 6", kind: .failed)
      ])
    let outcome = RunJudgement(mended).outcome
    #expect(outcome.kind == .partial && outcome.status == 0)
    #expect(
      outcome.sentence == "partial: rerun of 3 earlier failures; 7 scenarios passed, 1 skipped")
    var part = mended
    part.selection = SelectionRecord(names: ["number"], selected: 8, total: 9)
    #expect(
      RunJudgement(part).outcome.sentence
        == "partial: rerun of 3 earlier failures; 8 of 9 scenarios were selected; 7 scenarios passed,"
        + " 1 skipped")
  }

  @Test func `is as good as one run where nothing failed before`() {
    var (earlier, later) = (Self.earlier, Self.later)
    earlier.suites = [Self.suite([1: .passed, 2: .interrupted], name: "first")]
    later.suites = [Self.suite([2: .passed], name: "first")]
    let whole = RecordRerun(earlier).joined(with: later)
    #expect(whole.earlierFailures.isEmpty)
    #expect(RunJudgement(whole).outcome.kind == .conformant)
  }

  /// With `--strict` a warning is a failure.
  @Test(arguments: [(false, []), (true, [1])])
  func `runs what has a warning again where that fails the run`(isStrict: Bool, open: [Int]) {
    var record = Small.run(
      suites: [
        Small.suite([
          Small.scenario(.passed, [Small.step(warnings: [Small.miss])], planIndex: 1),
          Small.scenario(.passed, [Small.step()], name: "other", planIndex: 2),
        ])
      ])
    record.isStrict = isStrict
    let rerun = RecordRerun(record)
    #expect(Set([1, 2]).subtracting(rerun.finished) == Set(open))
    #expect(rerun.failures.count == open.count)
  }

  @Test func `runs a live table again of which a row has no verdict`() {
    var record = Self.earlier
    record.suites = [
      Small.suite([.passed, .notReached].map { Small.scenario($0, [], planIndex: 1) }),
      Self.suite([2: .passed], name: "other"),
    ]
    let rerun = RecordRerun(record)
    #expect(rerun.finished == [2])
    var rows = Self.later
    rows.suites = [
      Small.suite([Small.failed, .passed].map { Small.scenario($0, [], planIndex: 1) })
    ]
    let whole = rerun.joined(with: rows)
    #expect(whole.suites[0].scenarios.map(\.verdict.kind) == [.failed, .passed])
  }

  @Test func `takes the time of both, and how the later one ended`() {
    let whole = RecordRerun(Self.earlier).joined(with: Self.later)
    #expect(whole.duration == .seconds(9))
    #expect(!whole.isInterrupted && whole.interruption == nil)
    var again = Self.later
    again.isInterrupted = true
    again.interruption = "--max-time 1m"
    let stopped = RecordRerun(Self.earlier).joined(with: again)
    #expect(stopped.isInterrupted && stopped.interruption == "--max-time 1m")
  }

  @Test func `takes what the later run selected, its shard and what it rests on`() {
    var (earlier, later) = (Self.earlier, Self.later)
    earlier.selection = SelectionRecord(names: ["old"], selected: 1, total: 2)
    later.selection = SelectionRecord(names: ["new"], selected: 2, total: 2)
    (earlier.shard, later.shard) = (nil, ShardRecord(index: 1, count: 2))
    later.evidence = EvidenceRecord(
      files: [EvidenceFile(kind: .suite, path: "a.yaml", digest: "00")])
    let whole = RecordRerun(earlier).joined(with: later)
    #expect(whole.selection?.names == ["new"])
    #expect(whole.shard == ShardRecord(index: 1, count: 2))
    #expect(whole.evidence?.files.map(\.path) == ["a.yaml"])
  }

  @Test func `counts a preflight that was run again only as it went then`() {
    var (earlier, later) = (Self.earlier, Self.later)
    earlier.suites = [
      Self.preflight(Small.failed), Self.preflight(Small.failed, name: "of the other"),
    ]
    later.suites = [Self.preflight(.passed)] + later.suites
    let rerun = RecordRerun(earlier)
    #expect(rerun.finished == [])
    #expect(rerun.failures.map(\.suite) == ["preflight", "of the other"])
    let whole = rerun.joined(with: later)
    let preflights = whole.suites.filter(\.isPreflight)
    #expect(Set(preflights.map(\.name)) == ["preflight", "of the other"])
    #expect(
      preflights.map { [$0.name, $0.scenarios[0].verdict.kind.rawValue] }.sorted {
        $0[0] < $1[0]
      } == [["of the other", "failed"], ["preflight", "passed"]])
  }

  @Test func `drops the shared fragments that only what is run again has used`() {
    var (earlier, later) = (Self.earlier, Self.later)
    earlier.suites = [
      Small.suite([
        Small.scenario(.passed, [Small.step(status: nil, shared: 2, action: .use)], planIndex: 1),
        Small.scenario(Self.blocked, [Self.use], planIndex: 2),
      ])
    ]
    earlier.sharedFragments = [
      Small.fragment(Small.failed, [Small.step(Small.failed)], id: 1),
      Small.fragment(.passed, [Small.step(name: "kept")], id: 2),
    ]
    later.suites = [Small.suite([Small.scenario(.passed, [Self.use], planIndex: 2)])]
    later.sharedFragments = [Small.fragment(.passed, [Small.step(name: "new")], id: 1)]
    let whole = RecordRerun(earlier).joined(with: later)
    #expect(whole.sharedFragments.map { $0.steps[0].name } == ["kept", "new"])
    #expect(whole.sharedFragments.map(\.verdict.kind) == [.passed, .passed])
    #expect(whole.suites[0].scenarios.compactMap { $0.steps[0].sharedFragment } == [1, 2])
    #expect(
      whole.earlierFailures.map(\.sentence) == [
        "the shared fragment 'token' failed before it was run again"
      ])
    #expect(RunJudgement(whole).outcome.kind == .partial)
  }
}
