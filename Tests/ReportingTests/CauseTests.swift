// SPDX-License-Identifier: Apache-2.0
// Tests of what is one cause, and of how it is told.

import Catalogues
import Findings
import Foundation
import JSON
import Reporting
import Results
import SourceText
import Testing

@Suite struct CauseTests {
  struct Step: Sendable {
    var name = "Ask"
    var line = 20
    var route: String? = "GET /api/v2/${service_provider}/profiles"
    var covers: [CoverRecord] = []
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

  static let rows: [(what: String, scenarios: [[Step]], entries: Int)] = [
    (
      "the same member is missing in different answers",
      [
        [Step(findings: [missing("/profiles/Cablevision/mvpd")])],
        [Step(line: 50, route: "GET /b", findings: [missing("/mvpd")])],
        [
          Step(
            line: 60, route: "GET /c", findings: [finding("save: mvpd", "$.x['mvpd']", "nothing")])
        ],
      ], 1
    ),
    (
      "different members are missing",
      [[Step(findings: [missing("/mvpd")])], [Step(findings: [missing("/type")])]], 2
    ),
    (
      "a member is missing in errors, and one of its name elsewhere",
      [
        [Step(findings: [missing("/code")])],
        [Step(route: "GET /b", status: 403, findings: [missing("/code")])],
        [Step(name: "Right", route: "GET /b")],
      ], 2
    ),
    (
      "two members are missing in the same answers",
      [
        [Step(findings: [missing("/mvpd"), missing("/type")])],
        [Step(findings: [missing("/mvpd"), missing("/type")])],
      ], 1
    ),
    (
      "an endpoint always answers the same error",
      [
        [Step(status: 500, findings: [finding("status", "200", "500")])],
        [
          Step(
            line: 50, status: 500, findings: [finding("status", "403", "500"), missing("/code")])
        ],
        right.map { step in
          var other = step
          other.route = "GET /b"
          return other
        },
      ], 1
    ),
    (
      "endpoints answer different errors",
      [
        [Step(status: 500, findings: [finding("status", "200", "500")])],
        [Step(line: 50, route: "GET /b", status: 404, findings: [finding("status", "200", "404")])],
      ], 2
    ),
    (
      "every answer is the same error",
      [
        [Step(status: 404, findings: [finding("status", "200", "404")])],
        [Step(line: 50, route: "GET /b", status: 404, findings: [finding("status", "201", "404")])],
        [Step(line: 60, route: "GET /c", status: 404, findings: [missing("/code")])],
      ], 1
    ),
    (
      "the same is granted against the same requirement",
      [
        [Step(covers: ["V2-C1-01"], findings: [finding("status", "400", "200")])],
        [
          Step(
            line: 50, route: "GET /b", covers: ["V2-C1-01"],
            findings: [finding("status", "400", "200")])
        ],
      ], 1
    ),
    (
      "the same is granted against different requirements",
      [
        [Step(covers: ["V2-C1-01"], findings: [finding("status", "400", "200")])],
        [Step(covers: ["V2-C13-01"], findings: [finding("status", "400", "200")])],
      ], 2
    ),
    (
      "the same wrong member is seen again",
      [
        [
          Step(findings: [finding("/type", "appleSSO", "\"regular\"")]),
          Step(
            line: 50, route: "GET /b", findings: [finding("/p/type", "!one-of [a]", "\"regular\"")]),
        ]
      ], 1
    ),
    (
      "numbers that differ by chance",
      [
        [Step(findings: [finding("/notAfter", "!timestamp {after: now}", "1795239000123")])],
        [Step(findings: [finding("/notAfter", "!timestamp {after: now}", "1795239999999")])],
      ], 1
    ),
  ]

  @Test(arguments: rows.indices)
  func `makes one entry of one cause`(row: Int) {
    let (what, scenarios, count) = Self.rows[row]
    #expect(Self.entries(Self.run(scenarios, shared: [])).count == count, "\(what)")
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
}
