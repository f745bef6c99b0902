// SPDX-License-Identifier: Apache-2.0
// `sso-selftest` over small suites, against the embedded reference service.

import Command
import Formats
import Foundation
import Record
import TestSupport
import Testing
import Text

@testable import SelfTest

struct SelfTestTests {
  /// A suite that judges little: of a registration the status and `client_id`, of a token that it
  /// comes from the client that asked.
  private static let suite = """
    suite: Small
    secrets: [id, secret, token]
    fragments:
      - fragment: client
        gives: [id, secret]
        steps:
          - step: Register
            request:
              POST: /o/client/register
              json: {software_statement: "${software_statement}"}
            save: {id: $.client_id, secret: $.client_secret}
            expect:
              status: 201
              json: {client_id: !string {}}
    scenarios:
      - scenario: A token
        steps:
          - use: client
          - step: Get a token
            request:
              POST: /o/client/token
              form: {client_id: "${id}", client_secret: "${secret}", grant_type: client_credentials}
            save: {token: $.access_token}
            expect: {status: 201, EXPECTED}
          - step: Retrieve the configuration
            request:
              GET: /api/v2/${service_provider}/configuration
              headers: {Authorization: "Bearer ${token}"}
            save: {name: $.requestor.name}
            expect: {status: 200}
          - step: Retrieve it again
            request:
              GET: /api/v2/${service_provider}/configuration
              headers: {Authorization: "Bearer ${token}"}
            expect:
              status: 200
              json: {requestor: {name: "${name}", mvpds: !array {}}}
      - scenario: Another client
        steps:
          - use: client
            expect: {json: {id: !string {}}}

    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a self-test of the suite.
  ///
  /// - Parameter expected: What the step that gets a token expects besides its status.
  private func selfTest(
    _ words: [String] = [],
    expected: String = "headers: {Content-Type: !media-type application/json}"
  ) throws -> (line: CommandLine, score: JSONValue) {
    let path = try folder.write(Self.suite.replacing("EXPECTED", with: expected), to: "small.yaml")
    let file = folder.url.appending(path: "score.json").path
    let line = CommandLine([path, "--json", file] + words)
    let bytes = FileManager.default.contents(atPath: file).map { Array($0) } ?? []
    return (line, (try? JSONParser.document(bytes).root) ?? .null)
  }

  /// The suite as it is, with suggestions: one run for all tests that only look at it.
  private static let plain = Result { try SelfTestTests().selfTest(["--suggest"]) }

  private static func survivors(_ score: JSONValue) -> [JSONValue] {
    score["survivors"]?.array ?? []
  }

  private static func survivor(
    _ score: JSONValue, _ place: String, _ mutation: String, step: String
  ) -> JSONValue? {
    survivors(score).first {
      $0["place"]?.string == place && $0["mutation"]?.string == mutation
        && $0["step"]?.string == step
    }
  }

  @Test func `names what would go unnoticed at its step`() throws {
    let (line, score) = try Self.plain.get()
    #expect(line.status == .success, "\(line.errors)")
    let survivor = try #require(Self.survivor(score, "/expires_in", "removed", step: "Get a token"))
    #expect(survivor["line"] == 19)
    #expect(survivor["scenario"] == "A token")
    #expect(line.output.contains("small.yaml:19:"), "\(line.output)")
    #expect(line.output.contains("/expires_in is missing"), "\(line.output)")
    #expect(
      Self.survivor(score, "header Content-Type", "header-removed", step: "Get a token") == nil)
    #expect(Self.survivor(score, "status", "status-200", step: "Get a token") == nil)
    // A later request sends the one, and a later step compares the other.
    #expect(Self.survivor(score, "/access_token", "altered", step: "Get a token") == nil)
    #expect(
      Self.survivor(score, "/requestor/name", "altered", step: "Retrieve the configuration") == nil)
  }

  @Test func `counts the step of a fragment once, and judges each of its uses`() throws {
    let (_, score) = try Self.plain.get()
    let register = Self.survivors(score).filter { $0["step"] == "Register" }
    let keys = register.map { "\($0["place"]?.string ?? "") \($0["mutation"]?.string ?? "")" }
    #expect(!keys.isEmpty)
    #expect(Set(keys).count == keys.count)
    // One of the users expects a string.
    #expect(Self.survivor(score, "/client_id", "retyped", step: "Register") == nil)
  }

  @Test func `suggests an expectation that catches a survivor when it is pasted`() throws {
    let (_, score) = try Self.plain.get()
    let survivor = try #require(Self.survivor(score, "/expires_in", "removed", step: "Get a token"))
    let suggestion = try #require(survivor["suggestion"]?.string)
    #expect(suggestion == "json: {expires_in: !integer {}}")
    let (_, again) = try selfTest(
      expected: "headers: {Content-Type: !media-type application/json}, \(suggestion)")
    #expect(Self.survivor(again, "/expires_in", "removed", step: "Get a token") == nil)
    #expect(Self.survivors(again).count < Self.survivors(score).count)
  }

  @Test func `computes the score from what it counted`() throws {
    let (_, score) = try Self.plain.get()
    func count(_ name: String) throws -> Int { try #require(score[name]?.number?.integer) }
    let (all, caught, harmless) = (try count("mutants"), try count("caught"), try count("harmless"))
    #expect(all - caught - harmless - (try count("warned")) == Self.survivors(score).count)
    let expected = Double(caught) / Double(all - harmless)
    #expect(abs((score["score"]?.number?.double ?? 0) - expected) < 0.0001)
  }

  @Test func `chooses the same share for the same seed`() throws {
    func keys(_ seed: String) throws -> [String] {
      let (_, score) = try selfTest(["--share", "30", "--seed", seed])
      return Self.survivors(score).map {
        "\($0["step"]?.string ?? "") \($0["place"]?.string ?? "") \($0["mutation"]?.string ?? "")"
      }
    }
    let first = try keys("7")
    #expect(try keys("7") == first)
    #expect(try keys("8") != first)
    #expect(first.count < Self.survivors(try Self.plain.get().score).count / 2)
  }

  @Test func `fails below the score that is asked for or recorded`() throws {
    #expect(try selfTest(["--at-least", "0"]).line.status == .success)
    #expect(try selfTest(["--at-least", "1"]).line.status == .notConformant)
    let suites = folder.url.path
    #expect(CommandLine([suites]).status == .success)
    try folder.write(#"{"score": 0.99}"#, to: "selftest.json")
    #expect(CommandLine([suites]).status == .notConformant)
    try folder.write(#"{"score": 7}"#, to: "selftest.json")
    #expect(CommandLine([suites]).status == .invalidInput)
  }

  @Test func `measures nothing where the suites do not pass`() throws {
    let (line, score) = try selfTest(expected: "json: {expires_in: no number}")
    #expect(line.status == .notConformant)
    #expect(line.errors.contains("do not pass"), "\(line.errors)")
    #expect(score == .null)
  }

  @Test(arguments: [
    (["--share", "0"], "nothing would be judged"), (["--share", "200"], "from 0 to 100"),
    (["--seed", "x"], "--seed"), (["--at-least", "2"], "from 0 to 1"),
  ])
  func `refuses a value that makes no sense`(words: [String], message: String) throws {
    let (line, _) = try selfTest(words)
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains(message), "\(line.errors)")
  }

  @Test func `lets a catalogue call mutations harmless`() throws {
    let catalogue = """
      {"cookbook": "small", "revision": "1", "phases": [{"id": "A", "title": "All", "steps": []}],
       "freedoms": [
        {"text": "A lifetime may be missing.", "source": "none", "routes": ["POST /o/client/{what}"],
         "statuses": [201], "places": ["$.expires_in"], "mutations": ["removed"]}]}
      """
    let suite = Self.suite.replacing("EXPECTED", with: "json: {access_token: !string {}}")
      .replacing("secrets:", with: "cookbook: small\nphase: A\nsecrets:")
    let path = try folder.write(suite, to: "small.yaml")
    try folder.write(catalogue, to: "cookbooks/small.json")
    let right = CommandLine([path])
    #expect(right.status == .success, "\(right.errors)")
    #expect(!right.output.contains("/expires_in is missing"))
    #expect(right.output.contains("/expires_in is null"))
  }

  @Test func `shows no value of an answer`() throws {
    let (line, score) = try Self.plain.get()
    let text = line.output + JSONWriter.text(score)
    // What the reference service has, and the suite does not name.
    for value in ["Cablevision", "ATTOTT", "Dish", "127.0.0.1", "bearer"] {
      #expect(!text.contains(value), "\(value)")
    }
  }

  private typealias Measured = (String, @Sendable (inout MutationScore) -> Void, Bool)

  /// What is measured, where the least scores are 0.95 of the suites and 0.9 of the rules; and whether
  /// it holds.
  private static let measured: [Measured] = [
    ("nothing", { _ in }, true),
    ("the least score", { $0.mutants = MutantTally(all: 20, caught: 19) }, true),
    ("less", { $0.mutants = MutantTally(all: 20, caught: 18, warned: 2) }, false),
    (
      "the least score of recordings",
      { $0.recordings = RecordingScore(tally: MutantTally(all: 11, caught: 9, harmless: 1)) },
      true
    ),
    (
      "less of recordings",
      { $0.recordings = RecordingScore(tally: MutantTally(all: 10, caught: 8)) }, false
    ), ("a problem of the recording", { $0.recordings = RecordingScore(problem: "p") }, false),
    ("a requirement without a defect", { $0.requirementsWithoutDefect = ["A-1"] }, false),
    ("a right variant", { $0.variants = [VariantResult(name: "v", failed: [])] }, true),
    (
      "a false alarm of the second variant",
      { $0.variants = ["v", "w"].map { VariantResult(name: $0, failed: $0 == "v" ? [] : ["s"]) } },
      false
    ),
    ("a defect that is not caught", { $0.defects = [defect([], isCaught: false)] }, false),
    ("a defect with its requirement", { $0.defects = [defect(["A"])] }, true),
    ("a defect with its and another one", { $0.defects = [defect(["B", "A"])] }, true),
    ("a defect with another requirement", { $0.defects = [defect(["B"])] }, false),
    ("a defect with no requirement", { $0.defects = [defect([])] }, false),
  ]

  private static func defect(_ blamed: [String], isCaught: Bool = true) -> DefectResult {
    DefectResult(
      name: "d", requirements: ["A"], isCaught: isCaught, scenarios: ["a"], blamed: blamed)
  }

  @Test(arguments: measured.indices) func `holds only if every part does`(index: Int) {
    let (what, change, holds) = Self.measured[index]
    var score = MutationScore(target: "reference", suites: [], share: 1, seed: 1)
    change(&score)
    let least = RecordedScore(mutants: 0.95, recordings: 0.9)
    let report = SelfTestReport(score: score, least: least, showsSuggestions: false)
    #expect(report.holds == holds, "\(what)")
  }

  @Test(
    arguments: [
      (["."], 0.5, 0.25), ([".", "--tag", "a"], nil, nil), ([".", "--scenario", "a"], nil, nil),
      ([".", "rules"], nil, nil), ([".", "--rules", "rules"], nil, 0.75),
      ([".", "--rules", "rules", "--rules", "."], nil, nil),
      ([".", "--rules", "rules", "--scenario", "a"], nil, nil),
    ] as [([String], Double?, Double?)])
  func `asks of a whole folder the score that is recorded there`(
    words: [String], mutants: Double?, recordings: Double?
  ) throws {
    try folder.write(#"{"score": 0.5, "recordings": 0.25}"#, to: "selftest.json")
    try folder.write(#"{"score": 0, "recordings": 0.75}"#, to: "rules/selftest.json")
    let paths = words.map { [".", "rules"].contains($0) ? "\(folder.path)/\($0)" : $0 }
    let console = Console(environment: [:], isInteractive: false) { _, _ in }
    let arguments = try Arguments(paths, options: Subcommand.measureSuites.options)
    let least = try RecordedScore.of(arguments, console)
    #expect(least.mutants == mutants)
    #expect(least.recordings == recordings)
  }

  @Test(arguments: [
    (#"{"score": 0}"#, true), (#"{"recordings": 1}"#, true), (#"{"score": 1.01}"#, false),
    (#"{"recordings": -0.01}"#, false), (#"{"score": 1, "recordings": 1.5}"#, false),
    (#"{"score": "1"}"#, false), ("{}", false), ("{", false),
  ])
  func `refuses a recorded score that is none`(text: String, isScore: Bool) throws {
    try folder.write(text, to: "selftest.json")
    let console = Console(environment: [:], isInteractive: false) { _, _ in }
    let arguments = try Arguments([folder.path], options: Subcommand.measureSuites.options)
    let score = try? RecordedScore.of(arguments, console)
    #expect((score != nil) == isScore)
  }

  @Test func `says all that was measured, and what is wrong with it`() {
    let place = SourceLocation(file: "s.yaml", position: Position(line: 7, column: 5))
    var score = MutationScore(target: "reference", suites: [], share: 1, seed: 1)
    score.mutants = MutantTally(all: 20, caught: 15, warned: 1, harmless: 3)
    score.survivors = [
      Survivor(
        location: place, scenario: "a", step: "b", place: "/c", mutation: "removed",
        summary: "/c is missing", suggestion: "json:\n  c: 1")
    ]
    func defect(_ name: String, _ isCaught: Bool, _ blamed: [String], _ remark: String? = nil)
      -> DefectResult
    {
      DefectResult(
        name: name, requirements: ["A-1", "A-2"], isCaught: isCaught, scenarios: [], blamed: blamed,
        remark: remark)
    }
    score.defects = [
      defect("right", true, ["A-2"]), defect("unnoticed", false, []),
      defect("remarked", false, [], "it is not there"), defect("blamed", true, ["B-1"]),
      defect("unblamed", true, []),
    ]
    score.requirementsWithoutDefect = ["A-9"]
    score.variants = [
      VariantResult(name: "right", failed: []),
      VariantResult(name: "wrong", failed: ["One", "Two"], alarms: ["s.yaml:1:1: no"]),
    ]
    func survivor(_ status: Int, _ label: String?) -> RecordingSurvivor {
      RecordingSurvivor(
        recording: "a.har", entry: 4, label: label, exchange: "poll", status: status, place: "p",
        mutation: "removed", summary: "p is missing")
    }
    score.recordings = RecordingScore(
      tally: MutantTally(all: 10, caught: 6, harmless: 2),
      survivors: [survivor(200, nil), survivor(0, "One, ask")])
    func text(_ score: MutationScore, _ least: RecordedScore, _ showsSuggestions: Bool) -> String {
      SelfTestReport(score: score, least: least, showsSuggestions: showsSuggestions)
        .text.rendered
    }
    let whole = text(score, RecordedScore(mutants: 0.95, recordings: 0.9), true)
    #expect(
      whole == """
        s.yaml:7:5: /c is missing
            json:
              c: 1
        defect unnoticed: no scenario notices it (A-1, A-2)
        defect remarked: it is not there (A-1, A-2)
        defect blamed: blamed on B-1, not on A-1, A-2
        defect unblamed: blamed on nothing, not on A-1, A-2
        requirement A-9: it has no defect
        variant wrong: false alarm in One, Two
            s.yaml:1:1: no
        a.har, entry 4 (poll, answered 200): p is missing, and no rule notices
        a.har, entry 4 (poll, unanswered; One, ask): p is missing, and no rule notices
        mutants:  20, 3 harmless, 15 caught, 1 only warned of, 1 survived: score 88.23 % (at least 95.00 %)
        recordings: 10 mutants, 2 harmless, 6 caught, 2 survived: score 75.00 % (at least 90.00 %)
        defects:  5, 3 caught, 1 blamed on the right requirement
        blame:    0.6 requirements for a defect, at most 1 (right)
        variants: 2, 1 with a false alarm

        """)
    // Without suggestions and least scores.
    let less = text(score, RecordedScore(), false)
    #expect(!less.contains("json:") && !less.contains("at least"))
    #expect(whole.split(separator: "\n").count - less.split(separator: "\n").count == 2)
    var nothing = MutationScore(target: "reference", suites: [], share: 1, seed: 1)
    #expect(text(nothing, RecordedScore(mutants: 1), true) == "")
    nothing.recordings = RecordingScore(problem: "it is empty")
    #expect(text(nothing, RecordedScore(), true) == "recordings: it is empty\n")
  }
}
