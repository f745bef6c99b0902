// SPDX-License-Identifier: Apache-2.0
// Tests of merging shards, and of joining a run with its rerun.

import Formats
import Suites
import Testing
import Text

@testable import Record

struct RecordMergeTests {
  typealias Small = SmallRecords

  static let token = Small.fragment(.passed, [Small.step(name: "get it")])

  /// Seven scenarios in two suites; the even ones use the shared fragment.
  static func scenario(_ number: Int) -> ScenarioRecord {
    Small.scenario(
      number == 5 ? Small.failed : .passed,
      number.isMultiple(of: 2) ? [Small.use, Small.step()] : [Small.step()],
      name: "number \(number)",
      planIndex: number)
  }

  static func run(_ numbers: [Int], shard: ShardRecord? = nil) -> RunRecord {
    let first = numbers.filter { $0 <= 4 }.map(scenario)
    let second = numbers.filter { $0 > 4 }.map(scenario)
    let suites = [Small.suite(first, name: "first"), Small.suite(second, name: "second")]
    return Small.run(
      suites: suites.filter { !$0.scenarios.isEmpty },
      shared: numbers.contains { $0.isMultiple(of: 2) } ? [token] : [], shard: shard)
  }

  static func shards(_ parts: [[Int]]) -> [RunRecord] {
    parts.enumerated().map { index, numbers in
      run(numbers, shard: ShardRecord(index: index + 1, count: parts.count))
    }
  }

  @Test(arguments: [
    [[1, 2, 3, 4, 5, 6, 7]], [[1, 3, 5, 7], [2, 4, 6]], [[6, 7], [3], [1, 2, 4, 5]],
    [[5], [], [7, 6, 1], [2, 3, 4]],
  ])
  func `is as one run of all`(parts: [[Int]]) throws {
    let whole = Self.run([1, 2, 3, 4, 5, 6, 7])
    var records = Self.shards(parts)
    #expect(try RecordMerge.merged(records) == whole)
    records.reverse()
    #expect(try RecordMerge.merged(records) == whole)
  }

  /// A preflight whose second scenario ended so.
  static func preflight(_ verdict: Verdict) -> SuiteRecord {
    var suite = Small.suite(
      [
        Small.scenario(.passed, [Small.step()], name: "first check"),
        Small.scenario(verdict, [Small.step(verdict)], name: "second check"),
      ], name: "preflight")
    suite.isPreflight = true
    return suite
  }

  @Test(arguments: [
    ([Verdict.passed, .passed, .passed], Verdict.Kind.passed),
    ([.passed, Small.failed, .passed], .failed), ([Small.broken, .passed, Small.failed], .failed),
    ([.blocked(because: "x"), .passed, Small.skipped], .blocked),
    ([Small.skipped, .passed, Small.skipped], .skipped),
    ([.interrupted, .notReached], .interrupted), ([.notReached, Small.skipped], .notReached),
    ([.blocked(because: "x"), .interrupted], .blocked),
    ([Small.broken, .blocked(because: "x")], .broken), ([Small.failed, Small.broken], .failed),
  ])
  func `has a preflight once, with the worst verdict`(
    verdicts: [Verdict], expected: Verdict.Kind
  ) throws {
    for order in [verdicts, verdicts.reversed()] {
      var records = Self.shards([[1, 4], [2, 5], [3, 6, 7]])
      for (index, verdict) in order.enumerated() {
        records[index].suites.insert(Self.preflight(verdict), at: 0)
      }
      let merged = try RecordMerge.merged(records)
      #expect(merged.suites.map(\.name) == ["preflight", "first", "second"])
      #expect(merged.suites[0].scenarios.map(\.name) == ["first check", "second check"])
      #expect(merged.suites[0].scenarios.map(\.verdict.kind) == [.passed, expected])
    }
  }

