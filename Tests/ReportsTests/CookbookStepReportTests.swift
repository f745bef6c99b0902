// SPDX-License-Identifier: Apache-2.0
// Tests of what reports say of the step of a cookbook in which a failure was met.

import Suites
import Testing

@testable import Record
@testable import Reports

struct CookbookStepReportTests {
  /// A run in which the second step of a cookbook failed.
  private static func run(_ steps: [CookbookStep]) -> RunRecord {
    var step = SampleRecords.request("Ask for it", 9, verdict: SampleRecords.findings(1))
    step.cookbookSteps = steps
    var record = SampleRecords.run(of: step)
    let phase = Catalogue.Phase(
      id: "C", title: "c", requirements: [],
      steps: [Catalogue.Step(number: "C5", title: "Ask the service", requirements: [])])
    record.catalogues = [
      Catalogue(cookbook: "apple-sso-rest-api-v2", revision: "1", phases: [phase])
    ]
    return record
  }
  private static let own = CookbookStep(cookbook: "apple-sso-rest-api-v2", number: "C5")
  private static let other = CookbookStep(cookbook: "rest-api-v2", number: "A1")

  @Test(
    arguments: [
      ([own, other], "step C5, Ask the service"), ([other, own], "step A1"), ([], nil),
    ] as [([CookbookStep], String?)])
  func `names the first step of the cookbook`(steps: [CookbookStep], expected: String?) throws {
    let run = RunJudgement(Self.run(steps))
    let group = try #require(IncidentGroup.failures(of: run).first)
    #expect(group.incident.cookbookStep(in: run) == expected)
    #expect(
      group.situation(in: run) == (expected.map { "\($0): 'Ask for it'" } ?? "'Ask for it'"))
  }

  /// The requirement that breaks stands in the step that was asked, in the answer to it, or in a later
  /// step, which the one that was asked shows.
  @Test(arguments: [
    ("C5", "step C5, Ask the service"), ("C6", "step C5, Ask the service"),
    ("E2", "step C5, Ask the service; step E2 demands it"),
  ])
  func `names the step whose demand is broken`(number: String, expected: String) throws {
    var record = Self.run([Self.own])
    record.suites[0].scenarios[0].steps[0].covers = ["V2-A1-01"]
    record.catalogues = [Self.catalogue(demandingIn: number)]
    let run = RunJudgement(record)
    let incident = try #require(IncidentGroup.failures(of: run).first?.incident)
    #expect(incident.cookbookStep(in: run) == expected)
  }

  @Test func `takes the step that a used one names`() throws {
    var record = Self.run([])
    let inner = Self.run([Self.own]).suites[0].scenarios[0].steps[0]
    record.suites[0].scenarios[0].steps[0].steps = [inner]
    record.suites[0].scenarios[0].steps[0].steps[0].verdict = .passed
    let run = RunJudgement(record)
    let incident = try #require(IncidentGroup.failures(of: run).first?.incident)
    #expect(incident.cookbookStep(in: run) == "step C5, Ask the service")
  }

  /// A catalogue of three steps, one of which has a requirement.
  private static func catalogue(demandingIn number: String) -> Catalogue {
    let known = SampleRecords.catalogue.phases[0].requirements
    let steps = [("C5", "Ask the service"), ("C6", "Answer"), ("D1", "Play"), ("E2", "End")].map {
      Catalogue.Step(number: $0, title: $1, requirements: $0 == number ? known.map(\.id) : [])
    }
    return Catalogue(
      cookbook: "apple-sso-rest-api-v2", revision: "1",
      phases: [Catalogue.Phase(id: "C", title: "c", requirements: known, steps: steps)])
  }

  @Test func `is in every report of a failure`() {
    let record = Self.run([Self.own])
    let words = "step C5, Ask the service"
    #expect(TerminalReport(hasColour: false).text(of: record).contains("cookbook  \(words)\n"))
    #expect(MarkdownReport().text(of: record).contains("**When:** \(words): 'Ask for it'"))
    #expect(HTMLReport().text(of: record).contains("<p>When: \(words): "))
    #expect(JUnitReport().text(of: record).contains("cookbook: \(words)\n"))
  }

  @Test func `is a property of the case`() {
    let record = Self.run([Self.own, Self.other])
    #expect(
      JUnitReport().text(of: record).contains(
        "[[PROPERTY|cookbook-step=C5]]\n[[PROPERTY|cookbook-step=rest-api-v2/A1]]\n"))
    #expect(
      JUnitReport(profile: .rich).text(of: record).contains(
        #"<property name="cookbook-step" value="C5"/>"#))
  }
}

