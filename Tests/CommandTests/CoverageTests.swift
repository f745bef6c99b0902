// SPDX-License-Identifier: Apache-2.0
// `coverage`, on a small cookbook and on reports of runs.

import Audit
import Formats
import Foundation
import Record
import Suites
import TestSupport
import Testing

@testable import Command

struct CoverageTests {
  private static let catalogue = """
    {"cookbook": "small", "revision": "1", UNPROVED "phases": [{"id": "A", "title": "All", "steps": [
      {"title": "One", "requirements": [
        {"id": "S-1", "level": "must", "subject": "service", "text": "Answers.", "shownBy": ["service"]},
        {"id": "S-2", "level": "should", "subject": "service", "text": "Answers again.", "shownBy": ["service"]},
        {"id": "S-3", "level": "fact", "subject": "service", "text": "Is there.", "shownBy": ["service"]},
        {"id": "S-4", "level": "may", "subject": "service", "text": "May do.", "shownBy": ["service"]},
        {"id": "S-5", "level": "must", "subject": "application", "text": "Keeps it.", "shownBy": ["application"]},
        {"id": "S-6", "level": "must", "subject": "application", "text": "Asks.", "shownBy": ["framework"]},
        {"id": "S-7", "level": "must", "subject": "application", "text": "Thinks.", "shownBy": ["none"]}]}]}]}
    """

  private static let suite = """
    suite: Small
    cookbook: small
    phase: A
    fragments:
      - fragment: begins
        steps:
          - step: First
            covers: [S-1]
            request: {GET: /one}
            expect: {status: !any {}, headers: {Content-Type: !any {}}}
    scenarios:
      - scenario: Begins
        steps: [{use: begins}]
      - scenario: Goes on with ${which}
        cases: {each: which, in: "${resources.permitted}"}
        steps:
          - use: begins
          - step: Second
            covers: [S-2]
            request: {GET: "/two/${which}"}
            expect: {status: 200}
      - scenario: Is not for here
        steps:
          - step: Third
            when: {service_provider: nobody}
            covers: [S-3]
            request: {GET: /three}
            expect: {status: 200}

    """