  @Test func `keeps which fragment blocks what, whatever number it has in its shard`() throws {
    var records = Self.shards([[1, 3], [2, 4]])
    let inner = Small.step(
      .blocked(because: "x", fragment: 1), status: nil, shared: 1, action: .use)
    for (index, name) in ["a", "b"].enumerated() {
      var token = Small.fragment(Small.failed, [Small.step(Small.failed, name: name)])
      token.name = name
      var outer = Small.fragment(.blocked(because: "x", fragment: 1), [inner], id: 2)
      outer.name = "outer \(name)"
      records[index].sharedFragments = [token, outer]
      for number in records[index].suites[0].scenarios.indices {
        records[index].suites[0].scenarios[number].verdict = .blocked(because: "x", fragment: 1)
        records[index].suites[0].scenarios[number].steps = [
          Small.step(
            .blocked(because: "x", fragment: 1), status: nil, shared: 2, action: .use)
        ]
      }
    }
    let merged = try RecordMerge.merged(records)
    let names = merged.sharedFragments.reduce(into: [:]) { $0[$1.id] = $1.name }
    for (number, name) in ["a", "b", "a", "b"].enumerated() {
      let scenario = merged.suites[0].scenarios[number]
      #expect(scenario.verdict.blocker.flatMap { names[$0] } == name)
      #expect(scenario.steps[0].verdict.blocker.flatMap { names[$0] } == name)
      #expect(scenario.steps[0].sharedFragment.flatMap { names[$0] } == "outer \(name)")
    }
    for fragment in merged.sharedFragments where fragment.name.hasPrefix("outer") {
      let own = fragment.name.suffix(1)
      #expect(fragment.verdict.blocker.flatMap { names[$0] }.map { $0[...] } == own)
      #expect(fragment.steps[0].sharedFragment.flatMap { names[$0] }.map { $0[...] } == own)
    }
  }

  @Test func `keeps a shared fragment that went otherwise`() throws {
    var records = Self.shards([[2, 1], [4, 3]])
    records[1].sharedFragments = [Small.fragment(Small.failed, [Small.step(Small.failed)])]
    let merged = try RecordMerge.merged(records)
    #expect(merged.sharedFragments.map(\.id) == [1, 2])
    #expect(merged.sharedFragments.map(\.verdict.kind) == [.passed, .failed])
    #expect(merged.suites[0].scenarios.compactMap { $0.steps[0].sharedFragment } == [1, 2])
  }

  @Test(arguments: [nil, "--max-time 5m"])
  func `adds up, begins with the first shard, and says what stopped one`(
    interruption: String?
  ) throws {
    for order in [[0, 1], [1, 0]] {
      var records = Self.shards([[1], [2]])
      records[0].remarks = ["a", "b"]
      records[1].remarks = ["b", "c"]
      records[order[1]].startedAt = Timestamp(milliseconds: 1)
      records[order[0]].duration = .seconds(9)
      records[order[0]].jobs = 4
      records[order[0]].isInterrupted = true
      records[order[0]].interruption = interruption
      let merged = try RecordMerge.merged(records)
      #expect(merged.remarks == ["a", "b", "c"] && merged.shard == nil)
      #expect(merged.startedAt == Timestamp(milliseconds: 1) && merged.duration == .seconds(9))
      #expect(merged.jobs == 4)
      #expect(merged.isInterrupted && merged.interruption == interruption)
    }
  }

