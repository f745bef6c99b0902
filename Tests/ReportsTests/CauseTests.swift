// SPDX-License-Identifier: Apache-2.0
// Tests of what is one cause, and of how it is told.

import Formats
import Foundation
import Record
import Reports
import Suites
import Testing
import Text

@Suite struct CauseTests {
  struct Step: Sendable {
    var name = "Ask"
    var line = 20
    var route: String? = "GET /api/v2/${service_provider}/profiles"
    var covers: [Cover] = []
    var status = 200
    var findings: [Finding] = []
  }

  static func finding(
    _ place: String, _ expected: String, _ found: String, line: Int = 30
  ) -> Finding {
    Finding(
      place: Place(reading: place), position: SampleRecords.at(line).position,
      expected: .text(expected), found: .text(found))
  }

  static func missing(_ place: String) -> Finding { finding(place, "!string {}", "nothing") }

  /// A run with a scenario for each list of steps.
  static func run(
    _ scenarios: [[Step]], shared: [SharedFragmentRecord] = [SampleRecords.token]
  ) -> RunRecord {
    SampleRecords.run(
      [
        SampleRecords.suite(
          scenarios.enumerated().map { number, steps in
            let records = steps.map { step in
              var record = SampleRecords.request(
                step.name, step.line, covers: step.covers,
                verdict: step.findings.isEmpty ? .passed : .failed(step.findings),
                exchanges: [SampleRecords.exchange("GET", "/x", step.status)])
              record.route = step.route
              return record
            }
            let first = records.first { $0.verdict.kind == .failed }
            return SampleRecords.scenario(
              "number \(number)", number + 1, first?.verdict ?? .passed, steps: records)
          })
      ], shared: shared)
  }

  static func entries(_ record: RunRecord) -> [IncidentGroup] {
    Array(IncidentGroup.failures(of: RunJudgement(record)))
  }

  static let right = [Step(name: "Right", line: 90)]

  /// A scenario of one step whose answer lacks something.
  private static func lacks(
    _ places: String..., line: Int = 20, route: String = "GET /a", status: Int = 200
  ) -> [Step] {
    [Step(line: line, route: route, status: status, findings: places.map(missing))]
  }

  /// A scenario of one step that gets another status than it expects.
  private static func gets(
    _ status: Int, not expected: String, line: Int = 20, route: String = "GET /a",
    covers: [Cover] = [], _ others: Finding..., at place: Int = 30
  ) -> [Step] {
    let finding = finding("status", expected, "\(status)", line: place)
    return [
      Step(line: line, route: route, covers: covers, status: status, findings: [finding] + others)
    ]
  }

  /// A scenario of one step that finds a wrong value.
  private static func finds(
    _ place: String, _ expected: String, _ found: String, line: Int = 20, route: String = "GET /a"
  ) -> [Step] {
    [Step(line: line, route: route, findings: [finding(place, expected, found)])]
  }

