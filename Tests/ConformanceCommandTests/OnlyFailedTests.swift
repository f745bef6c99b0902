// SPDX-License-Identifier: Apache-2.0
// `run --only-failed`: what failed in a report is run again.

import JSON
import TestSupport
import Testing

@testable import ConformanceCommand

@Suite struct OnlyFailedTests {
  /// Asks an emulated framework only, so that no service is needed.
  private static func suite(_ rows: [(name: String, wanted: String)]) -> String {
    """
    suite: Rows
    scenarios:
      - scenario: Row ${name}
        cases: [\(rows.map { "{name: \"\($0.name)\", wanted: \($0.wanted)}" }.joined(separator: ", "))]
        steps:
          - {step: Open, partner: {state: granted-signed-in, provider: tvp-1}}
          - step: Ask
            partner: {permission: {prompting: true}}
            expect: {json: {accessStatus: "${wanted}"}}
    """
  }

  private static let rows = [
    (name: "one", wanted: "granted"), (name: "two", wanted: "denied"),
    (name: "t*", wanted: "denied"), (name: "$(x) 'y'", wanted: "denied"),
  ]
  private static let profile = "facts: {partner: Apple}"

  @Test func `runs what failed there, and says what is gone`() throws {
    let folder = try ProgramFolder()
    let first = try CommandRun(suite: Self.suite(Self.rows), profile: Self.profile, in: folder)
    #expect(first.verdicts.values.count { $0 == "failed" } == 3)
    let report = try folder.write(JSONWriter.text(first.report), to: "first.json")
    let words = ["--only-failed", report]
    let again = try CommandRun(
      suite: Self.suite(Self.rows), profile: Self.profile, words, in: folder)
    #expect(Set(again.verdicts.keys) == ["Row two", "Row t*", "Row $(x) 'y'"])
    #expect(again.output.contains("3 scenarios did not pass in "))
    #expect(!again.output.contains("note: "))
    #expect(again.report["selection"]?["failedIn"]?.string == report)
    #expect(again.report["selection"]?["selected"]?.number?.integer == 3)
    // Mended, renamed, and with another selection.
    let mended = Self.rows.map { ($0.name == "two" ? "due" : $0.name, "granted") }
    let less = try CommandRun(
      suite: Self.suite(mended), profile: Self.profile, words + ["--scenario", "row t"],
      in: folder)
    #expect(less.verdicts == ["Row t*": "passed"])
    #expect(less.status == .success)
    #expect(less.report["outcome"]?["verdict"]?.string == "partial")
    let remarks = less.report["remarks"]?.array?.compactMap(\.string) ?? []
    #expect(
      remarks.contains { $0.contains("'Row two' of 'Rows'") && $0.contains("not in this run") })
    // Of a part nobody can say so: the others may have them.
    let part = try CommandRun(
      suite: Self.suite(mended), profile: Self.profile, words + ["--shard", "1/2"], in: folder)
    #expect(part.verdicts.count == 1)
    #expect(part.report["remarks"] == [])
    // What passed has nothing to run again, and its reports stay.
    let passed = try folder.write(JSONWriter.text(less.report), to: "passed.json")
    let nothing = try CommandRun(
      suite: Self.suite(mended), profile: Self.profile, ["--only-failed", passed], in: folder)
    #expect(nothing.status == .notConformant)
    #expect(nothing.output.contains("nothing failed in "))
    #expect(nothing.output.contains("nothing was run, and so nothing was proved"))
    #expect(nothing.report == .null)
    #expect(nothing.errors.isEmpty)
  }

  @Test(arguments: [
    (1, "1 scenario", "is", "it", "'Row 1' of 'Rows'"),
    (2, "2 scenarios", "are", "them", "'Row 1' of 'Rows', 'Row 2' of 'Rows'"),
    (3, "3 scenarios", "are", "them", "'Row 1' of 'Rows', 'Row 2' of 'Rows', 'Row 3' of 'Rows'"),
    (
      4, "4 scenarios", "are", "them",
      "'Row 1' of 'Rows', 'Row 2' of 'Rows', 'Row 3' of 'Rows' and 1 more"
    ),
  ])
  func `names three of those that are gone, and counts the others`(
    count: Int, scenarios: String, verb: String, pronoun: String, names: String
  ) throws {
    let folder = try ProgramFolder()
    let rows = (1...count).map { (name: "\($0)", wanted: "denied") }
    let first = try CommandRun(suite: Self.suite(rows), profile: Self.profile, in: folder)
    let report = try folder.write(JSONWriter.text(first.report), to: "first.json")
    #expect(
      try FailedScenarios(reportAt: report, isStrict: false).allMissing
        == "\(scenarios) that did not pass in \(report) \(verb) not in this run, since no suite"
        + " here has \(pronoun) or another option leaves \(pronoun) out: \(names)")
  }

  @Test func `counts what was not reached there, and leaves it out`() throws {
    let folder = try ProgramFolder()
    let rows = ["denied", "granted", "granted"].enumerated().map { ("\($0)", $1) }
    let suite = Self.suite(rows)
    var text = JSONWriter.text(
      try CommandRun(suite: suite, profile: Self.profile, in: folder).report)
    for (index, opening) in [
      (1, "1 scenario did not pass in FILE; 1 scenario not reached there is left out\n"),
      (2, "1 scenario did not pass in FILE; 2 scenarios not reached there are left out\n"),
    ] {
      let name = try #require(text.firstRange(of: #""name":"Row \#(index)""#))
      let passed = try #require(
        text[name.upperBound...].firstRange(of: #""verdict":"passed""#))
      text.replaceSubrange(passed, with: #""verdict":"not-reached""#)
      let report = try folder.write(text, to: "first.json")
      let run = try CommandRun(
        suite: suite, profile: Self.profile, ["--only-failed", report], in: folder)
      #expect(run.output.hasPrefix(opening.replacing("FILE", with: report)), "\(run.output)")
      #expect(run.verdicts == ["Row 0": "failed"])
    }
  }

  /// Preflight checks, and rules for applications, are nothing to run again.
  @Test(arguments: [
    ("{", #"{"subject":"application","#, "this is the report of an audit"),
    (#""suites":[{"#, #""suites":[{"subject":"application","#, "nothing was run"),
    (#""suites":[{"#, #""suites":[{"isPreflight":true,"#, "nothing was run"),
    (#""suites":[{"#, #""suites":[{"#, "1 scenario did not pass"),
  ])
  func `takes the scenarios of a service only`(
    old: String, new: String, message: String
  ) throws {
    let folder = try ProgramFolder()
    let suite = Self.suite([(name: "one", wanted: "denied")])
    let first = try CommandRun(suite: suite, profile: Self.profile, in: folder)
    let text = JSONWriter.text(first.report)
    #expect(text.contains(old))
    let report = try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: "r.json")
    let run = try CommandRun(
      suite: suite, profile: Self.profile, ["--only-failed", report], in: folder)
    #expect("\(run.output)\(run.errors)".contains(message), "\(run)")
  }

  @Test func `says that the report is of another target and of other suites`() throws {
    let folder = try ProgramFolder()
    let first = try CommandRun(suite: Self.suite(Self.rows), profile: Self.profile, in: folder)
    let report = try folder.write(
      JSONWriter.text(first.report).replacing("\"Rows\"", with: "\"Columns\""), to: "first.json")
    let run = try CommandRun(
      suite: Self.suite(Self.rows), profile: "target: elsewhere\n\(Self.profile)",
      ["--only-failed", report], in: folder)
    #expect(run.status == .notConformant)
    #expect(run.output.contains("that report is of the target"))
    #expect(run.output.contains("that report is of other suites"))
    #expect(run.errors.contains("'Row two' of 'Columns'"))
  }

  private static let warned = """
    suite: Two
    scenarios:
      - scenario: Plain
        steps:
          - {step: Open, partner: {state: granted-signed-in, provider: tvp-1}}
      - scenario: Warned
        steps:
          - {step: Open, partner: {state: granted-signed-in, provider: tvp-1}}
          - step: Ask
            partner: {permission: {prompting: true}}
            expect: {json: {accessStatus: granted}}
            should: {json: {accessStatus: denied}}
    """

  @Test func `takes what did not pass, and with --strict what had a warning`() throws {
    let folder = try ProgramFolder()
    let first = try CommandRun(suite: Self.warned, profile: Self.profile, in: folder)
    let text = JSONWriter.text(first.report)
    let passed = #""verdict":"passed","planIndex":1"#
    #expect(text.contains(passed))
    /// The names of the scenarios that a report gives to be run again.
    func names(_ verdict: String, isStrict: Bool) throws -> String? {
      let path = try folder.write(
        text.replacing(passed, with: #""verdict":\#(verdict),"planIndex":1"#), to: "first.json")
      return try FailedScenarios(reportAt: path, isStrict: isStrict).allMissing
        .map { String($0[($0.firstRange(of: "out: ")?.upperBound ?? $0.endIndex)...]) }
    }
    for (verdict, isTaken) in [
      (#""failed","findings":[]"#, true),
      (#""error","problem":{"kind":"transport","message":"m"}"#, true),
      (#""blocked","because":"b""#, true), (#""interrupted""#, true), (#""passed""#, false),
      (#""skipped","because":"s""#, false), (#""not-reached""#, false),
    ] {
      let plain = isTaken ? "'Plain' of 'Two'" : nil
      #expect(try names(verdict, isStrict: false) == plain, "\(verdict)")
      #expect(
        try names(verdict, isStrict: true)
          == [plain, "'Warned' of 'Two'"].compactMap(\.self).joined(separator: ", "), "\(verdict)")
    }
  }
}