  private let folder: TemporaryFolder
  private let path: String
  private var place: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(Self.suite, to: "small.yaml")
    try write(unproved: "")
  }

  private func write(unproved: String) throws {
    try folder.write(
      Self.catalogue.replacing("UNPROVED", with: unproved.isEmpty ? "" : "\(unproved),"),
      to: "cookbooks/small.json")
  }

  /// The report of a run against the reference service.
  private func report() throws -> String {
    CommandLine(["run", path, "--reports", folder.file("reports")]).expect(.notConformant)
    return folder.file("reports/report.json")
  }

  @Test func `tells which scenarios cover a requirement, fragments counted`() throws {
    let line = CommandLine(["coverage", place])
    #expect(line.status == .success)
    try Golden.check(line.output, "coverage.txt")
  }

  @Test func `speaks of a file's requirements only`() throws {
    let second = try folder.write(
      Self.suite.replacing("S-1", with: "S-2").replacing("S-3", with: "S-2"), to: "second.yaml")
    let line = CommandLine(["coverage", second])
    #expect(["S-1", "S-2", "S-3"].map(line.output.contains) == [false, true, false], "\(line)")
    CommandLine(["coverage", second, "--unproved"]).expect(.success, output: "No gaps.")
  }

  @Test func `is Markdown as reviewed`() throws {
    let line = CommandLine(["coverage", place, "--format", "markdown"])
    try Golden.check(line.output, "coverage.md")
  }

  @Test func `escapes whatever a catalogue holds in Markdown`() throws {
    try folder.write(
      Self.catalogue.replacing("UNPROVED", with: "")
        .replacing("Answers again.", with: "~~Is gone~~ & `a|b` &lt; $x$ $y$"),
      to: "cookbooks/small.json")
    let line = CommandLine(["coverage", place, "--format", "markdown"])
    #expect(line.output.contains(#"\~\~Is gone\~\~ & `a¦b` \&lt; \$x\$ \$y\$"#), "\(line.output)")
  }

  @Test func `has each requirement's standing in JSON`() throws {
    let line = CommandLine(["coverage", place, "--format", "json"])
    let requirements = try Self.requirements(line)
    #expect(
      requirements.map { $0["standing"]?.string } == [
        "covered", "covered", "covered", "open", "unseen", "unseen", "unseen",
      ])
    #expect(requirements[0]["scenarios"]?.array?.count == 2)
    #expect(requirements[1]["scenarios"]?.array?.first?["scenario"] == "Goes on with ${which}")
  }

  /// A step may also cover what the partner's framework does in it.
  @Test func `has shipped suites cover only what a run shows`() throws {
    let suites = SharedFolder.project.appending(path: "Suites")
    let folders = ["apple-v1", "apple-v2", "identity-sso", "rest-api-v2"]
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: suites.appending(path: folder), includingPropertiesForKeys: nil
      ).filter { url in
        url.pathExtension == "yaml"
          && (try? String(contentsOf: url, encoding: .utf8))?.contains("\nscenarios:") == true
      }.map(\.path)
    }
    let table = try CommandLine(["coverage"] + files.sorted() + ["--format", "json"]).json
    let phases = (table["cookbooks"]?.array ?? []).flatMap { $0["phases"]?.array ?? [] }
    let covered = phases.flatMap { $0["requirements"]?.array ?? [] }
    #expect(covered.count > 400)
    let others = covered.filter {
      $0["subject"] != "framework" && $0["shownBy"]?.array?.contains("service") != true
    }
    #expect(others.compactMap { $0["id"]?.string } == [])
  }

  @Test func `takes verdicts from a run, and what it did not judge for a gap`() throws {
    let report = try report()
    let line = CommandLine(["coverage", place, "--report", report, "--format", "json"])
    let requirements = try Self.requirements(line)
    #expect(requirements[0]["verdict"] == "passed" && requirements[1]["verdict"] == "failed")
    #expect(requirements[2]["verdict"] == "skipped" && requirements[2]["standing"] == "gap")
    let rows = try #require(requirements[1]["scenarios"]?.array)
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0["verdict"] == "failed" })
    #expect(rows.allSatisfy { $0["scenario"]?.string?.contains("${") == false })
    let gaps = CommandLine(["coverage", place, "--report", report, "--unproved"])
    gaps.expect(
      .notConformant, output: "S-3  fact      GAP       covered, but the run did not prove it")
  }

  @Test func `takes what the target lacks for no gap of the suites`() throws {
    try folder.write(
      Self.suite.replacing("not for here\n", with: "not for here\n    needs: [no_such_feature]\n"),
      to: "small.yaml")
    try folder.write(FactFile.declaring(texts: ["no_such_feature"]), to: "facts.yaml")
    let report = try report()
    let line = CommandLine(["coverage", place, "--report", report])
    #expect(
      line.output.contains(
        "S-3  fact      skipped   not certified on this target, whose profile does not give "
          + "no_such_feature\n"))
    #expect(
      CommandLine(["coverage", place, "--report", report, "--unproved"]).status == .success)
  }

  @Test func `fails where nothing covers a requirement, unless its catalogue says why`() throws {
    try folder.write(Self.suite.replacing("covers: [S-2]", with: "covers: [S-1]"), to: "small.yaml")
    let gap = CommandLine(["coverage", place, "--unproved"])
    #expect(gap.status == .notConformant)
    #expect(
      gap.output == """

        small, revision 1

        Phase A: All
          S-2  should    GAP       no scenario covers it
              Answers again.

        1 gap.

        """)
    try write(unproved: #""unproved": {"S-2": "the documents disagree"}"#)
    let excused = CommandLine(["coverage", place, "--unproved"])
    #expect(excused.status == .success && excused.output == "No gaps.\n")
    let whole = CommandLine(["coverage", place]).output
    #expect(whole.contains("S-2  should    excused   the documents disagree"))
  }

  @Test(arguments: [
    (#""unproved": {"S-9": "why"}"#, "there is no requirement 'S-9' in this file"),
    (#""unproved": ["S-1"]"#, "expected 'unproved', a map, found a list"),
    (#""unproved": {"S-1": 1}"#, "expected a reason, a text"),
  ])
  func `refuses a catalogue whose reasons are at fault`(unproved: String, message: String) throws {
    try write(unproved: unproved)
    CommandLine(["coverage", place]).expect(.invalidInput, errors: message)
  }

  /// S-3 is a fact that the service's answers show: the report once left it out.
  @Test(arguments: [("", ["S-3"]), (#""unproved": {"S-3": "the documents disagree"}"#, [])])
  func `has the same gaps as the report of the run`(unproved: String, ids: [String]) throws {
    try write(unproved: unproved)
    try folder.write(Self.suite.replacing("covers: [S-3]", with: "covers: [S-1]"), to: "small.yaml")
    let report = try report()
    let coverage = CommandLine(["coverage", place, "--report", report, "--format", "json"])
    #expect(try Self.gaps(coverage) == ids)
    #expect(Coverage(try RunRecord(reportAt: report)).gaps.map(\.requirement.id) == ids)
    let line = "- no scenario of this run covers: `S-3`"
    #expect(folder.text(of: "reports/report.md").contains(line) == !ids.isEmpty)
  }

  @Test func `has the gaps of the report for the shipped suites, none`() throws {
    let suites = CommandLine.suites
    CommandLine(["run", suites, "--reports", folder.file("whole")]).expect(.success)
    let report = folder.file("whole/report.json")
    let line = CommandLine(["coverage", suites, "--report", report, "--format", "json"])
    #expect(try Self.gaps(line) == [])
    #expect(Coverage(try RunRecord(reportAt: report)).gaps.map(\.requirement.id) == [])
  }

  private static func gaps(_ line: CommandLine) throws -> [String] {
    try line.json["gaps"]?.array?.compactMap(\.string) ?? []
  }

  @Test(arguments: [(3, ""), (4, " and 1 more"), (9, " and 6 more")])
  func `names three scenarios of each requirement`(count: Int, more: String) throws {
    let scenarios = (1...count).map { "  - {scenario: Row \($0), steps: [{use: begins}]}\n" }
    let head = Self.suite.split(separator: "scenarios:").first ?? ""
    try folder.write("\(head)scenarios:\n\(scenarios.joined())", to: "small.yaml")
    let words = ["coverage", place]
    let markdown = CommandLine(words + ["--format", "markdown"]).output
    #expect(
      markdown.contains("| covered | Small: Row 1; Small: Row 2; Small: Row 3\(more) |\n"),
      "\(markdown)")
    let all = CommandLine(words + ["--format", "markdown", "--requirement", "S-1"]).output
    #expect(all.contains("; Small: Row \(count) |\n"))
    let text = CommandLine(words).output
    #expect(text.contains("  S-1  must      covered   \(count)    Small: Row 1\n"), "\(text)")
  }

  @Test(arguments: [(61, false), (62, true)])
  func `keeps a line within a hundred columns`(length: Int, isCut: Bool) throws {
    let name = String(repeating: "x", count: length)
    let head = Self.suite.split(separator: "scenarios:").first ?? ""
    try folder.write(
      "\(head)scenarios:\n  - {scenario: \(name), steps: [{use: begins}]}\n", to: "small.yaml")
    let text = CommandLine(["coverage", place]).output
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  S-1 ") })
    #expect(line.hasSuffix("…") == isCut)
    #expect(line.count <= 100, "\(line.count)")
  }

  @Test func `names all scenarios of one requirement`() {
    let line = CommandLine(["coverage", place, "--requirement", "S-1"])
    #expect(line.output.contains("      Small: Begins\n      Small: Goes on with ${which}\n"))
    #expect(!line.output.contains("S-2"))
  }

  @Test func `lists situations, and what no run or only a deep one visits`() throws {
    try folder.write(
      """
      situations:
        - {situation: near, about: Nearly., at: calls, cells: [{cell: cut, b: 1}, {cell: long, b: 2}, {cell: short, b: 3}]}
        - {situation: calls, cells: [one, two, three]}
        - {situation: again, about: Once more., cells: [twice, thrice]}
      """, to: "situations.yaml")
    try folder.write(
      """
      suite: Cells
      scenarios:
        - scenario: The ${a} of ${b}
          cases: {pairs: [[{cell: calls/one, a: 1}, {cell: calls/two, a: 2}], {situation: near}]}
          steps: [{step: Call, request: {GET: "/${a}/${b}"}, expect: {status: 401}}]
        - scenario: Twice
          tags: [again/twice]
          steps: [{step: Call, request: {GET: /}, expect: {status: 401}}]
      """, to: "cells.yaml")
    let cells = folder.url.appending(path: "cells.yaml").path
    let line = CommandLine(["coverage", cells, "--situations"])
    line.expect(
      .success,
      output: """
        near: Nearly.
          cut
              in every run: one, two
              nowhere: three
          long
              in every run: one
              deep: two
              nowhere: three
          short
              in every run: two
              deep: one
              nowhere: three

        again: Once more.
          twice
              in every run: Twice
          thrice
              nowhere: no scenario

        Cells: 5 in every run, 2 deep, 4 nowhere.
        """)
    // A run leaves deep scenarios out, unless it is asked for them.
    for (options, count) in [([], 5), (["--tag", "deep"], 2)] {
      let list = CommandLine(["list", cells] + options)
      #expect(list.output.contains("\(count) scenarios"), "\(list.output)")
    }
  }

  /// What a run of suites alone can't show, it has no verdict on.
  @Test func `has no verdict of a run on what only traffic shows`() throws {
    try folder.write("exchanges: [{exchange: one, request: GET /one}]\n", to: "app/exchanges.yaml")
    try folder.write(
      "application: App\ncookbook: small\nphase: A\nrules:\n"
        + "  - {rule: Keeps it, covers: [S-5], on: one, expect: {query: {a: b}}}\n",
      to: "app/rules.yaml")
    let rules = AuditRules.load(["\(place)/app"], shipped: nil, files: SuiteLocation.files)
    #expect(!rules.hasErrors)
    let suites = SuiteLoader.load([path], shipped: nil, files: SuiteLocation.files)
    let record = try RunRecord(reportAt: try report())
    let table = CoverageTable(suites, rules, run: record)
    let row = try #require(table.rows.first { $0.requirement.id == "S-5" })
    #expect(row.verdict == nil && row.coverage.name == "covered")
    #expect(row.scenarios.map(\.scenario) == ["Keeps it"])
    // What the run could have shown, it has.
    #expect(table.rows.first { $0.requirement.id == "S-1" }?.verdict == .passed)
    let without = CoverageTable(suites, nil, run: record)
    #expect(without.rows.first { $0.requirement.id == "S-5" }?.coverage.name == "unseen")
  }

  @Test(arguments: ["{}", "no JSON"]) func `refuses a report that is none`(text: String) throws {
    let file = try folder.write(text, to: "other.json")
    CommandLine(["coverage", place, "--report", file])
      .expect(.invalidInput, start: "error: the report '\(file)': ")
  }

  private static func requirements(_ line: CommandLine) throws -> [JSONValue] {
    try line.json["cookbooks"]?.array?.first?["phases"]?.array?.first?["requirements"]?.array ?? []
  }
}
