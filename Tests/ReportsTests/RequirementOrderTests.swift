// SPDX-License-Identifier: Apache-2.0
// Tests of which requirement an entry names first.

import Expectations
import Record
import Suites
import Testing

@testable import Reports

struct RequirementOrderTests {
  typealias Step = CauseTests.Step

  /// `MAP` is about all profiles, `TIME`, `ADVICE` and `CHOICE` about a member of each, `NAME` about
  /// another; `LIST` has the statuses that may come; `REFUSAL` is about every call, `A` and `B` about one; `ALL` shows in the whole answer.
  private static let requirements: [Requirement] = [
    requirement("MAP", .must, ["status", "$.profiles"]),
    requirement("TIME", .must, ["$.profiles[*].notBefore"]),
    requirement("ADVICE", .should, ["$.profiles[*].notBefore"]),
    requirement("CHOICE", .may, ["$.profiles[*].notBefore"]),
    requirement("LIST", .must, ["status"], text: "It is 200 or 401."),
    requirement("NAME", .must, ["$.profiles[*].name"]),
    requirement("REFUSAL", .must, ["status"], endpoint: "*"),
    requirement("A", .must, ["status"], endpoint: "GET /a"),
    requirement("B", .must, ["status"], endpoint: "POST /b | GET /b"),
    requirement("ALL", .must, nil),
  ]

  private static func requirement(
    _ id: String, _ level: Requirement.Level, _ places: [String]?, endpoint: String? = nil,
    text: String = "t"
  ) -> Requirement {
    Requirement(
      id: id, level: level, subject: "service", text: text, shownBy: [.service], endpoint: endpoint,
      source: "", ambiguity: nil, step: "s",
      places: places.map { $0.compactMap { try? PlacePattern($0) } })
  }

  /// Steps, with `|` between those of different scenarios: `/a TIME MAP lacks notBefore`, `/a A is
  /// right`, `/a A gets 200 not 401`.
  static func run(_ text: String) -> RunRecord {
    let scenarios = text.split(separator: " | ").enumerated().map { number, text -> [Step] in
      let words = text.split(separator: " ").map(String.init)
      let verb = words.firstIndex { ["lacks", "gets", "is"].contains($0) } ?? 0
      var step = Step(line: 20 + number, route: "GET \(words[0])")
      step.covers = words[1..<verb].map { Cover(id: $0) }
      switch words[verb] {
      case "lacks": step.findings = [CauseTests.missing("/profiles/x/\(words[verb + 1])")]
      case "gets":
        step.findings = [CauseTests.finding("status", words[verb + 3], words[verb + 1])]
      default: break
      }
      return [step]
    }
    var record = CauseTests.run(scenarios, shared: [])
    record.catalogues = [
      Catalogue(
        cookbook: "book", revision: "1",
        phases: [Catalogue.Phase(id: "A", title: "Answers", requirements: requirements)],
        kinds: ["$.profiles[*].type"].compactMap { try? PlacePattern($0) })
    ]
    return record
  }

  @Test(arguments: [
    // The requirement at whose place the finding is, at whichever call.
    (
      "/a MAP lacks notBefore | /b TIME lacks notBefore | /c MAP lacks notBefore", ["TIME", "MAP"]
    ),
    // One that binds is before one that only recommends, though that is nearer.
    ("/a ADVICE lacks notBefore | /b MAP lacks notBefore", ["MAP", "ADVICE"]),
    // What is no recommendation is before one that binds and is less near.
    ("/a MAP CHOICE lacks notBefore | /b MAP lacks notBefore", ["CHOICE", "MAP"]),
    // One whose sentence allows what came is not why.
    ("/a LIST A gets 200 not 401 | /b LIST gets 200 not 401", ["A", "LIST"]),
    // The one that was never held.
    ("/a A B gets 200 not 401 | /c A is right | /d A is right", ["B", "A"]),
    (
      "/a REFUSAL ALL gets 200 not 401 | /b REFUSAL is right | /c REFUSAL is right",
      ["ALL", "REFUSAL"]
    ),
    // The one that is broken in several steps, though it is held elsewhere and has a place.
    (
      "/a TIME lacks notBefore | /b ALL lacks notBefore | /c ALL lacks notBefore | /d ALL is right",
      ["ALL", "TIME"]
    ),
    // The one whose endpoint is the call, or every call.
    ("/a B A gets 200 not 401", ["A", "B"]),
    ("/b A REFUSAL B gets 200 not 401", ["B", "REFUSAL", "A"]),
    // What was tried before is not why a call breaks down.
    ("/a A REFUSAL gets 500 not 200 | /a REFUSAL gets 500 not 200", ["A", "REFUSAL"]),
    ("/a A REFUSAL gets 200 not 401 | /a REFUSAL gets 200 not 401", ["REFUSAL", "A"]),
    // Else the order of the step.
    ("/c B A gets 200 not 401", ["B", "A"]), ("/c A B gets 200 not 401", ["A", "B"]),
  ])
  func `names first what the finding is about`(steps: String, ids: [String]) throws {
    let entry = try #require(CauseTests.entries(Self.run(steps)).first)
    #expect(entry.covers == ids)
    #expect(entry.calls.first == entry.incident.step?.route)
  }

  /// What every call has to refuse is one thing if several do not; of one call alone it is that call's.
  @Test(arguments: [
    (
      "/a REFUSAL A gets 200 not 401 | /b REFUSAL B gets 200 not 401",
      [["REFUSAL", "A", "B"]], ["GET /a", "GET /b"]
    ),
    (
      "/a REFUSAL A gets 200 not 401 | /b REFUSAL B is right | /c REFUSAL B is right",
      [["A", "REFUSAL"]], ["GET /a"]
    ),
    // Without such a requirement they are two.
    (
      "/a A gets 200 not 401 | /b B gets 200 not 401", [["A"], ["B"]], ["GET /a"]
    ),
  ])
  func `makes one entry of what every call has to refuse`(
    steps: String, ids: [[String]], calls: [String]
  ) throws {
    let entries = CauseTests.entries(Self.run(steps))
    #expect(entries.map(\.covers) == ids)
    #expect(entries.first?.calls == calls)
  }

  /// The catalogue says that the type of a profile tells one answer from another.
  @Test(arguments: [
    ("/a MAP lacks name | /b MAP lacks name | /c MAP lacks type", ["type", "name"]),
    ("/a MAP lacks name | /b MAP lacks name | /c MAP lacks notBefore", ["name", "notBefore"]),
    ("/a MAP lacks name | /b MAP lacks name | /c ALL lacks type", ["name", "type"]),
  ])
  func `puts another answer before what is wrong in it`(steps: String, members: [String]) {
    let entries = CauseTests.entries(Self.run(steps))
    #expect(
      entries.map { $0.findings[0].place.description } == members.map { "/profiles/x/\($0)" })
  }
}
