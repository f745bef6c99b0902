// SPDX-License-Identifier: Apache-2.0
// Tests of the score of a self-test.

import JSON
import Results
import SourceText
import Testing

@Suite struct SharpnessTests {
  typealias Small = SmallRecords

  @Test(arguments: [
    (1, "100.00 %"), (0.99996, "99.99 %"), (0.9731, "97.31 %"), (0.5, "50.00 %"), (0, "0.00 %"),
    (0.0925, "9.25 %"), (0.0109, "1.09 %"),
  ])
  func `is never shown better than it is`(fraction: Double, text: String) {
    #expect(MutantTally.percent(fraction) == text)
  }

  @Test(arguments: [
    (MutantTally(), 1, 0), (MutantTally(all: 4, harmless: 4), 1, 0),
    (MutantTally(all: 4, caught: 4), 1, 0), (MutantTally(all: 4, caught: 1, warned: 1), 0.25, 2),
    (MutantTally(all: 4, caught: 1, warned: 1, harmless: 2), 0.5, 0),
  ])
  func `leaves out what is harmless, and does not count what is only warned of`(
    tally: MutantTally, score: Double, survived: Int
  ) {
    #expect(tally.score == score)
    #expect(tally.survived == survived)
  }

  @Test(
    arguments: [
      (0, nil, nil, false), (1, nil, nil, true), (0, "another word", nil, true),
      (0, nil, "no traffic can", true), (1, nil, "no traffic can", false),
      (0, "another word", "no traffic can", false),
    ] as [(Int, String?, String?, Bool)])
  func `shows of a rule that something breaks it alone, or why nothing does`(
    alone: Int, change: String?, untried: String?, isShown: Bool
  ) {
    let rule = RuleTeeth(
      name: "r", location: Small.place, caught: 3, alone: alone, change: change, untried: untried)
    #expect(rule.isShown == isShown)
    #expect(rule.isBrokenAlone == (alone > 0 || change != nil))
  }

  static let defects = [
    DefectResult(
      name: "a", requirements: ["R-1", "R-2"], isCaught: true, scenarios: ["s"],
      blamed: ["R-2", "R-3"]),
    DefectResult(
      name: "b", requirements: ["R-1"], isCaught: true, scenarios: ["s"], blamed: ["R-3"]),
    DefectResult(
      name: "c", requirements: ["R-1"], isCaught: false, scenarios: [], blamed: ["R-1"],
      remark: "nobody tried"),
  ]

  /// Every member has a value that is not its default.
  static let full: Sharpness = {
    var sharpness = Sharpness(
      target: "reference", suites: [.init(file: "a.yaml", digest: "00")], share: 0.25, seed: 7)
    sharpness.mutants = MutantTally(all: 10, caught: 4, warned: 3, harmless: 2)
    sharpness.survivors = [
      Survivor(
        location: Small.place, scenario: "s", step: "t", place: "/a", mutation: "removed",
        summary: "nobody notices", requirement: "R-1", suggestion: "a: !string {}"),
      Survivor(
        location: Small.place, scenario: "s", step: "t", place: "/b", mutation: "null",
        summary: "nobody notices"),
    ]
    sharpness.defects = defects
    sharpness.requirementsWithoutDefect = ["R-9"]
    sharpness.variants = [
      VariantResult(name: "right", failed: []),
      VariantResult(name: "odd", failed: ["s"], alarms: ["it is odd"]),
    ]
    sharpness.recordings = RecordingSharpness(
      tally: MutantTally(all: 6, caught: 3, harmless: 1),
      survivors: [
        RecordingSurvivor(
          recording: "a.har", entry: 3, label: "its scenario", exchange: "token", status: 200,
          place: "header accept", mutation: "doubled", summary: "nobody notices")
      ],
      rules: [
        RuleTeeth(
          name: "r", location: Small.place, caught: 5, alone: 1, change: "c", others: ["o"],
          untried: "u")
      ], problem: "none")
    return sharpness
  }()

  @Test func `reads what it wrote`() throws {
    #expect(try Sharpness(Self.full.json) == Self.full)
    let empty = Sharpness(target: "t", suites: [], share: 1, seed: 1)
    #expect(try Sharpness(empty.json) == empty)
    #expect(Self.full.json["score"]?.number?.literal == "0.5")
  }

  @Test(
    arguments: [
      ("format", 2, RecordError(.unknownValue("2", expected: "1"), at: "/format")),
      (
        "share", 2,
        RecordError(.unknownValue("2.0", expected: "a number from 0 to 1"), at: "/share")
      ),
      (
        "share", -1,
        RecordError(.unknownValue("-1.0", expected: "a number from 0 to 1"), at: "/share")
      ),
      (
        "mutants", 8,
        RecordError(
          .unknownValue("8", expected: "at least what became of them"), at: "/mutants")
      ),
      (
        "caught", -1,
        RecordError(.unknownValue("-1", expected: "a number from 0 to 1000000000"), at: "/caught")
      ),
      (
        "caught", 1_000_000_001,
        RecordError(
          .unknownValue("1000000001", expected: "a number from 0 to 1000000000"), at: "/caught")
      ),
    ] as [(String, Int, RecordError)])
  func `refuses numbers that can't be`(name: String, number: Int, error: RecordError) throws {
    var object = try #require(Self.full.json.object)
    object[name] = .integer(number)
    #expect(throws: error) { try Sharpness(.object(object)) }
  }

  @Test(arguments: [("share", 0), ("share", 1), ("mutants", 9)])
  func `takes the least and the greatest`(name: String, number: Int) throws {
    var object = try #require(Self.full.json.object)
    object[name] = .integer(number)
    #expect(throws: Never.self) { try Sharpness(.object(object)) }
  }

  @Test func `counts in a report what was caught, blamed rightly and failed`() {
    let record = SharpnessRecord(
      Self.full, suites: [("a.yaml", "00"), ("b.yaml", "01"), ("elsewhere/a.yaml", "00")])
    #expect(
      record
        == SharpnessRecord(
          mutants: Self.full.mutants, defectCount: 3, caughtDefectCount: 2, rightlyBlamedCount: 1,
          variantCount: 2, failedVariantCount: 1, otherFiles: ["b.yaml"]))
  }
}