  @Test func `takes shared fragments for one only where all but times and addresses is the same`()
    throws
  {
    func count(_ change: (inout SharedFragmentRecord) -> Void) throws -> Int {
      var records = Self.shards([[2, 1], [4, 3]])
      change(&records[1].sharedFragments[0])
      return try RecordMerge.merged(records).sharedFragments.count
    }
    #expect(
      try count { fragment in
        fragment.duration = .seconds(9)
        fragment.steps[0].duration = .seconds(9)
        fragment.steps[0].startedAfter = .seconds(9)
        fragment.steps[0].exchanges[0].duration = .seconds(9)
      } == 1)
    #expect(try count { $0.name = "other" } == 2)
    #expect(try count { $0.given = "1" } == 2)
    #expect(try count { $0.steps[0].exchanges[0].status = 201 } == 2)
    #expect(try count { $0.steps[0].exchanges[0].url = "http://y/" } == 2)
    #expect(try count { $0.steps += [Small.step()] } == 2)
  }

  @Test func `takes the reference services of several machines for one target`() throws {
    var records = Self.shards([[1, 2], [3, 4]])
    for index in 0..<2 {
      let url = "http://127.0.0.1:\(4001 + index)"
      records[index].target.url = url
      records[index].target.isEmbedded = true
      records[index].sharedFragments[0].steps[0].exchanges[0].url = "\(url)/token"
    }
    let merged = try RecordMerge.merged(records)
    #expect(merged.target.url == "http://127.0.0.1:4001")
    // What both did of a shared fragment is there once, as in one run of all.
    #expect(merged.sharedFragments.map(\.id) == [1])
    #expect(merged.suites[0].scenarios.compactMap { $0.steps[0].sharedFragment } == [1, 1])
  }

  @Test func `refuses what is not all shards of one run`() throws {
    func check(_ records: [RunRecord], _ error: MergeError) {
      #expect(throws: error) { try RecordMerge.merged(records) }
    }
    let two = Self.shards([[1], [2]])
    check([], MergeError(reason: .nothing, record: nil))
    check([Self.run([1])], MergeError(reason: .noShard, record: 0))
    check([two[0]], MergeError(reason: .missingShards([2]), record: nil))
    check(Self.shards([[1, 3], [2, 6]]), MergeError(reason: .missingScenario(4), record: nil))
    check(Self.shards([[3], [2]]), MergeError(reason: .missingScenario(1), record: nil))
    var other = Self.shards([[1]])
    other[0].shard = ShardRecord(index: 1, count: .max)
    #expect(throws: MergeError.self) { try RecordMerge.merged(other) }
    other[0].shard = ShardRecord(index: 1, count: -1)
    #expect(throws: Never.self) { try RecordMerge.merged(other) }
  }

  /// A part of which the first try had these verdicts, and the second one passed.
  @Test(
    arguments: [
      (Small.failed, ["'number 5' of 'second' failed before it was run again"]),
      // What had no verdict has failed at nothing.
      (Small.broken, []), (.interrupted, []), (.passed, []),
    ] as [(Verdict, [String])])
  func `counts the later of a part that is there twice, and names what had failed`(
    verdict: Verdict, notes: [String]
  ) throws {
    var parts = Self.shards([[1, 3, 5, 7], [2, 4, 6]])
    var earlier = parts[0]
    parts[0].suites[1].scenarios[0].verdict = .passed
    earlier.suites[1].scenarios[0].verdict = verdict
    earlier.startedAt = Timestamp(milliseconds: 1)
    for records in [[earlier] + parts, parts + [earlier], [parts[1], parts[0], earlier]] {
      let whole = try RecordMerge.merged(records)
      #expect(whole.suites[1].scenarios.map(\.verdict.kind) == [.passed, .passed, .passed])
      #expect(whole.notes == notes)
      let outcome = RunJudgement(whole).outcome
      #expect(outcome.kind == (notes.isEmpty ? .allPassed : .partial), "\(outcome)")
      #expect(outcome.sentence.contains("rerun") == !notes.isEmpty, "\(outcome)")
    }
    // A part that went on with the earlier one began with it.
    var resumed = parts[0]
    resumed.startedAt = earlier.startedAt
    resumed.duration = earlier.duration * 2
    #expect(try RecordMerge.merged([resumed, parts[1], earlier]).notes == notes)
    // The same file twice is one part.
    let failed = Self.shards([[1, 3, 5, 7], [2, 4, 6]])
    #expect(try RecordMerge.merged(failed + [failed[0]]) == RecordMerge.merged(failed))
  }

  @Test(
    arguments: [
      ([], "partial: nothing in this part; part 2 of 3"),
      ([Small.skipped], "partial: the only scenario was skipped; part 2 of 3"),
      ([.passed], "partial: part 2 of 3; all passed"),
    ] as [([Verdict], String)])
  func `a part is judged alone as partial, also an empty one`(
    verdicts: [Verdict], sentence: String
  ) {
    let scenarios = verdicts.map { Small.scenario($0, [Small.step($0)]) }
    var record = Small.run(
      suites: scenarios.isEmpty ? [] : [Small.suite(scenarios)],
      shard: ShardRecord(index: 2, count: 3))
    record.atLeast = 5
    let outcome = RunJudgement(record).outcome
    #expect(outcome.kind == .partial && outcome.status == 0)
    #expect(outcome.sentence == sentence)
  }

  @Test func `names the part that has another file, which need not be the first`() throws {
    var records = Self.shards([[1], [6], [5]])
    records[2].suites[0].digest = "01"
    // The parts have scenarios 1, 6 and 5 of more.
    let error = #expect(throws: MergeError.self) { try RecordMerge.merged(records) }
    #expect(
      try #require(error)
        == MergeError(
          reason: .different(
            "suite second.yaml", value: "SHA-256 01", other: "SHA-256 00"), record: 2, other: 1))
  }
}

