// SPDX-License-Identifier: Apache-2.0
// Tests of what is told of a requirement.

import Expectations
import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct ExplanationTests {
  private static func requirement(
    _ shownBy: Set<Requirement.Witness>, of subject: String, excuse: String?, unrecorded: String?
  ) -> Requirement {
    Requirement(
      id: "V2-C1-01", level: .must, subject: subject, text: "t", shownBy: shownBy, endpoint: nil,
      source: "", ambiguity: nil, step: "s", excuse: excuse, unrecorded: unrecorded)
  }

  private static func explained(
    _ requirement: Requirement, proofs: Int = 0, breaks: Int = 0, advice: Int = 0
  ) -> Explanation {
    var knowledge = RequirementKnowledge()
    knowledge.proofs = (0..<proofs).map { Explanation.Item("proof \($0)") }
    knowledge.breaks = (0..<breaks).map { Explanation.Item("break \($0)") }
    knowledge.advice = (0..<advice).map { "advice \($0)" }
    return Explanation(of: requirement, in: SampleRecords.catalogue, knowledge)
  }

  @Test(arguments: [(8, 8, 6, 0), (9, 9, 7, 1), (10, 10, 8, 2)])
  func `tells so many proofs, defects and pieces of advice`(
    proofs: Int, breaks: Int, advice: Int, more: Int
  ) {
    let requirement = SampleRecords.requirement("V2-C1-01", .must, "It does.")
    let text = Self.explained(requirement, proofs: proofs, breaks: breaks, advice: advice).markdown
    #expect(text.ranges(of: "- proof ").count == 8 && text.ranges(of: "- break ").count == 8)
    #expect(text.ranges(of: "- advice ").count == 6)
    #expect(text.ranges(of: "- and \(more) more").count == (more == 0 ? 0 : 3))
  }

  @Test(
    arguments: [
      ([.service], nil, nil, "It is shown by a run of the suites against the service."),
      ([.service], "it can't", nil, "service. No suite can prove it: it can't."),
      (
        [.application, .framework], nil, nil,
        "It is shown by an audit of the application's traffic or by a log of framework calls."
      ),
      ([.framework], nil, "it is so.", "It is shown by a log of framework calls. It is so.\n"),
      ([.outside], nil, "so", "It is shown outside of traffic, attested by people. So."),
      ([], nil, "so", "It binds no side. So."), ([], "why", nil, "It binds no side. Why."),
      ([], nil, nil, "It binds no side. It is a fact, or what no test can break."),
    ] as [(Set<Requirement.Witness>, String?, String?, String)])
  func `says whom a requirement binds, and what shows it`(
    shownBy: Set<Requirement.Witness>, excuse: String?, unrecorded: String?, sentence: String
  ) {
    for (subject, party) in [
      ("service", "It binds the service."), ("application", "It binds the application."),
      ("framework", "It binds the partner's framework."), ("MVPD", "It binds MVPD."),
    ] {
      let requirement = Self.requirement(
        shownBy, of: subject, excuse: excuse, unrecorded: unrecorded)
      let text = Self.explained(requirement, breaks: 1).markdown
      #expect(text.contains("\(party) ") != shownBy.isEmpty)
      #expect(text.contains(sentence))
      #expect(text.contains("How services break it") == (subject == "service"))
    }
  }

  @Test(arguments: [("GET /a", true), ("*", false)])
  func `names the request that a requirement is about, unless it is any`(
    endpoint: String, isNamed: Bool
  ) {
    let requirement = Requirement(
      id: "V2-C1-01", level: .should, subject: "service", text: "t",
      shownBy: [.service], endpoint: endpoint, source: "workflow 3", ambiguity: "AMB-07",
      step: "s", places: ["status", "$.a"].compactMap { try? PlacePattern($0) })
    let text = Self.explained(requirement).printed(width: 200).rendered
    #expect(text.contains("  - \(endpoint)\n") == isNamed)
    #expect(text.contains("should: a breach is a warning, and fails a run only with --strict."))
    #expect(text.contains("  The cookbook, workflow 3\n"))
    #expect(text.contains("  AMB-07: Times are numbers or texts."))
    #expect(text.contains("It shows at `status` and `$.a`."))
    #expect(text.contains("  - Phase C, Partner authentication: “s”\n"))
  }

  @Test(arguments: [(17, ["a (matcher): bb", "cc"]), (18, ["a (matcher): bb cc"])])
  func `breaks lines between words where they are full`(width: Int, lines: [String]) {
    let text = Explanation(.matcher, "a", "bb cc", []).printed(width: width).rendered
    #expect(text.split(separator: "\n").map(String.init) == lines)
  }
}