  static let rows: [(what: String, scenarios: [[Step]], entries: Int)] = [
    (
      "the same member is missing in different answers",
      [
        lacks("/profiles/Cablevision/mvpd"), lacks("/mvpd", line: 50, route: "GET /b"),
        finds("save: mvpd", "$.x['mvpd']", "nothing", line: 60, route: "GET /c"),
      ], 1
    ), ("different members are missing", [lacks("/mvpd"), lacks("/type")], 2),
    (
      "a member is missing in errors, and one of its name elsewhere",
      [
        lacks("/code"), lacks("/code", route: "GET /b", status: 403),
        [Step(name: "Right", route: "GET /b")],
      ], 2
    ),
    (
      "two members are missing in the same answers",
      [lacks("/mvpd", "/type"), lacks("/mvpd", "/type")], 1
    ),
    (
      "an endpoint always answers the same error",
      [
        gets(500, not: "200"), gets(500, not: "403", line: 50, missing("/code")),
        [Step(name: "Right", line: 90, route: "GET /b")],
      ], 1
    ),
    (
      "endpoints answer different errors",
      [gets(500, not: "200"), gets(404, not: "200", line: 50, route: "GET /b")], 2
    ),
    (
      "every answer is the same error",
      [
        gets(404, not: "200"), gets(404, not: "201", line: 50, route: "GET /b"),
        lacks("/code", line: 60, route: "GET /c", status: 404),
      ], 1
    ),
    (
      "the same is granted against the same requirement",
      [
        gets(200, not: "400", covers: ["V2-C1-01"]),
        gets(200, not: "400", line: 50, route: "GET /b", covers: ["V2-C1-01"]),
      ], 1
    ),
    (
      "the same is granted against different requirements",
      [gets(200, not: "400", covers: ["V2-C1-01"]), gets(200, not: "400", covers: ["V2-C13-01"])], 2
    ),
    (
      "the same wrong member is seen again",
      [
        finds("/type", "appleSSO", "\"regular\"")
          + finds("/p/type", "!one-of [a]", "\"regular\"", line: 50, route: "GET /b")
      ], 1
    ),
    (
      "numbers that differ by chance",
      ["1795239000123", "1795239999999"].map { finds("/notAfter", "!timestamp {after: now}", $0) },
      1
    ),
    (
      "the same header is missing, written in another way",
      [lacks("header X-Trace"), lacks("header x-trace", line: 50, route: "GET /b")], 1
    ), ("different headers are missing", [lacks("header X-A"), lacks("header X-B")], 2),
    ("a member and a header of one name are missing", [lacks("header a"), lacks("/a")], 2),
    (
      "the same is missing under ids, which maps are sorted by",
      [lacks("/profiles/Cablevision"), lacks("/profiles/Other", line: 50, route: "GET /b")], 1
    ),
    (
      "items of one list are missing, and those of another one",
      [lacks("/mvpds/0"), lacks("/mvpds/7"), lacks("/others/0")], 2
    ),
    (
      "elements of one name are missing",
      [lacks("xml /a/b"), lacks("xml /c/d/b"), lacks("xml /a/c")], 2
    ),
    (
      "a member has different wrong values",
      [finds("/type", "a", "\"b\""), finds("/type", "a", "\"c\"")], 2
    ),
    (
      "numbers that differ by chance, where different things are expected",
      [
        finds("/notAfter", "!timestamp {after: now}", "1795239000123"),
        finds("/notAfter", "!integer {min: 1}", "1795239999999"),
      ], 2
    ),
    (
      "an endpoint refuses in several steps what it should grant, and not everything",
      [
        gets(403, not: "200"), gets(403, not: "!one-of [201, 404]", line: 50),
        [Step(name: "Right", line: 90, route: "GET /a")],
      ], 1
    ),
    (
      "an endpoint refuses in different ways what it should grant",
      [
        gets(403, not: "200"), gets(404, not: "200", line: 50),
        [Step(name: "Right", line: 90, route: "GET /a")],
      ], 2
    ),
    (
      "refusals of another kind than those that are expected, in two steps",
      [
        gets(403, not: "400"), gets(403, not: "401", line: 50, at: 51),
        [Step(name: "Right", line: 90, route: "GET /a")],
      ], 2
    ),
    (
      "the least refusal, and what is none",
      [
        gets(400, not: "200"), gets(400, not: "201", line: 50),
        [Step(name: "Right", line: 90, route: "GET /a")],
        gets(399, not: "200", line: 60, route: "GET /b"),
        gets(399, not: "201", line: 70, route: "GET /b", at: 71),
      ], 3
    ),
  ]

  @Test(arguments: rows.indices) func `makes one entry of one cause`(row: Int) {
    let (what, scenarios, count) = Self.rows[row]
    #expect(Self.entries(Self.run(scenarios, shared: [])).count == count, "\(what)")
  }

  @Test func `shows all that is wrong in exactly the same answers`() throws {
    let both = [Step(findings: [Self.missing("/mvpd"), Self.missing("/type")])]
    let groups = Self.entries(Self.run([both, both], shared: []))
    #expect(groups.map { $0.findings.map(\.place.description) } == [["/mvpd", "/type"]])
    #expect(groups.map(\.count) == [2])
    // Of those that are also seen apart, each is an entry.
    let apart = Self.entries(
      Self.run([both, both, [Step(findings: [Self.missing("/type")])]], shared: []))
    #expect(apart.map { $0.findings.map(\.place.description) } == [["/type"], ["/mvpd"]])
  }

