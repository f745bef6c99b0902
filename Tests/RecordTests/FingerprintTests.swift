// SPDX-License-Identifier: Apache-2.0
// What a failing run looks like, by the fingerprints of seeded defects.

import Formats
import Suites
import Testing

@testable import Record

struct FingerprintTests {
  private typealias Small = SmallRecords

  /// A run of scenarios `0`, `1` …, each of which covers some requirements, and fails or not.
  private static func run(_ covers: [(failed: Bool, ids: [String])]) -> RunJudgement {
    let scenarios = covers.enumerated().map { number, item in
      let verdict = item.failed ? Small.failed : .passed
      return Small.scenario(
        verdict, [Small.step(verdict, covers: item.ids.map { Cover(id: $0) })], name: "\(number)",
        planIndex: number + 1)
    }
    let ids = Set(covers.flatMap(\.ids)).sorted()
    return RunJudgement(Small.run(scenarios, requirements: ids.map { Small.requirement($0) }))
  }

  private static func defect(
    _ name: String, _ requirements: [String], _ cases: [Int], blamed: [String]
  ) -> Fingerprints.Defect {
    Fingerprints.Defect(
      name: name, summary: "It is \(name)", requirements: requirements,
      fingerprint: Fingerprint(
        cases: Set(cases.map { "suite › \($0)" }), places: ["GET / status"],
        found: name == "d" ? [] : ["GET / status: 500"], blamed: Set(blamed)))
  }

  private static func breach(_ id: String) -> String {
    "Each failure breaks \(id); whatever else is wrong may follow from that"
  }
  /// Two failures blame both requirements, and both have scenarios that pass.
  private static let unclear = [
    (true, ["A", "B"]), (true, ["A", "B"]), (false, ["A"]), (false, ["B"]),
  ]

  @Test(
    arguments: [
      // Only A shows in all failures and nowhere else.
      (
        [(true, ["A"]), (true, ["A", "B"]), (false, ["B"])],
        [defect("c", ["C"], [0], blamed: [])], breach("A")
      ),
      // Suites of which the defects know nothing.
      ([(true, ["A"])], [defect("a", ["A"], [7], blamed: ["A"])], nil),
      // Nothing tells the two apart.
      (unclear, [], nil), (unclear, [defect("a", ["A"], [7], blamed: ["C"])], nil),
      // One has a defect that breaks the same scenarios.
      (
        unclear, [defect("b", ["B"], [0, 1], blamed: ["A", "B"])], "This looks like “It is b” (B)"
      ),
      // What was found is something else.
      (unclear, [defect("d", ["B"], [0, 1], blamed: ["A", "B"])], breach("B")),
      // Most defects that are blamed on B break something else.
      (unclear, "uvwxyz".map { defect("\($0)", ["C"], [0], blamed: ["B", "C"]) }, breach("A")),
      // Two defects of one requirement look the same, so the requirement is named.
      (unclear, ["b", "c"].map { defect($0, ["B"], [0, 1], blamed: ["A", "B"]) }, breach("B")),
      // Two defects of different requirements look the same.
      (
        unclear, [("a", "A"), ("b", "B")].map { defect($0, [$1], [0, 1], blamed: ["A", "B"]) }, nil
      ),
      // A scenario that the run did not have counts for nothing.
      (
        unclear, [defect("b", ["B"], [0, 1, 8, 9], blamed: ["A", "B"])],
        "This looks like “It is b” (B)"
      ),
      ([(false, ["A"])], [defect("a", ["A"], [0], blamed: ["A"])], nil),
    ] as [([(Bool, [String])], [Fingerprints.Defect], String?)])
  func `names a requirement where one fits clearly`(
    covers: [(Bool, [String])], defects: [Fingerprints.Defect], sentence: String?
  ) {
    let likeness = Fingerprints(defects).likeness(of: Self.run(covers.map { ($0.0, $0.1) }))
    #expect(likeness?.sentence == sentence)
  }

  @Test func `is what failed, and where`() {
    let own = Fingerprint(Self.run(Self.unclear))
    #expect(own.cases == ["suite › 0", "suite › 1"])
    #expect(own.places == ["GET / status"] && own.found == ["GET / status: 500"])
    #expect(own.blamed == ["A", "B"])
  }

  @Test(arguments: [
    "", "{}", #"{"cases": [], "places": [], "defects": [{}]}"#,
    #"{"cases": [], "places": [], "defects": [{"name": "a", "summary": "s"}]}"#,
  ])
  func `refuses another text`(text: String) { #expect(Fingerprints(Array(text.utf8)) == nil) }

  @Test func `passes over numbers that mean nothing`() {
    let text =
      #"{"cases": ["c"], "places": [], "defects": [{"name": "a", "summary": "s", "breaks": [], "#
      + #""blamed": [], "cases": "0 3-1 7 x 0-9", "places": "9"}]}"#
    #expect(Fingerprints(Array(text.utf8))?.defects.first?.fingerprint.cases == ["c"])
  }
}
