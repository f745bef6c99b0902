// SPDX-License-Identifier: Apache-2.0
// Tests of merging a run of a service with audits of an application.

import Suites
import Testing
import Text

@testable import Record

struct AuditMergeTests {
  typealias Small = SmallRecords

  static let unseen = Verdict.skipped(because: "no occasion")
  static let requirements = [
    Small.requirement("S-1"), Small.requirement("A-0", .must, [.application]),
    Small.requirement("A-1", .must, [.application, .framework]),
  ]

  static func service(_ verdict: Verdict = .passed) -> RunRecord {
    Small.run(
      [Small.scenario(verdict, [Small.step(verdict, covers: ["S-1"])])], requirements: requirements)
  }

  static func audit(_ verdicts: [Verdict], recording: String = "a.har") -> RunRecord {
    Small.audit(verdicts, recording: recording, requirements: requirements)
  }

  @Test func `is one certificate of both halves`() throws {
    let (run, audit) = (Self.service(), Self.audit([.passed, .passed]))
    // Each half alone can't show what binds the other one.
    #expect(Coverage(run).rows.map(\.verdict) == [.passed, .shownByAudit, .shownByAudit])
    #expect(Coverage(audit).rows.map(\.verdict) == [.shownByRun, .passed, .passed])
    let whole = try RecordMerge.merged([run, audit])
    let judgement = RunJudgement(whole)
    #expect(judgement.coverage.rows.map(\.verdict) == [.passed, .passed, .passed])
    #expect(judgement.outcome.status == 0)
    #expect(judgement.outcome.sentence.hasPrefix("conformant as a whole; the service: conformant"))
    #expect(judgement.totalsSentence == "1 scenario: 1 passed; 2 rules: 2 obeyed")
    #expect(judgement.totals.provable == 3 && judgement.totals.proved == 3)
    #expect(whole.target == run.target)
    #expect(whole.half(.service) == run)
    #expect(whole.half(.application).suites == audit.suites)
  }

  @Test(arguments: [
    (Verdict.passed, Verdict.passed, 0), (Small.failed, .passed, 1), (.passed, Small.failed, 1),
    (Small.unreachable, .passed, 3), (Small.unreachable, Small.failed, 1), (.passed, unseen, 1),
    (Small.unreachable, unseen, 3), (Small.skipped, .passed, 1), (Small.failed, unseen, 1),
    (Small.skipped, Small.failed, 1),
  ])
  func `has the worse verdict of both`(service: Verdict, application: Verdict, status: Int) throws {
    var run = Self.service(service)
    if service.kind == .broken { run.suites[0].scenarios[0].steps[0].exchanges = [] }
    let whole = try RecordMerge.merged([run, Self.audit([application])])
    #expect(RunJudgement(whole).outcome.status == status)
  }

  // The run proves one requirement, the audits two.
  @Test(arguments: [(1, 2, "conformant"), (1, 3, "too-little-proved"), (2, 1, "too-little-proved")])
  func `asks each half for its own number of requirements`(
    ofRun: Int, ofAudit: Int, kind: String
  ) throws {
    var run = Self.service()
    run.atLeast = ofRun
    var audits = [
      Self.audit([.passed, .passed]), Self.audit([.passed, .passed], recording: "b.har"),
    ]
    audits[0].audit?.atLeast = 1
    audits[1].audit?.atLeast = ofAudit
    let whole = try RecordMerge.merged([run] + audits)
    #expect(RunJudgement(whole).outcome.kind.rawValue == kind)
  }

