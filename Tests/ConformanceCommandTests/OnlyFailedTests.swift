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
    // What passed has nothing to run again, and its reports stay.
    let passed = try folder.write(JSONWriter.text(less.report), to: "passed.json")
    let nothing = try CommandRun(
      suite: Self.suite(mended), profile: Self.profile, ["--only-failed", passed], in: folder)
    #expect(nothing.status == .notConformant)
    #expect(nothing.output.contains("nothing failed in "))
    #expect(nothing.output.contains("nothing was run, and so nothing was proved"))
    #expect(nothing.report == .null)
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
