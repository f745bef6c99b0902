// SPDX-License-Identifier: Apache-2.0
// Tests of what known failures do to the verdict of a run, and of a draft of their list.

import Expectations
import Formats
import Suites
import Testing
import Text

@testable import Record

struct KnownFailureTests {
  typealias Small = SmallRecords

  /// The day of the small runs is 2026-11-21.
  static func known(
    _ cases: [String] = [], _ requirements: [String] = [], expires: String = "2027-01-31",
    file: String? = nil, subject: JudgedSide? = nil
  ) throws -> KnownFailure {
    KnownFailure(
      subject: subject ?? (cases.isEmpty ? nil : .service), cases: cases, file: file,
      requirements: requirements, reason: "they mend it",
      expires: try #require(CalendarDay(expires)), location: Small.place)
  }

  static func finding(_ path: String) -> Finding {
    Small.finding(.body(JSONPointer([.name(path)])))
  }

  static let requirements = [
    Small.requirement("R-a", places: places("$.a")),
    Small.requirement("R-b", places: places("$.b")),
  ]

  static func places(_ text: String) -> [PlacePattern] {
    (try? PlacePattern(text)).map { [$0] } ?? []
  }

  /// A scenario whose only answer is wrong at these members, and one that is right.
  static func run(
    _ members: [String], known: [KnownFailure], isStrict: Bool = false, hasOther: Bool = true
  ) -> RunRecord {
    let verdict = members.isEmpty ? Verdict.passed : .failed(members.map(finding))
    var record = run(verdict, covers: ["R-a", "R-b"])
    if !hasOther { record.suites[0].scenarios.removeLast() }
    (record.known, record.isStrict) = (known, isStrict)
    return record
  }

  /// A scenario with this verdict, and one that is right.
  static func run(
    _ verdict: Verdict, covers: [Cover], requirements: [Requirement] = requirements
  ) -> RunRecord {
    Small.run(
      [
        Small.scenario(verdict, [Small.step(verdict, covers: covers)], name: "wrong"),
        Small.scenario(.passed, [Small.step()], name: "right"),
      ], requirements: requirements)
  }

  @Test func `leave a run conformant but for them`() throws {
    for entry in [
      try Self.known(["wrong"]), try Self.known([], ["R-a"]), try Self.known(["wrong"], ["R-a"]),
      try Self.known(["other", "wrong"], file: "suite.yaml"),
      try Self.known(["wrong"], expires: "2026-11-21"),
    ] {
      let run = RunJudgement(Self.run(["a"], known: [entry]))
      #expect(run.outcome.kind == .conformantAsFarAsJudged && run.outcome.status == 0, "\(entry)")
      #expect(
        run.outcome.sentence
          == "conformant as far as judged but for 1 known failure: 1 of 2 requirements proved; 1 scenario passed"
      )
      #expect(run.totals[.known] == 1 && run.totals[.failed] == 0 && run.totals.scenarios == 2)
      #expect(run.scenarios[0][0].kind == .known)
      #expect(run.scenarios[0][0].incidents.isEmpty && run.scenarios[0][0].known.count == 1)
      #expect(run.coverage.rows.map(\.verdict) == [.known, .passed])
      #expect(run.known.map(\.failingCount) == [1])
    }
  }

  @Test func `hide nothing else`() throws {
    for entry in [
      try Self.known(["other"]), try Self.known([], ["R-b"]), try Self.known(["wrong"], ["R-b"]),
      try Self.known(["wrong"], file: "other.yaml"),
      try Self.known(["wrong"], subject: .application),
      try Self.known(["wrong"], expires: "2026-11-20"),
    ] {
      let run = RunJudgement(Self.run(["a"], known: [entry]))
      #expect(run.outcome.kind == .notConformant && run.outcome.status == 1, "\(entry)")
      #expect(run.coverage.rows.map(\.verdict) == [.failed, .passed])
    }
  }

  @Test func `hide the findings of their requirement, and no second fault`() throws {
    let one = try Self.known([], ["R-a"])
    let run = RunJudgement(Self.run(["a", "b"], known: [one]))
    #expect(run.outcome.kind == .notConformant)
    #expect(run.scenarios[0][0].incidents.flatMap(\.findings) == [Self.finding("b")])
    #expect(run.scenarios[0][0].known.flatMap(\.findings) == [Self.finding("a")])
    #expect(run.coverage.rows.map(\.verdict) == [.known, .failed])
    let both = RunJudgement(Self.run(["a", "b"], known: [one, try Self.known([], ["R-b"])]))
    #expect(both.outcome.kind == .nothingProved)
    // A finding that breaks no requirement is nobody's.
    let stranger = RunJudgement(Self.run(["a", "c"], known: [one]))
    #expect(stranger.outcome.kind == .notConformant)
  }

