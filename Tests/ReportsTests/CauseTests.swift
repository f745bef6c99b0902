// SPDX-License-Identifier: Apache-2.0
// Tests of what is one cause, and of how it is told.

import Expectations
import Formats
import Foundation
import Record
import Reports
import Suites
import TestSupport
import Testing
import Text

struct CauseTests {
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
    SampleRecords.finding(place, line, expected, found)
  }

  static func missing(_ place: String) -> Finding { finding(place, "!string {}", "nothing") }

  /// A run with a scenario for each list of steps.
  static func run(
    _ scenarios: [[Step]], shared: [SharedFragmentRecord] = [SampleRecords.token]
  ) -> RunRecord {
    SampleRecords.run(
      of: scenarios.enumerated().map { number, steps in
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
      }, shared: shared)
  }

  static func entries(_ record: RunRecord) -> [IncidentGroup] {
    Array(IncidentGroup.failures(of: RunJudgement(record)))
  }

  /// Scenarios, with `|` between them, and their steps with `+`: a line, and what is wrong with the
  /// answer.
  ///
  ///     LINE [ROUTE] [STATUS] lacks PLACE[, PLACE …]
  ///     LINE [ROUTE] [REQUIREMENT] gets STATUS not EXPECTED[, PLACE …]
  ///     LINE [ROUTE] finds PLACE / EXPECTED / FOUND
  ///     LINE [ROUTE] is right
  static func scenarios(_ text: String) -> [[Step]] {
    text.split(separator: " | ").map { scenario($0) }
  }

  private static func scenario(_ text: Substring) -> [Step] {
    text.split(separator: " + ").map { text in
      let words = text.split(separator: " ").map(String.init)
      let at = words.firstIndex { ["lacks", "gets", "finds", "is"].contains($0) } ?? 0
      let head = words[1..<at]
      let rest = words[(at + 1)...].joined(separator: " ")
      var step = Step(line: Int(words[0]) ?? 0)
      step.route = "GET \(head.first { $0.hasPrefix("/") } ?? "/a")"
      step.status = head.compactMap { Int($0) }.first ?? 200
      step.covers = head.filter { $0.hasPrefix("V2") }.map { Cover(id: $0) }
      switch words[at] {
      case "lacks": step.findings = rest.split(separator: ", ").map { missing(String($0)) }
      case "gets":
        let parts = rest.split(separator: ", /").map(String.init)
        let values = parts[0].split(separator: " not ").map(String.init)
        step.status = Int(values[0]) ?? 0
        // Where it is expected tells the entries of one status apart.
        let place = Int(head.first { $0.hasPrefix("@") }?.dropFirst() ?? "") ?? 30
        step.findings =
          [finding("status", values[1], values[0], line: place)]
          + parts.dropFirst().map { missing("/\($0)") }
      case "finds":
        let values = rest.split(separator: " / ").map(String.init)
        step.findings = [finding(values[0], values[1], values[2])]
      default: step.name = "Right"
      }
      return step
    }
  }

  static let rows = TestSupport.rows(tableText("CauseTests"))

  @Test(arguments: rows) func `makes one entry of one cause`(scenarios: String, what: String) {
    let run = Self.run(Self.scenarios(scenarios), shared: [])
    #expect(Self.entries(run).count == Int(what.prefix { $0 != " " }), "\(what)")
  }

  @Test func `shows all that is wrong in exactly the same answers`() throws {
    let both = [Step(findings: [Self.missing("/mvpd"), Self.missing("/type")])]
    let groups = Self.entries(Self.run([both, both], shared: []))
    #expect(groups.map { $0.findings.map(\.place.description) } == [["/mvpd", "/type"]])
    #expect(groups.map(\.places.count) == [2])
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
    let verdicts = [(RunProblem.Kind.transport, first), (kind, second)].map {
      Verdict.broken(RunProblem($0, $1, at: nil))
    }
    let groups = Self.entries(SampleRecords.run(of: SampleRecords.scenarios(verdicts)))
    #expect(groups.count == count)
    #expect(!groups.contains { !$0.isError })
  }

  @Test func `puts what failed before what got no answer, where both concern as many`() {
    let problem = RunProblem(.transport, "no answer", at: nil)
    let verdicts: [Verdict] = [
      .broken(problem), .failed([Self.missing("/a")]), .failed([Self.missing("/b")]),
    ]
    let groups = Self.entries(SampleRecords.run(of: SampleRecords.scenarios(verdicts)))
    #expect(groups.map(\.scenario.name) == ["number 1", "number 2", "number 0"])
  }

  @Test func `puts first what concerns the most, and last what came after`() {
    let early = Step(findings: [Self.missing("/a")])
    let late = Step(line: 50, findings: [Self.missing("/b")])
    let frequent = Step(line: 60, findings: [Self.missing("/c")])
    let groups = Self.entries(Self.run([[early, late], [frequent], [frequent]]))
    #expect(groups.map { $0.findings[0].place.description } == ["/c", "/a", "/b"])
    #expect(groups.map(\.isLater) == [false, false, true])
    // Of two that concern as many, what breaks more.
    let one = Step(covers: ["A"], findings: [Self.missing("/a")])
    let two = Step(line: 50, covers: ["B", "C"], findings: [Self.missing("/b")])
    #expect(Self.entries(Self.run([[one], [two]])).map(\.covers) == [["B", "C"], ["A"]])
  }

  /// A shared fragment that failed, with scenarios that use it: blocked, or with another verdict.
  static func blocked(_ count: Int, by verdict: Verdict? = nil) -> RunRecord {
    let failed = finding("status", "200", "401", line: 9)
    var token = SampleRecords.token
    token.verdict = .failed([failed])
    token.steps[0].verdict = .failed([failed])
    token.steps[0].advice = "Ask for another statement."
    let verdict = verdict ?? Verdict.blocked(because: token.blockReason, fragment: token.id)
    let scenarios = (0..<count).map {
      SampleRecords.scenario(
        "number \($0)", $0 + 1, verdict, steps: [SampleRecords.useToken($0 + 2, verdict: verdict)])
    }
    return SampleRecords.run(of: scenarios, shared: [token])
  }

  @Test func `tells a shared fragment once, first, with what it blocks`() throws {
    let groups = Self.entries(Self.blocked(30))
    #expect(groups.count == 1)
    let group = try #require(groups.first)
    #expect(group.fragments.map(\.name) == ["access-token"] && group.blockedCount == 30)
    #expect(group.places.isEmpty)
    #expect(group.covers == ["V2-A1-01"])
  }

  @Test(
    arguments: [
      TerminalReport(hasColour: false), MarkdownReport(), JUnitReport(), JSONReport(),
      AnnotationReport(),
    ] as [any Report])
  func `says in every report what to do`(report: any Report) {
    let text = report.text(of: Self.blocked(3))
    #expect(text.contains("Ask for another statement."))
  }

  @Test(arguments: JUnitProfile.allCases)
  func `makes a case of a shared fragment, and skips what it blocks`(profile: JUnitProfile) {
    let text = JUnitReport(profile: profile).text(of: Self.blocked(3))
    #expect(text.components(separatedBy: "<testcase ").count == 5)
    #expect(text.components(separatedBy: "<skipped ").count == 4)
    #expect(text.components(separatedBy: "<failure ").count == 2)
    #expect(text.contains("name=\"access-token\""))
    #expect(text.contains("Shared fragments of Suites/fragments.yaml"))
    #expect(text.contains("blocked: the preparation &apos;access-token&apos; failed"))
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
    #expect(texts.map(\.isEmpty) == [false, false, true, true, true] && log.failed == 5)
    #expect(log.rest.rendered.contains("3 more"))
  }

  @Test func `counts a failed preflight, and leaves it to the summary`() {
    let (texts, log) = Self.printed(
      Self.run([[Step(findings: [Self.missing("/a")])], [Step(line: 90)]]), isPreflight: true)
    #expect(!texts.contains { !$0.isEmpty })
    #expect(log.failed == 1 && log.rest.isEmpty)
  }
}