struct WalkReportTests {
  private static func step(_ number: String, _ verdict: Verdict, _ name: String) -> StepRecord {
    var step = SampleRecords.request(name, 9, verdict: verdict)
    step.cookbookSteps = [CookbookStep(cookbook: "apple-sso-rest-api-v2", number: number)]
    if number == "A1" { step.covers = ["V2-A1-01"] }
    if number == "C5" {
      step.cookbookSteps.append(CookbookStep(cookbook: "apple-sso-rest-api-v2", number: "C6"))
    }
    return step
  }

  /// A walk through three steps of a cookbook, of which one is not reached.
  private static func run(
    _ verdict: Verdict, isWalk: Bool = true, title: String = "Play"
  ) -> RunRecord {
    let scenario = SampleRecords.scenario(
      "straight", 1, verdict,
      steps: [
        step("A1", .passed, "Register"), step("C5", verdict, "Ask the service"),
        step("D7", verdict == .passed ? .passed : .notReached, "Play"),
      ])
    var suite = SampleRecords.suite([scenario])
    suite.phase = nil
    suite.isWalk = isWalk
    var record = SampleRecords.run([suite])
    let known = SampleRecords.catalogue.phases[0].requirements
    let phase = Catalogue.Phase(
      id: "C", title: "c", requirements: known,
      steps: [
        Catalogue.Step(number: "A1", title: "Register", requirements: known.map(\.id)),
        Catalogue.Step(number: "C5", title: "Ask the service", requirements: []),
        Catalogue.Step(number: "C6", title: "Answer", requirements: []),
        Catalogue.Step(number: "D7", title: title, requirements: []),
        Catalogue.Step(number: "X1", title: "Scope", requirements: [], isUnwalked: true),
        Catalogue.Step(
          number: "X2", title: "Headers", requirements: known.map(\.id), isUnwalked: true),
      ])
    record.catalogues = [
      Catalogue(cookbook: "apple-sso-rest-api-v2", revision: "1", phases: [phase])
    ]
    record.selection = SelectionRecord(selected: 1, total: 1)
    record.selection?.isWalk = true
    return record
  }