  @Test(arguments: [(["R-a"], false), (["R-c"], false), (["R-a", "R-c"], true), ([], false)])
  func `hide a finding only where all that it breaks is known`(
    ids: [String], isKnown: Bool
  ) throws {
    var record = Self.run(
      .failed([Self.finding("a")]), covers: ["R-a", "R-c"],
      requirements: Self.requirements + [Small.requirement("R-c", places: Self.places("$.a"))])
    record.known = try ids.map { try Self.known([], [$0]) }
    let run = RunJudgement(record)
    #expect(run.outcome.kind == (isKnown ? .nothingProved : .notConformant))
    #expect(run.coverage.rows.filter { $0.verdict == .known }.map(\.requirement.id) == ids)
  }

  @Test(arguments: [
    ("Suites/a/x.yaml", "x.yaml", true), ("Suites/a/x.yaml", "a/x.yaml", true),
    ("Suites/a/x.yaml", "Suites/a/x.yaml", true), ("Suites/a/x.yaml", "b/x.yaml", false),
    ("Suites/a/x.yaml", "y.yaml", false), ("Suites/ax.yaml", "x.yaml", false),
    ("x.yaml", "a/x.yaml", false), ("a/x.yaml", nil, true),
  ])
  func `name a file by the end of its path`(path: String, end: String?, isIt: Bool) {
    #expect(KnownFailure.path(path, endsWith: end) == isIt)
  }

  @Test func `count the cases that fail with them`() throws {
    let verdict = Verdict.failed([Self.finding("a")])
    var record = Small.run((0..<3).map { _ in Small.scenario(verdict, [], name: "wrong") })
    record.known = [try Self.known(["wrong"])]
    #expect(RunJudgement(record).known.map(\.failingCount) == [3])
  }