  @Test(
    arguments: [
      ("212 of 712 bytes came", "3 of 70 bytes came", .transport, 1),
      ("no answer from Cablevision", "no answer from Other", .transport, 1),
      ("no answer came", "no answer is here", .transport, 2),
      ("no answer came", "no answer came", .partner, 2),
    ] as [(String, String, RunProblem.Kind, Int)])
  func `makes one entry of problems that differ by numbers and ids`(
    first: String, second: String, kind: RunProblem.Kind, count: Int
  ) {
    let problems = [RunProblem(.transport, first, at: nil), RunProblem(kind, second, at: nil)]
    let scenarios = problems.enumerated().map { number, problem in
      SampleRecords.scenario(
        "number \(number)", number + 1, .broken(problem),
        steps: [SampleRecords.request("ask", number + 1, verdict: .broken(problem))])
    }
    let groups = Self.entries(SampleRecords.run([SampleRecords.suite(scenarios)]))
    #expect(groups.count == count)
    #expect(!groups.contains { !$0.isError })
  }

  @Test func `puts what failed before what got no answer, where both concern as many`() {
    let problem = RunProblem(.transport, "no answer", at: nil)
    let verdicts: [Verdict] = [
      .broken(problem), .failed([Self.missing("/a")]), .failed([Self.missing("/b")]),
    ]
    let scenarios = verdicts.enumerated().map { number, verdict in
      SampleRecords.scenario(
        "number \(number)", number + 1, verdict,
        steps: [SampleRecords.request("ask", number + 1, verdict: verdict)])
    }
    let groups = Self.entries(SampleRecords.run([SampleRecords.suite(scenarios)]))
    #expect(groups.map(\.scenario.name) == ["number 1", "number 2", "number 0"])
  }

  @Test func `puts first what concerns the most, and last what came after`() {
    let early = Step(findings: [Self.missing("/a")])
    let late = Step(line: 50, findings: [Self.missing("/b")])
    let frequent = Step(line: 60, findings: [Self.missing("/c")])
    let groups = Self.entries(Self.run([[early, late], [frequent], [frequent]]))
    #expect(groups.map { $0.findings[0].place.description } == ["/c", "/a", "/b"])
    #expect(groups.map(\.isLater) == [false, false, true])
  }

  /// A shared fragment that failed, with the scenarios that it blocks.
  static func blocked(_ count: Int, isPreflight: Bool = false) -> RunRecord {
    let failed = finding("status", "200", "401", line: 9)
    var token = SampleRecords.token
    token.verdict = .failed([failed])
    token.steps[0].verdict = .failed([failed])
    token.steps[0].advice = "Ask for another statement."
    let verdict = Verdict.blocked(because: token.blockReason)
    var suite = SampleRecords.suite(
      (0..<count).map {
        SampleRecords.scenario(
          "number \($0)", $0 + 1, verdict,
          steps: [SampleRecords.useToken($0 + 2, verdict: verdict)])
      })
    suite.isPreflight = isPreflight
    return SampleRecords.run([suite], shared: [token])
  }

  @Test func `tells a shared fragment once, first, with what it blocks`() throws {
    let groups = Self.entries(Self.blocked(30))
    #expect(groups.count == 1)
    let group = try #require(groups.first)
    #expect(group.fragments.map(\.name) == ["access-token"])
    #expect(group.blockedCount == 30)
    #expect(group.places.isEmpty)
    #expect(group.covers == ["V2-A1-01"])
  }

  @Test(
    arguments: [
      TerminalReport(hasColour: false), MarkdownReport(), JUnitReport(), JSONReport(),
      AnnotationReport(),
    ] as [any Report])
  func `says in every report what to do`(report: any Report) {
    let text = ReportRulesTests.text(report, Self.blocked(3))
    #expect(text.contains("Ask for another statement."))
  }

