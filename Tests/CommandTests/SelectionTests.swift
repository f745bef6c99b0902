// SPDX-License-Identifier: Apache-2.0
// Tests of selecting scenarios, and of words that select nothing.

import Formats
import Foundation
import Record
import Suites
import TestSupport
import Testing

@testable import Command

@Suite struct SelectionTests {
  /// The names that `list` shows of the shipped suites for a selection.
  private static func listed(_ words: [String]) throws -> [JSONValue] {
    let line = CommandLine(["list", "--format", "json"] + words)
    #expect(line.status == .success, "\(line.errors)")
    let document = try JSONParser.document(Array(line.output.utf8)).root
    return document["suites"]?.array ?? []
  }

  @Test func `keeps the suites of a phase`() throws {
    let suites = try Self.listed(["--phase", "C", "--phase", "E"])
    #expect(Set(suites.compactMap { $0["phase"]?.string }) == ["C", "E"])
  }

  @Test func `keeps scenarios that cover a requirement, also in a fragment`() throws {
    let folder = try ProgramFolder()
    try Self.write(to: folder)
    func names(_ words: [String]) -> [String] {
      CommandLine(["list", folder.file("suite.yaml")] + words).output.split(separator: "\n")
        .filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }
    #expect(names(["--requirement", "V2-A2-02"]) == ["Own [a]"])
    #expect(names(["--requirement", "V2-B4-01"]) == ["By a fragment [a] [b]"])
    #expect(names(["--requirement", "V2-A2-02", "--requirement", "V2-B4-01"]).count == 2)
    #expect(names(["--tag", "a", "--exclude-tag", "b"]) == ["Own [a]"])
  }

  @Test(
    arguments: [
      (["--tag", "slwo"], "--tag 'slwo': no scenario has this tag, did you mean 'slow'?"),
      (["--tag", "nothing-like-it"], "--tag 'nothing-like-it': no scenario has this tag; 'list'"),
      (["--exclude-tag", "slwo"], "--exclude-tag 'slwo': no scenario has this tag, did you mean"),
      (["--phase", "c"], "--phase 'c': no suite is of this phase; there are C"),
      (
        ["--requirement", "V2-A2-20"],
        "--requirement 'V2-A2-20': no catalogue has this requirement, did you mean 'V2-A2-02'?"
      ),
      (["--requirement", "V2-C13-01"], "--requirement 'V2-C13-01': no scenario covers it"),
      (
        ["--scenario", "by a fragmnet"],
        "--scenario 'by a fragmnet': no scenario has this name, did you mean 'By a fragment'?"
      ),
      (["--scenario", "Own*x"], "--scenario 'Own*x': no scenario has this name; 'list'"),
      (["--scenario", "Own", "--scenario", "qqqqqqqq"], "--scenario 'qqqqqqqq': no scenario"),
    ] as [([String], String)])
  func `names what selects nothing, and the nearest`(words: [String], message: String) throws {
    let folder = try ProgramFolder()
    try Self.write(to: folder)
    let suites = [folder.file("suite.yaml"), folder.file("other.yaml")]
    for command in [["list"] + suites, ["run"] + suites + ["--reports", folder.file("r")]] {
      let line = CommandLine(command + words)
      #expect(line.status == .invalidInput)
      #expect(line.errors.contains("error: \(message)"), "\(line.errors)")
    }
  }

  /// Two words that select something each, and nothing together.
  @Test func `proves nothing where all is selected away`() throws {
    let folder = try ProgramFolder()
    try Self.write(to: folder)
    let run = try CommandRun(
      [folder.file("suite.yaml"), "--tag", "b", "--exclude-tag", "a"], in: folder,
      environment: [
        SuiteLocation.variable: CommandLine.repository.appending(path: "Suites").path
      ])
    #expect(run.status == .notConformant)
    #expect(run.output.contains("nothing was proved: no scenario was selected"))
    let selection = try #require(run.report["selection"])
    #expect(selection["excludedTags"] == ["a"])
    #expect(run.markdown.contains("`--tag` `b`, `--exclude-tag` `a`"))
  }

  @Test func `counts the scenarios that are selected, and those that there are`() throws {
    let folder = try ProgramFolder()
    try Self.write(to: folder)
    try folder.write(
      """
      suite: Before
      cookbook: apple-sso-rest-api-v2
      preflight: true
      scenarios:
        - {scenario: Is there, steps: [{step: Ask, request: {GET: "/"}, expect: {status: 200}}]}
      """, to: "preflight.yaml")
    let suites = SuiteLoader.load(
      ["suite", "other", "preflight"].map { folder.file("\($0).yaml") },
      shipped: CommandLine.repository.appending(path: "Suites").path, files: SuiteLocation.files)
    #expect(!suites.hasErrors && suites.suites.count == 3)
    let console = Console(environment: [:], isInteractive: false) { _, _ in }
    func record(_ words: [String], _ budget: BudgetRecord? = nil) throws -> SelectionRecord? {
      let arguments = try Arguments(words, options: Subcommand.runSuites.options)
      return arguments.selectionRecord(
        planned: 3, budget: budget, of: suites.suites, console)
    }
    #expect(try record([]) == nil)
    for words in [
      ["--scenario", "Own"], ["--tag", "a"], ["--exclude-tag", "b"], ["--phase", "C"],
      ["--requirement", "V2-A2-02"],
    ] {
      let selection = try #require(try record(words), "\(words)")
      #expect(selection.selected == 3)
      #expect(selection.total == 3)
    }
    let budget = BudgetRecord(
      limits: ["2req"], requests: 2, duration: .zero, leftOut: 2, proves: 1, provable: 1)
    let selection = try #require(try record(["--budget", "2req"], budget))
    #expect(selection.selected == 1)
    #expect(selection.total == 3)
    // Of a cookbook that a named suite judges by, the shipped suites count as well.
    #expect((try record([folder.file("suite.yaml")])?.total ?? 0) > 100)
  }

  private static func write(to folder: ProgramFolder) throws {
    try folder.write(
      """
      fragments:
        - fragment: ask
          steps:
            - {step: Ask, covers: [{V2-B4-01: status}], request: {GET: "/"}, expect: {status: 200}}
      """, to: "fragments.yaml")
    try folder.write(
      """
      suite: S
      cookbook: apple-sso-rest-api-v2
      scenarios:
        - scenario: Own
          tags: [a]
          steps: [{step: Ask, covers: [V2-A2-02], request: {GET: "/"}, expect: {status: 200}}]
        - scenario: By a fragment
          tags: [a, b]
          steps: [{use: ask}]
      """, to: "suite.yaml")
    try folder.write(
      """
      suite: T
      phase: C
      cookbook: apple-sso-rest-api-v2
      scenarios:
        - scenario: Slowly
          tags: [slow]
          steps: [{step: Ask, request: {GET: "/"}, expect: {status: 200}}]
      """, to: "other.yaml")
  }
}