  @Test func `say which of them have to leave the list of a strict run`() throws {
    var record = Self.run(
      [], known: [try Self.known([], ["R-a", "R-b"]), try Self.known([], ["R-a"])], isStrict: true)
    #expect(
      RunJudgement(record).outcome.sentence.hasPrefix(
        "not conformant: R-a and 2 more no longer fail; remove them from the list of known failures"
      ))
    record.known = [try Self.known([], ["R-b"])]
    #expect(
      RunJudgement(record).outcome.sentence.hasPrefix(
        "not conformant: R-b no longer fails; remove it from the list of known failures"))
    // Of a part of the scenarios nobody can tell.
    record.selection = SelectionRecord(names: ["x"], selected: 1, total: 2)
    #expect(RunJudgement(record).outcome.kind == .partial)
    record.selection = SelectionRecord(names: ["x"], selected: 2, total: 2)
    #expect(RunJudgement(record).outcome.kind == .notConformant)
  }

  @Test(arguments: [false, true])
  func `are still some where a run only warns of their requirement`(isStrict: Bool) throws {
    let step = Small.step(covers: ["R-a", "R-b"], warnings: [Self.finding("a")])
    var record = Small.run(
      [Small.scenario(.passed, [step])], requirements: Self.requirements, isStrict: isStrict)
    record.known = [try Self.known([], ["R-a", "R-b"]), try Self.known([], ["R-a"])]
    let run = RunJudgement(record)
    #expect(run.coverage.rows.map(\.verdict) == [isStrict ? .known : .warned, .passed])
    #expect(run.known.map(\.unexpected) == [["R-b"], []])
  }

  @Test func `are still some where a run only warns of their scenario`() throws {
    var record = Small.run(
      ["wrong", "right"].map { name in
        let warnings = name == "wrong" ? [Small.miss] : []
        return Small.scenario(.passed, [Small.step(warnings: warnings)], name: name)
      })
    record.known = [try Self.known(["wrong"]), try Self.known(["wrong", "right"])]
    #expect(RunJudgement(record).known.map(\.unexpected) == [[], ["right"]])
  }

  @Test func `take what follows from another status with it`() throws {
    let status = Small.requirement("R-s", places: Self.places("status"))
    var record = Self.run(
      .failed([Small.miss, Self.finding("a")]), covers: ["R-s", "R-a"],
      requirements: Self.requirements + [status])
    record.known = [try Self.known([], ["R-s"])]
    #expect(RunJudgement(record).outcome.kind == .nothingProved)
    record.known = [try Self.known([], ["R-a"])]
    #expect(RunJudgement(record).outcome.kind == .notConformant)
  }

  @Test func `are no errors, no shared fragments and no preflights`() throws {
    let known = [try Self.known(["wrong"]), try Self.known([], ["R-a"])]
    var broken = Self.run(Small.broken, covers: ["R-a"])
    broken.known = known
    #expect(RunJudgement(broken).outcome.kind == .notConformant)

    let failed = Verdict.failed([Self.finding("a")])
    var shared = Small.run(
      [
        Small.scenario(
          .blocked(because: "x"),
          [Small.step(.blocked(because: "x"), status: nil, shared: 1, action: .use)],
          name: "wrong"), Small.scenario(.passed, [Small.step()], name: "right"),
      ], requirements: Self.requirements,
      shared: [Small.fragment(failed, [Small.step(failed, covers: ["R-a"])])])
    shared.known = known
    #expect(RunJudgement(shared).outcome.kind == .notConformant)
    #expect(RunJudgement(shared).coverage.rows[0].verdict == .failed)

    var preflight = Self.run(["a"], known: known)
    preflight.suites[0].isPreflight = true
    #expect(RunJudgement(preflight).outcome.kind == .noVerdict)
  }

  @Test func `prove nothing by themselves`() throws {
    let run = RunJudgement(Self.run(["a"], known: [try Self.known(["wrong"])], hasOther: false))
    #expect(run.outcome.kind == .nothingProved)
    #expect(run.outcome.sentence.contains("all that was judged is known to fail"))
  }

  @Test func `are pointed out where they pass, and fail a strict run`() throws {
    for entry in [
      try Self.known(["wrong"]), try Self.known([], ["R-a"]),
      try Self.known(["wrong"], expires: "2026-11-21"),
    ] {
      let lenient = RunJudgement(Self.run([], known: [entry]))
      #expect(lenient.outcome.kind == .conformant)
      #expect(lenient.known.flatMap(\.unexpected) == entry.cases + entry.requirements)
      let strict = RunJudgement(Self.run([], known: [entry], isStrict: true))
      #expect(strict.outcome.kind == .notConformant)
    }
    // Nobody knows of a requirement that holds in a part of the run what it does in the others.
    var shard = Self.run([], known: [try Self.known([], ["R-a"])], isStrict: true)
    shard.shard = ShardRecord(index: 1, count: 2)
    #expect(RunJudgement(shard).outcome.kind == .partial)
    let expired = try Self.known(["wrong"], expires: "2026-11-20")
    let right = RunJudgement(Self.run([], known: [expired], isStrict: true))
    #expect(right.outcome.kind == .conformant && right.known[0].isExpired)
  }

  @Test func `know the rules of an audit`() throws {
    var record = Small.audit([.passed, Small.failed])
    record.known = [try Self.known(["rule 1"], subject: .application)]
    let run = RunJudgement(record)
    #expect(run.outcome.kind == .conformantAsFarAsJudged)
    #expect(
      run.outcome.sentence.hasPrefix(
        "conformant as far as judged but for 1 known failure: 1 of 2 requirements proved; 2 rules: "
          + "1 known to be broken, 1 obeyed"))
  }

  @Test func `stand in the record, and shards have the same`() throws {
    var record = Self.run(["a"], known: [try Self.known(["wrong"], ["R-a"], file: "suite.yaml")])
    record.known[0].link = "https://tracker.example/1"
    let again = try RunRecord(JSONParser.document(RecordJSONTests.text(record)).root)
    #expect(again == record)
    var shards = RecordMergeTests.shards([[1, 3, 5, 7], [2, 4, 6]])
    for index in shards.indices { shards[index].known = [try Self.known(["number 5"])] }
    let whole = RunJudgement(try RecordMerge.merged(shards))
    #expect(whole.outcome.kind == .allPassed)
    shards[1].known = []
    let error = #expect(throws: MergeError.self) { try RecordMerge.merged(shards) }
    #expect(
      try #require(error).message(["1.json", "2.json"]).hasPrefix(
        "2.json: its list of known failures is none, and that of 1.json is 1 failure, SHA-256 "))
  }

  @Test func `are neither a regression nor a failure to compare with`() throws {
    let right = Self.run([], known: [])
    let known = Self.run(["a"], known: [try Self.known(["wrong"])])
    let failed = Self.run(["a"], known: [])
    #expect(!RecordDiff(from: right, to: known).hasRegression)
    #expect(RecordDiff(from: known, to: failed).regressions.count == 1)
    #expect(RecordDiff(from: known, to: right).fixed.count == 1)
    #expect(RecordDiff(from: right, to: failed).newFailures.map(\.scenario) == [0])
    #expect(RecordDiff(from: right, to: known).newFailures == [])
    #expect(RecordDiff(from: failed, to: failed).newFailures == [])
  }
}

struct KnownFailureTemplateTests {
  typealias Small = SmallRecords

  static let file = "Suites/a/x.yaml"

  static func wrong(_ places: String...) -> Verdict {
    .failed(places.map { Small.finding(Place(reading: $0), expected: "1", found: "2") })
  }

