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