  @Test(arguments: JUnitProfile.allCases)
  func `makes a case of a shared fragment, and skips what it blocks`(profile: JUnitProfile) {
    let text = ReportRulesTests.text(JUnitReport(profile: profile), Self.blocked(3))
    #expect(text.components(separatedBy: "<testcase ").count == 5)
    #expect(text.components(separatedBy: "<skipped ").count == 4)
    #expect(text.components(separatedBy: "<failure ").count == 2)
    #expect(text.contains("name=\"access-token\""))
    #expect(text.contains("Shared fragments of Suites/fragments.yaml"))
    #expect(text.contains("blocked: the shared fragment &apos;access-token&apos; failed"))
  }

  @Test func `says in ten lines why there is no verdict`() {
    let record = Self.blocked(3, isPreflight: true)
    let lines = ReportRulesTests.text(TerminalReport(hasColour: false), record)
      .split(separator: "\n")
    #expect(lines.count <= 10)
    #expect(
      lines[0].hasPrefix("no verdict possible: the preflight of apple-sso-rest-api-v2 failed"))
    #expect(lines.contains("  What to do: Ask for another statement."))
    #expect(RunJudgement(record).outcome.status == 3)
  }

  @Test func `prints each cause once while the run goes on`() {
    let scenarios = (0..<30).map { _ in
      [Step(covers: ["V2-C13-01"], findings: [Self.missing("/mvpd")])]
    }
    let record = Self.run(scenarios)
    let run = RunJudgement(record)
    var log = FailureLog(TerminalReport(hasColour: false))
    let texts = zip(record.suites[0].scenarios, run.scenarios[0]).map { scenario, judgement in
      log.text(
        for: JudgedScenario(
          suite: "s", record: Masked(alreadyMasked: scenario), judgement: judgement))
    }
    #expect(texts.filter { !$0.isEmpty }.count == 1)
    #expect(texts[0].rendered.contains("    found     nothing\n"))
    // The first failure names the command that explains it.
    #expect(texts[0].rendered.hasSuffix("sso-conformance explain V2-C13-01\n"))
    #expect(log.failed == 30)
    #expect(log.rest.rendered.contains("29 further failures"))
  }

  /// What a log prints of the scenarios of a run, one after the other.
  private static func printed(
    _ record: RunRecord, isPreflight: Bool = false
  ) -> (texts: [Printed], log: FailureLog) {
    var log = FailureLog(TerminalReport(hasColour: false))
    let texts = zip(record.suites[0].scenarios, RunJudgement(record).scenarios[0]).map {
      log.text(
        for: JudgedScenario(
          suite: "s", record: Masked(alreadyMasked: $0), judgement: $1, isPreflight: isPreflight))
    }
    return (texts, log)
  }

  @Test func `prints a failure of which one cause is known and one is new`() {
    let one = [Self.missing("/mvpd")]
    let two = one + [Self.missing("/id")]
    let (texts, log) = Self.printed(
      Self.run([one, two, one, two, [Self.missing("/id")]].map { [Step(findings: $0)] }))
    #expect(texts.map(\.isEmpty) == [false, false, true, true, true])
    #expect(log.failed == 5)
    #expect(log.rest.rendered.contains("3 further failures"))
  }

  @Test(arguments: [(10, 10, ""), (11, 10, "1 further failure,"), (12, 10, "2 further failures,")])
  func `prints ten causes, and counts the others`(count: Int, printed: Int, rest: String) {
    let names = (0..<count).map { String(repeating: "x", count: $0 + 1) }
    let (texts, log) = Self.printed(
      Self.run(names.map { [Step(findings: [Self.missing("/\($0)")])] }))
    #expect(texts.count { !$0.isEmpty } == printed)
    #expect(rest.isEmpty ? log.rest.isEmpty : log.rest.rendered.hasPrefix("… and \(rest)"))
    #expect(texts.count { $0.rendered.contains("More: sso-conformance explain") } <= 1)
  }

  @Test func `counts a failed preflight, and leaves it to the summary`() {
    let (texts, log) = Self.printed(
      Self.run([[Step(findings: [Self.missing("/a")])], Self.right]), isPreflight: true)
    #expect(!texts.contains { !$0.isEmpty })
    #expect(log.failed == 1 && log.rest.isEmpty)
  }
}
