// SPDX-License-Identifier: Apache-2.0
// The command line of `sso-selftest`, its score, and the manual of mutations.

import Audit
import Command
import Formats
import Foundation
import Record
import Suites
import Synchronization
import TestSupport
import Testing
import Text

@testable import SelfTest

/// What a command line of `sso-selftest` wrote, and how it ended.
struct CommandLine {
  let status: Command.ExitStatus
  let output: String
  let errors: String

  /// - Parameter words: Without the program's name.
  init(_ words: [String]) {
    let texts = Mutex((output: "", errors: ""))
    let console = Console(
      environment: [SuiteLocation.variable: SharedFolder.project.appending(path: "Suites").path],
      isInteractive: false
    ) { text, isError in
      texts.withLock { texts in
        if isError { texts.errors += text.rendered } else { texts.output += text.rendered }
      }
    }
    status = SelfTestProgram(console: console).run(words)
    (output, errors) = texts.withLock { ($0.output, $0.errors) }
  }
}

struct CommandTests {
  @Test(arguments: [(["--help"], "help-selftest.txt"), (["serve", "--help"], "help-serve.txt")])
  func `explains itself as reviewed`(words: [String], file: String) throws {
    let line = CommandLine(words)
    #expect(line.status == .success)
    try Golden.check(line.output, file)
    #expect(line.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `lists the defects and the variants`() {
    let line = CommandLine(["serve", "--list"])
    #expect(line.status == .success)
    #expect(line.output.contains("\n  register-issued-today\n"))
    #expect(line.output.contains("\n  service-providers-in-lower-case\n"))
  }

  @Test(arguments: [
    (["--defectss"], "error: unknown option '--defectss', did you mean '--defects'?"),
    (
      ["serve", "--defect", "register-issued-toda"],
      "error: --defect does not know 'register-issued-toda', did you mean 'register-issued-today'?"
    ),
  ])
  func `says what is wrong with a command line`(words: [String], message: String) {
    let line = CommandLine(words)
    #expect(line.status == .invalidInput)
    #expect(line.errors.hasPrefix(message), "\(line.errors)")
    #expect(line.errors.contains("usage: sso-selftest "), "\(line.errors)")
  }
}

struct MutationManualTests {
  /// The table of the manual behind a mark.
  private static func table(_ mark: String) throws -> String {
    let manual = SharedFolder.project.appending(path: "Suites/README.md")
    let text = String(decoding: try Data(contentsOf: manual), as: UTF8.self)
    return try #require(
      text.components(separatedBy: "<!-- \(mark) -->").last?
        .components(separatedBy: "<!-- end of \(mark) -->").first)
  }

  @Test func `stands in the manual with each kind`() throws {
    let table = try Self.table("mutations")
    for kind in MutationKind.all where kind.subject != .status {
      let mark = kind.scope == .answer ? "*" : ""
      #expect(table.contains("`\(kind.name)`\(mark) \(kind.summary)"), "\(kind.name)")
    }
    #expect(MutationKind.all.map(\.name) == Freedom.mutationNames)
  }

  @Test func `has a row for each way to change a request`() throws {
    let rows = try Self.table("request mutations").split(separator: "\n")
    for mutation in RequestMutation.allCases {
      let row = rows.first { $0.hasPrefix("| `\(mutation.rawValue)` |") }
      #expect(row?.hasSuffix("| \(mutation.summary) |") == true, "\(mutation.rawValue)")
    }
  }
}

struct MutationScoreTests {
  private static let place = SourceLocation(file: "s.yaml", position: Position(line: 7, column: 5))

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

  /// Every member has a value that is not its default.
  static let full: MutationScore = {
    var score = MutationScore(
      target: "reference", suites: [.init(file: "a.yaml", digest: "00")], share: 0.25, seed: 7)
    score.mutants = MutantTally(all: 10, caught: 4, warned: 3, harmless: 2)
    score.survivors = [
      Survivor(
        location: place, scenario: "s", step: "t", place: "/a", mutation: "removed",
        summary: "nobody notices", requirement: "R-1", suggestion: "a: !string {}"),
      Survivor(
        location: place, scenario: "s", step: "t", place: "/b", mutation: "null",
        summary: "nobody notices"),
    ]
    score.defects = [
      DefectResult(
        name: "a", requirements: ["R-1", "R-2"], isCaught: true, scenarios: ["s"],
        blamed: ["R-2", "R-3"]),
      DefectResult(
        name: "b", requirements: ["R-1"], isCaught: true, scenarios: ["s"], blamed: ["R-3"]),
      DefectResult(
        name: "c", requirements: ["R-1"], isCaught: false, scenarios: [], blamed: ["R-1"],
        remark: "nobody tried"),
    ]
    score.requirementsWithoutDefect = ["R-9"]
    score.variants = [
      VariantResult(name: "right", failed: []),
      VariantResult(name: "odd", failed: ["s"], alarms: ["it is odd"]),
    ]
    score.recordings = RecordingScore(
      tally: MutantTally(all: 6, caught: 3, harmless: 1),
      survivors: [
        RecordingSurvivor(
          recording: "a.har", entry: 3, label: "its scenario", exchange: "token", status: 200,
          place: "header accept", mutation: "doubled", summary: "nobody notices")
      ], problem: "none")
    return score
  }()

  @Test func `writes all that it measured as JSON`() {
    let json = Self.full.json
    #expect(json["format"] == 1 && json["target"] == "reference" && json["seed"] == 7)
    #expect(json["share"]?.number?.literal == "0.25")
    #expect(json["score"]?.number?.literal == "0.5")
    #expect(json["suites"] == [["file": "a.yaml", "digest": "00"]])
    #expect(json["mutants"] == 10 && json["caught"] == 4 && json["warned"] == 3)
    #expect(json["harmless"] == 2 && json["requirementsWithoutDefect"] == ["R-9"])
    #expect(json["survivors"]?.array?.map { $0["suggestion"] } == ["a: !string {}", nil])
    #expect(json["defects"]?.array?.map { $0["caught"] } == [true, true, false])
    #expect(json["defects"]?.array?.map { $0["remark"] } == [nil, nil, "nobody tried"])
    #expect(json["variants"]?.array?.map { $0["failed"] } == [[], ["s"]])
    #expect(json["recordings"]?["survivors"]?.array?.map { $0["sentBy"] } == ["its scenario"])
    #expect(json["recordings"]?["problem"] == "none" && json["recordings"]?["score"] == nil)
    let empty = MutationScore(target: "t", suites: [], share: 1, seed: 1).json
    #expect(empty["mutants"] == nil && empty["recordings"] == nil && empty["survivors"] == [])
  }
}