  @Test func `tells the verdict of each step, under each of its numbers`() throws {
    let run = RunJudgement(Self.run(SampleRecords.findings(1)))
    let table = try #require(WalkTable.all(run).first)
    #expect(table.rows.map(\.number) == ["A1", "C5", "C6", "D7"])
    #expect(table.rows.map(\.words) == ["passed", "failed", "failed", "not reached"])
    let screen = TerminalReport(hasColour: false, columns: 80).text(of: run.observed)
    #expect(
      screen.contains(
        """
        The walk through apple-sso-rest-api-v2:
          A1  passed       Register
          C5  failed       Ask the service
          C6  failed       Answer
          D7  not reached  Play

        """))
  }

  @Test func `fails the step whose demand another one shows to be broken`() throws {
    var record = Self.run(SampleRecords.findings(1))
    record.suites[0].scenarios[0].steps[1].covers = ["V2-A1-01"]
    record.suites[0].scenarios[0].steps[2].verdict = .passed
    let known = record.catalogues[0].phases[0].requirements
    let phase = Catalogue.Phase(
      id: "C", title: "c", requirements: known,
      steps: record.catalogues[0].steps.map {
        Catalogue.Step(
          number: $0.number, title: $0.title,
          requirements: $0.number == "D7" ? known.map(\.id) : [], isUnwalked: $0.isUnwalked)
      })
    record.catalogues = [
      Catalogue(cookbook: "apple-sso-rest-api-v2", revision: "1", phases: [phase])
    ]
    let table = try #require(WalkTable.all(RunJudgement(record)).first)
    #expect(table.rows.map(\.words) == ["visited", "failed", "failed", "failed"])
  }

  /// A step of which the walk shows no requirement is not passed. Titles stand whole, and steps that no
  /// walk visits are named if they bind a side.
  @Test(arguments: [
    (100, "  C5  visited  Ask the service\n"), (40, "  C5  visited  Ask the service\n"),
    (100, "  not walked: X2; see the certificate\n"), (100, "\nvisited: the walk goes through"),
  ])
  func `tells visited steps, and those that are not walked`(columns: Int, expected: String) {
    let screen = TerminalReport(hasColour: false, columns: columns).text(of: Self.run(.passed))
    #expect(screen.contains(expected), "\(screen)")
    #expect(screen.contains("  A1  passed   Register\n"), "\(screen)")
  }

  @Test func `breaks a title that a narrow terminal has no room for`() {
    let title = "Retrieve the authorization decision for a resource"
    let screen = TerminalReport(hasColour: false, columns: 44)
      .text(of: Self.run(.passed, title: title))
    #expect(
      screen.contains(
        """
          D7  visited  Retrieve the authorization
                       decision for a resource

        """), "\(screen)")
  }

  @Test func `is partial, though all that there is was run`() {
    #expect(RunJudgement(Self.run(.passed)).outcome.kind == .partial)
  }

  @Test func `is a class with a case for each step of the walk`() {
    let text = JUnitReport().text(of: Self.run(SampleRecords.findings(1)))
    for name in ["A1 Register", "C5 Ask the service", "D7 Play"] {
      #expect(text.contains("<testcase name=\"\(name)\" classname=\"apple-sso-rest-api-v2.walk\""))
    }
    #expect(text.contains("tests=\"3\" failures=\"1\""))
    #expect(!text.contains("name=\"straight\""))
  }

  @Test func `has a case for a scenario that was not run at all`() {
    var record = Self.run(.passed)
    record.suites[0].scenarios.append(
      SampleRecords.scenario("with a login", 2, .skipped(because: "no login"), steps: []))
    #expect(JUnitReport().text(of: record).contains("<testcase name=\"with a login\""))
  }

  @Test func `stands in the certificate with what shows each step`() {
    let text = MarkdownReport().text(of: Self.run(.passed))
    #expect(text.contains("## Steps of apple-sso-rest-api-v2, revision 1\n"))
    #expect(text.contains("| step | title | service | application | framework |\n"))
    #expect(text.contains("| A1 | Register | passed, audit |  |  |\n"), "\(text)")
    #expect(text.contains("| D7 | Play |  |  |  |\n"))
    #expect(!text.contains("| X1 |"))
  }

  /// The column goes by the side that is bound, whatever shows the requirement.
  @Test(
    arguments: [
      (
        [("application", [.framework]), ("application", [.application])],
        "|  | audit, framework log |  |"
      ),
      (
        [("application", [.framework]), ("application", [.outside])],
        "|  | framework log, attestation |  |"
      ),
      ([("framework", [.service]), ("service", [.outside])], "| attestation |  | passed |"),
      ([("application", [.service]), ("application", [.application])], "|  | passed, audit |  |"),
      ([("service", [])], "|  |  |  |"),
    ] as [([(subject: String, shownBy: Set<Requirement.Witness>)], String)])
  func `has a column for each side that is bound`(
    bound: [(subject: String, shownBy: Set<Requirement.Witness>)], cells: String
  ) {
    let text = Self.certificate(bound, .passed)
    #expect(text.contains("| A1 | Register \(cells)\n"), "\(text)")
  }

  @Test(arguments: [
    (Verdict.passed, true, "| 1 warned |  |  |"),
    (SampleRecords.findings(1), false, "| **failed** |  |  |"),
    (.notReached, false, "| 1 of 1 not shown |  |  |"),
  ])
  func `tells what a run says of the service`(
    verdict: Verdict, isWarned: Bool, cells: String
  ) {
    let text = Self.certificate([("service", [.service])], verdict, isWarned: isWarned)
    #expect(text.contains("| A1 | Register \(cells)\n"), "\(text)")
  }

  /// The certificate of a run that covers the requirements of a step, which bind the given sides.
  private static func certificate(
    _ bound: [(subject: String, shownBy: Set<Requirement.Witness>)], _ verdict: Verdict,
    isWarned: Bool = false
  ) -> String {
    let requirements = bound.enumerated().map { index, side in
      Requirement(
        id: "R-A1-0\(index)", level: .must, subject: side.subject, text: "It holds.",
        shownBy: side.shownBy, endpoint: nil, source: "", ambiguity: nil, step: "Register")
    }
    var record = run(.passed)
    let phase = Catalogue.Phase(
      id: "A", title: "a", requirements: requirements,
      steps: [
        Catalogue.Step(number: "A1", title: "Register", requirements: requirements.map(\.id))
      ])
    record.catalogues = [
      Catalogue(cookbook: "apple-sso-rest-api-v2", revision: "1", phases: [phase])
    ]
    record.suites[0].scenarios[0].verdict = verdict
    record.suites[0].scenarios[0].steps[0].verdict = verdict
    record.suites[0].scenarios[0].steps[0].warnings =
      isWarned ? [SampleRecords.finding("/m", 9, "1", "2")] : []
    record.suites[0].scenarios[0].steps[0].covers =
      requirements
      .filter { $0.shownBy.contains(.service) }.map { Cover(id: $0.id) }
    return MarkdownReport().text(of: record)
  }
}