  @Test func `is the same in any order`() throws {
    var other = Small.audit([.passed], recording: "v1.har", file: "old-rules", cookbook: "old")
    // A person may write what looks like that the recordings lack the cookbook.
    other.remarks = ["the recordings have no traffic of book, so what"]
    other.audit?.unseen = ["book": 2, "else": 1]
    let records = [
      Self.service(), Self.audit([Small.failed, Self.unseen]),
      Self.audit([.passed, .passed], recording: "b.har"), other,
    ]
    let whole = try RecordMerge.merged(records)
    for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]] {
      #expect(try RecordMerge.merged(order.map { records[$0] }) == whole)
    }
    // Also where some were merged before.
    let part = try RecordMerge.merged([records[0], records[3]])
    #expect(try RecordMerge.merged([part, records[2], records[1]]) == whole)
    #expect(whole.catalogues.map(\.cookbook) == ["book", "old"])
    // Another audit has judged that cookbook.
    #expect(
      Array(whole.notes.dropFirst()) == other.remarks + [
        "the recordings have no traffic of else, so its 1 rule was not judged"
      ])
    #expect(whole.audit?.recordings == ["a.har", "b.har", "v1.har"])
    #expect(whole.audit?.judged == 30)
    let rules = whole.suites[1].scenarios
    #expect(rules.map(\.verdict.kind) == [.failed, .passed])
    // The rule was broken in one recording and obeyed in the other one.
    #expect(rules[0].steps.map(\.name) == ["a.har 0", "b.har 0"])
    #expect(rules[1].steps.map(\.name) == ["b.har 1"])
    #expect(Coverage(whole).rows.prefix(3).map(\.verdict) == [.passed, .failed, .passed])
  }

  @Test(arguments: [
    ([Small.failed, Small.failed], [false, true], false),
    ([Small.failed, Small.failed], [true, false], false),
    ([Small.failed, Small.failed], [true, true], true),
    // Only the one that broke it counts.
    ([.passed, Small.failed], [false, true], true), ([Small.failed, unseen], [true, false], true),
    ([.passed, Small.failed], [true, false], false),
  ])
  func `holds a rule for advice where each audit that broke it does`(
    verdicts: [Verdict], areAdvisory: [Bool], isAdvisory: Bool
  ) throws {
    let audits = zip(verdicts, areAdvisory).enumerated().map { index, item in
      var audit = Self.audit([item.0], recording: "\(index).har")
      audit.suites[0].scenarios[0].isAdvisory = item.1
      return audit
    }
    let rule = try RecordMerge.merged(audits).suites[0].scenarios[0]
    #expect(rule.isAdvisory == isAdvisory)
    #expect(rule.verdict.kind == .failed)
  }

  @Test(arguments: [
    ("no occasion", "no occasion", "no occasion"),
    ("no occasion", "no answer", "no occasion; no answer"),
  ])
  func `tells both reasons why a rule was not judged`(
    first: String, second: String, both: String
  ) throws {
    let audits = [first, second].enumerated().map { index, reason in
      Self.audit([.skipped(because: reason)], recording: "\(index).har")
    }
    let rule = try RecordMerge.merged(audits).suites[0].scenarios[0]
    #expect(rule.verdict == .skipped(because: both))
  }

  @Test func `adds up the traffic, but counts that of one recording once`() throws {
    func merged(_ recording: String) throws -> AuditRecord? {
      var other = Small.audit(
        [.passed], recording: recording, judged: 12, file: "old-rules", cookbook: "old")
      other.audit?.ignored["ads"] = 1
      other.audit?.unanswered = 3
      other.audit?.deliberate = 2
      other.audit?.origins = ["https://x", "https://y"]
      other.audit?.span = Timestamp(milliseconds: 1500)...Timestamp(milliseconds: 2500)
      return try RecordMerge.merged([Self.audit([.passed]), other]).audit
    }
    let (same, more) = (try merged("a.har"), try merged("b.har"))
    #expect(same?.recordings == ["a.har"] && more?.recordings == ["a.har", "b.har"])
    #expect(same?.judged == 12 && more?.judged == 22)
    #expect(same?.sessions == 1 && more?.sessions == 2)
    #expect(same?.unanswered == 3 && same?.deliberate == 2)
    for (audit, entries) in [(same, 4), (more, 8)] {
      #expect(audit?.ignored == ["ads": 1, "other": entries])
      #expect(audit?.origins == ["https://x", "https://y"])
      #expect(audit?.span == Timestamp(milliseconds: 1000)...Timestamp(milliseconds: 2500))
    }
  }

  @Test func `tells the traffic in numbers`() {
    let one = AuditRecord(recordings: ["a.har"], judged: 1, sessions: 1)
    #expect(one.sentence == "1 entry judged, 1 device")
    let many = AuditRecord(
      recordings: ["a.har"], judged: 1204, ignored: ["other": 88], unanswered: 2, deliberate: 3,
      sessions: 4)
    #expect(
      many.sentence == "1,204 entries judged, 88 of other hosts or paths ignored, "
        + "2 without an answer, 3 that break the cookbook on purpose left out, 4 devices")
  }

  @Test func `is as long, as early and as interrupted as either of both`() throws {
    for (earlier, later) in [(0, 1), (1, 0)] {
      var records = [Self.service(), Self.audit([.passed])]
      records[earlier].startedAt = Timestamp(milliseconds: 5)
      records[later].duration = .seconds(30)
      records[later].isInterrupted = true
      records[later].interruption = "--max-time 5m"
      let whole = try RecordMerge.merged(records)
      #expect(whole.startedAt == Timestamp(milliseconds: 5))
      #expect(whole.duration == .seconds(30))
      #expect(whole.isInterrupted && whole.interruption == "--max-time 5m")
      #expect(RunJudgement(whole).outcome.status == 130)
    }
  }

  @Test func `has each remark once, also of a cookbook without traffic, and each known failure`()
    throws
  {
    let remark = "the recordings have no traffic of old, so its 2 rules were not judged"
    let known = [
      try KnownFailureTests.known(["scenario"]), try KnownFailureTests.known([], ["A-0"]),
    ]
    var (run, audit) = (Self.service(), Self.audit([.passed]))
    (run.known, audit.known) = ([known[0]], known)
    (run.remarks, audit.remarks) = (["a", "b"], ["b", "c"])
    audit.audit?.unseen = ["old": 2]
    let whole = try RecordMerge.merged([run, audit])
    #expect(whole.known == known)
    #expect(whole.notes.dropFirst() == ["a", "b", "c", remark])
  }

  @Test func `judges each half by its own suites and cookbooks`() throws {
    var run = Self.service()
    run.selection = SelectionRecord(names: ["x"], selected: 1, total: 2)
    run.sharedFragments = [Small.fragment(.passed, [Small.step()])]
    let audit = Small.audit([.passed], file: "old-rules", cookbook: "old")
    let whole = try RecordMerge.merged([run, audit])
    let (service, application) = (whole.half(.service), whole.half(.application))
    #expect(service.catalogues.map(\.cookbook) == ["book"] && service.audit == nil)
    #expect(service.selection == run.selection)
    #expect(service.sharedFragments == run.sharedFragments)
    #expect(application.catalogues.map(\.cookbook) == ["old"])
    #expect(application.audit == audit.audit && application.selection == nil)
    #expect(application.sharedFragments == [])
    #expect(
      RunJudgement(whole).outcome.sentence.hasPrefix(
        "partial as a whole; the service: partial: 1 of 1 requirement proved; 1 of 2 scenarios was "
          + "selected; all passed"))
    #expect(run.half(.application) == run)
  }

  @Test func `a half keeps the cookbook that its own one extends, once`() throws {
    let base = Catalogue(
      cookbook: "base", revision: "1",
      phases: [Catalogue.Phase(id: "A", title: "a", requirements: [Small.requirement("B-1")])])
    var (run, audit) = (Self.service(), Small.audit([.passed], file: "rules", cookbook: "old"))
    func extended(_ own: Catalogue) -> [Catalogue] {
      [
        Catalogue(
          cookbook: own.cookbook, revision: own.revision, base: "base", phases: own.phases), base,
      ]
    }
    run.catalogues = extended(run.catalogues[0])
    audit.catalogues = extended(audit.catalogues[0])
    let whole = try RecordMerge.merged([run, audit])
    #expect(whole.catalogues.map(\.cookbook) == ["book", "base", "old"])
    #expect(whole.half(.application).catalogues.map(\.cookbook) == ["base", "old"])
    #expect(whole.subjects(of: "base") == [.service, .application])
    #expect(run.subjects(of: "base") == [.service])
    #expect(Coverage(whole).rows.count { $0.requirement.id == "B-1" } == 1)
  }

  @Test func `takes the shards of a run as well`() throws {
    let shards = (1...2).map { index in
      Small.run(
        suites: [
          Small.suite([
            Small.scenario(
              .passed, [Small.step(covers: ["S-1"])], name: "\(index)", planIndex: index)
          ])
        ], requirements: Self.requirements, shard: ShardRecord(index: index, count: 2))
    }
    let audit = Self.audit([.passed])
    let whole = try RecordMerge.merged([shards[1], audit, shards[0]])
    #expect(whole.suites[0].scenarios.map(\.name) == ["1", "2"])
    #expect(whole.shard == nil)
    #expect(throws: MergeError(reason: .missingShards([2]), record: nil)) {
      try RecordMerge.merged([audit, shards[0]])
    }
  }

  @Test(arguments: [true, false])
  func `keeps whether each side is strict`(isStrict: Bool) throws {
    var (run, audit) = (Self.service(), Self.audit([.passed]))
    (run.isStrict, audit.isStrict) = (isStrict, !isStrict)
    let whole = try RecordMerge.merged([audit, run])
    #expect(whole.half(.service).isStrict == isStrict)
    #expect(whole.half(.application).isStrict != isStrict)
    let again = try RecordMerge.merged([whole])
    #expect(again.isStrict(of: .application) != isStrict)
  }

  @Test(
    arguments: [
      (["https://x"], "https://x", false, nil), (["https://x"], "https://x/base", false, nil),
      (["https://y", "https://x"], "https://x", false, nil), ([], "https://x", false, nil),
      (["https://x"], "https://xy", false, "https://xy"),
      (["https://x"], "http://127.0.0.1:1", true, "the embedded service"),
    ] as [([String], String, Bool, String?)])
  func `tells that the recordings spoke to another service`(
    origins: [String], url: String, isEmbedded: Bool, place: String?
  ) throws {
    var (run, audit) = (Self.service(), Self.audit([.passed]))
    (run.target.url, run.target.isEmbedded) = (url, isEmbedded)
    audit.audit?.origins = origins
    let notes = try RecordMerge.merged([run, audit]).notes
    #expect(notes.count { $0.contains("the recordings spoke to") } == (place == nil ? 0 : 1))
    if let place { #expect(notes[0].hasPrefix("the run judged \(place), ")) }
  }

  @Test func `refuses what contradicts`() throws {
    let (run, audit) = (Self.service(), Self.audit([.passed]))
    var (newer, strict) = (audit, audit)
    newer.tool.version = "2"
    strict.isStrict = true
    let foreign = Small.audit([.passed], requirements: [Small.requirement("S-1")])
    var other = Self.audit([.passed], recording: "b.har")
    other.suites[0].digest = "01"
    var elsewhere = Self.audit([.passed], recording: "b.har")
    elsewhere.audit?.origins = ["https://y"]
    let catalogue = run.catalogues[0].trait.value
    for (records, reason, record, compared) in [
      ([run, audit, run], .severalRuns, 0, nil),
      ([audit, run, audit], .repeatedRecording("a.har"), 2, nil),
      ([run, newer], .different("tool", value: "tool 2", other: "tool 1"), 1, 0),
      ([run, audit, strict], .different("setting of --strict", value: "on", other: "off"), 2, 1),
      (
        [run, foreign],
        .different(
          "cookbook book", value: foreign.catalogues[0].trait.value, other: catalogue), 1, 0
      ),
      (
        [run, audit, other],
        .different("file of rules rules.yaml", value: "SHA-256 01", other: "SHA-256 00"), 2, 1
      ),
      (
        [run, audit, elsewhere],
        .different("service", value: "https://y", other: "https://x"), 2, 1
      ),
    ] as [([RunRecord], MergeError.Reason, Int, Int?)] {
      let error = MergeError(reason: reason, record: record, other: compared)
      #expect(throws: error) { try RecordMerge.merged(records) }
    }
  }
}