struct RecordRerunTests {
  typealias Small = SmallRecords

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
        suite([1: .passed, 2: Small.failed, 3: Small.blocked, 4: Small.broken], name: "first"),
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
    EarlierFailure(suite: "first", name: "number 2", kind: .failed)
  ]

  /// Whether it passes then or not, and also in the rerun of a rerun.
  @Test func `names what failed before`() {
    let whole = RecordRerun(Self.earlier).joined(with: Self.later)
    #expect(whole.earlierFailures == Self.earlierFailures)
    #expect(
      RunJudgement(whole).outcome.sentence
        == "not conformant: 1 of 8 scenarios failed; rerun of what failed before: 'number 2' of 'first'"
    )
    #expect(
      whole.notes.prefix(1) == [
        "'number 2' of 'first' failed before it was run again"
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
      outcome.sentence
        == "partial: rerun of what failed before: 'number 2' of 'first' and 'number 6' of 'second'; "
        + "7 scenarios, 1 skipped")
    var part = mended
    part.selection = SelectionRecord(names: ["number"], selected: 8, total: 9)
    #expect(
      RunJudgement(part).outcome.sentence
        == "partial: rerun of what failed before: 'number 2' of 'first' and 'number 6' of 'second'; "
        + "8 of 9 scenarios were selected; 7 scenarios, 1 skipped")
  }

  @Test func `is as good as one run where nothing failed before`() {
    var (earlier, later) = (Self.earlier, Self.later)
    earlier.suites = [Self.suite([1: .passed, 2: .interrupted], name: "first")]
    later.suites = [Self.suite([2: .passed], name: "first")]
    let whole = RecordRerun(earlier).joined(with: later)
    #expect(whole.earlierFailures.isEmpty)
    #expect(RunJudgement(whole).outcome.kind == .allPassed)
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

  @Test(arguments: [nil, "--max-time 1m"])
  func `takes the time of both, and how the later one ended`(interruption: String?) {
    var later = Self.later
    (later.isInterrupted, later.interruption) = (interruption != nil, interruption)
    let whole = RecordRerun(Self.earlier).joined(with: later)
    #expect(whole.duration == .seconds(9))
    #expect(whole.isInterrupted == later.isInterrupted && whole.interruption == interruption)
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
    let ends = preflights.map { "\($0.name) \($0.scenarios[0].verdict.kind.rawValue)" }
    #expect(ends.sorted() == ["of the other failed", "preflight passed"])
  }

  @Test func `drops the shared fragments that only what is run again has used`() {
    var (earlier, later) = (Self.earlier, Self.later)
    earlier.suites = [
      Small.suite([
        Small.scenario(.passed, [Small.step(status: nil, shared: 2, action: .use)], planIndex: 1),
        Small.scenario(Small.blocked, [Small.use], planIndex: 2),
      ])
    ]
    earlier.sharedFragments = [
      Small.fragment(Small.failed, [Small.step(Small.failed)], id: 1),
      Small.fragment(.passed, [Small.step(name: "kept")], id: 2),
    ]
    later.suites = [Small.suite([Small.scenario(.passed, [Small.use], planIndex: 2)])]
    later.sharedFragments = [Small.fragment(.passed, [Small.step(name: "new")], id: 1)]
    let whole = RecordRerun(earlier).joined(with: later)
    #expect(whole.sharedFragments.map { $0.steps[0].name } == ["kept", "new"])
    #expect(whole.sharedFragments.map(\.verdict.kind) == [.passed, .passed])
    #expect(whole.suites[0].scenarios.compactMap { $0.steps[0].sharedFragment } == [1, 2])
    #expect(
      whole.earlierFailures.map(\.sentence) == [
        "the preparation 'token' failed before it was run again"
      ])
    #expect(RunJudgement(whole).outcome.kind == .partial)
  }
}