  /// A suite with a scenario for each verdict, whose step covers both requirements.
  static func suite(
    _ verdicts: KeyValuePairs<String, Verdict>, file: String = file,
    isPreflight: Bool = false, subject: JudgedSide = .service
  ) -> SuiteRecord {
    var suite = Small.suite(
      verdicts.map { name, verdict in
        Small.scenario(verdict, [Small.step(verdict, covers: ["R-1", "R-2"])], name: name)
      }, name: file)
    (suite.file, suite.isPreflight, suite.subject) = (file, isPreflight, subject)
    return suite
  }

  static func run(_ suites: [SuiteRecord], token: Verdict = .passed) -> RunRecord {
    Small.run(
      suites: suites,
      requirements: [
        Small.requirement("R-1", places: KnownFailureTests.places("$.a")),
        Small.requirement("R-2", places: KnownFailureTests.places("$.b")),
      ], shared: [Small.fragment(token, [])])
  }

  static func draft(
    _ suites: [SuiteRecord], before: [SuiteRecord] = [], token: Verdict = .passed
  ) throws -> KnownFailureTemplate {
    let after = run(suites, token: token)
    return KnownFailureTemplate(
      RecordDiff(from: run(before), to: after), in: RunJudgement(after),
      expires: try #require(CalendarDay("2027-01-31")))
  }

  /// The draft without its comment.
  static func lines(_ draft: KnownFailureTemplate) -> String {
    draft.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
  }

  @Test func `has an entry for the cases of a file that break the same requirements`() throws {
    let draft = try Self.draft(
      [
        Self.suite([
          "one": Self.wrong("/a"), "two": Self.wrong("/a", "/b"), "three": Self.wrong("/a"),
          "right": .passed, "old": Self.wrong("/a"),
        ]), Self.suite(["four": Self.wrong("/a")], file: "Suites/b/y.yaml"),
        Self.suite(["five": Self.wrong("/a")], subject: .application),
      ], before: [Self.suite(["old": Self.wrong("/b"), "one": .passed])])
    #expect(
      Self.lines(draft) == """
        known:
          - scenario:
              - "one"
              - "three"
            file: "a/x.yaml"
            requirement: ["R-1"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
          - scenario: "two"
            file: "a/x.yaml"
            requirement: ["R-1", "R-2"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
          - scenario: "four"
            file: "b/y.yaml"
            requirement: ["R-1"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
          - rule: "five"
            file: "a/x.yaml"
            requirement: ["R-1"]
            reason: "to be filled in: /a: expected 1, found 2"
            expires: "2027-01-31"
        """)
    #expect(draft.caseCount == 5 && draft.otherCount == 0)
  }

  @Test(arguments: [
    (wrong("/a"), "requirement: [\"R-1\"]"), (wrong("/other"), ""), (wrong("/a", "/other"), ""),
    // What is wrong beside another status follows from that.
    (wrong("status", "/other"), ""), (wrong("status", "/a"), ""),
  ])
  func `names the case as a whole where a finding breaks no requirement`(
    verdict: Verdict, line: String
  ) throws {
    let text = try Self.draft([Self.suite(["one": verdict])]).text
    #expect(text.contains("requirement:") == !line.isEmpty)
    #expect(text.contains(line))
  }

  @Test func `counts what can't be known: preflights, errors and shared fragments`() throws {
    for (suites, token) in [
      ([Self.suite(["one": Self.wrong("/a")], isPreflight: true)], Verdict.passed),
      ([Self.suite(["one": Small.broken])], .passed),
      ([Self.suite(["one": .passed])], Self.wrong("status")),
      ([Self.suite(["one": .passed])], Small.broken),
    ] {
      let draft = try Self.draft(suites, token: token)
      #expect(Self.lines(draft) == "known: []")
      #expect(draft.caseCount == 0 && draft.otherCount == 1)
    }
  }

  @Test(arguments: [
    "plain", "\"quoted\"", "back\\slash", "two\nlines", "\u{1B}[31m", "\u{202E}right", "é😀",
    "a\u{2028}b", "\u{E0001}tag", "# no comment", "a: b", "\u{7F}\u{85}",
  ])
  func `is read as it was meant, whatever a name has in it`(name: String) throws {
    let draft = try Self.draft([
      Self.suite(KeyValuePairs(dictionaryLiteral: (name, Self.wrong("/a"))))
    ])
    let hidden = draft.text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    #expect(hidden.isEmpty)
    let (failures, diagnostics) = KnownFileReader.read(
      SourceFile(
        name: "known.yaml", bytes: Array(draft.text.replacing("to be filled in: ", with: "").utf8)),
      names: KnownNames(
        cases: [KnownNames.Case(subject: .service, file: Self.file, name: Wildcard([name]))],
        requirements: ["R-1", "R-2"]), subjects: [.service])
    #expect(diagnostics == [] && failures.map(\.cases) == [[name]])
  }
}
