// SPDX-License-Identifier: Apache-2.0
// `sso-selftest --recordings`: rules measured by the mutants of recordings.

import Audit
import Command
import Formats
import Foundation
import HTTP
import Record
import TestSupport
import Testing

@testable import SelfTest

@Suite struct RecordingSelfTestTests {
  private let folder: ProgramFolder

  init() throws {
    folder = try ProgramFolder()
    try RecordedApplication.writeRules(to: folder)
    try folder.write(RecordedApplication.recording(), to: "right.har")
  }

  private func selfTest(_ words: [String] = [], har: String = "right.har") -> CommandLine {
    CommandLine(
      ["--rules", folder.file("rules"), "--har", folder.file(har)] + words)
  }

  @Test func `names what rules of one's own don't notice in a recording`() throws {
    let line = selfTest(["--json", folder.file("score.json")])
    #expect(line.status == .success, "\(line.errors)")
    let score = try JSONParser.document(Array(folder.text(of: "score.json").utf8)).root
    let recordings = try #require(score["recordings"])
    #expect(score["mutants"] == nil)
    let survivors = recordings["survivors"]?.array ?? []
    let names = survivors.map {
      "\($0["exchange"]?.string ?? "") \($0["place"]?.string ?? "") \($0["mutation"]?.string ?? "")"
    }
    #expect(!names.contains("profiles header authorization removed"), "\(names)")
    #expect(!names.contains("profiles header accept removed"), "\(names)")
    #expect(names.contains("profiles header ap-device-identifier removed"), "\(names)")
    #expect(
      line.output.contains(
        "right.har, entry 2 (profiles, answered 200): header ap-device-identifier is missing, and no "
          + "rule notices"), "\(line.output)")
    #expect(line.output.contains("recordings: "), "\(line.output)")
    for secret in RecordedApplication.secrets {
      #expect(!line.output.contains(secret) && !folder.text(of: "score.json").contains(secret))
    }
  }

  @Test func `holds the score that is recorded beside the rules`() throws {
    try folder.write(#"{"recordings": 0.05}"#, to: "rules/selftest.json")
    #expect(selfTest().status == .success)
    try folder.write(#"{"recordings": 1}"#, to: "rules/selftest.json")
    let line = selfTest()
    #expect(line.status == .notConformant)
    #expect(line.output.contains("(at least 100.00 %)"), "\(line.output)")
    #expect(selfTest(["--at-least", "0.05"]).status == .success)
    try folder.write(#"{"recordings": 7}"#, to: "rules/selftest.json")
    #expect(selfTest().status == .invalidInput)
  }

  @Test func `measures nothing by a recording that breaks a rule, or has none of it`() throws {
    try folder.write(RecordedApplication.recording(accept: "text/html"), to: "wrong.har")
    let line = selfTest(har: "wrong.har")
    #expect(line.status == .notConformant)
    #expect(
      line.output.contains("breaks the rule 'Profiles are asked for as JSON'"), "\(line.output)")
    try folder.write(#"{"log": {"version": "1.2", "entries": []}}"#, to: "empty.har")
    let empty = selfTest(har: "empty.har")
    #expect(empty.status == .notConformant)
    #expect(empty.output.contains("nothing that the rules are about"), "\(empty.output)")
  }

  @Test func `measures nothing by a run of which one suite alone breaks a rule`() throws {
    let rules = AuditRules.load(
      [folder.file("rules")], shipped: nil, files: SuiteLocation.files)
    func exchanges(_ har: String) throws -> ExchangeList {
      var found: [RecordedExchange] = []
      try HARRecordings([RecordingFile(name: "run", Array(har.utf8))]).read({ _, _ in true }) {
        if case .exchange(let exchange) = $0 { found.append(exchange) }
      }
      return ExchangeList(recordings: ["run"], found)
    }
    let right = try exchanges(RecordedApplication.recording())
    let wrong = try exchanges(RecordedApplication.recording(accept: "text/html"))
    func problem(_ parts: [(name: String, source: ExchangeList)]) throws -> String? {
      try RecordingTrial(
        rules: rules, source: right, parts: parts, includes: { _ in false },
        cancellation: Cancellation()
      ).result().problem
    }
    #expect(
      try problem([("Login", right), ("Logout", wrong)])
        == "'Logout', recorded without the other suites, breaks the rule 'Profiles are asked for as "
        + "JSON', so nothing was measured; 'sso-conformance audit' says where")
    #expect(
      try problem([("Login", right)])
        == "the recording has nothing that the rules are about, so nothing was measured")
  }

  @Test func `is either of a run or of a recording`() {
    let line = selfTest(["--defects"])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("--defects measures a run, and --har a recording"))
    #expect(
      CommandLine(["--har", folder.file("none.har")]).status == .invalidInput)
  }

  /// The logouts of the shipped suites, whose traffic the shipped rules judge.
  @Test func `changes the traffic of a run`() throws {
    let suite = SharedFolder.project.appending(path: "Suites/apple-v2/e-logout.yaml").path
    let line = CommandLine([
      suite, "--recordings", "--share", "8", "--json", folder.file("score.json"),
    ])
    #expect(line.status == .success, "\(line.errors) \(line.output.suffix(300))")
    let score = try JSONParser.document(Array(folder.text(of: "score.json").utf8)).root
    #expect((score["recordings"]?["caught"]?.number?.integer ?? 0) > 0, "\(line.output)")
    #expect(score["mutants"] == nil && score["defects"]?.array?.isEmpty == true)
  }

  @Test(
    arguments: [
      ([], true, false), (["FOLDER"], false, false), (["FOLDER/with"], true, false),
      (["FOLDER", "FOLDER/with"], true, false), (["FOLDER/with", "--tag", "a"], false, false),
      (["--scenario", "a"], false, false), (["--rules", "r"], true, true),
      (["--har", "a.har"], true, true),
    ] as [([String], Bool, Bool)])
  func `measures rules where all suites of a folder with rules are measured`(
    words: [String], isStandard: Bool, isAll: Bool
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("with/application"), withIntermediateDirectories: true)
    let arguments = try Arguments(
      words.map { $0.replacing("FOLDER", with: folder.path) },
      options: Subcommand.measureSuites.options)
    #expect(RecordingChoice.isStandard(arguments) == isStandard)
    #expect(RecordingChoice.isAll(arguments) == isAll)
  }

  @Test func `chooses a share by the names and the seed`() {
    let names = (0..<400).map { "name \($0)" }
    func chosen(_ share: Double, _ seed: Int) -> Set<String> {
      Set(names.filter { SelfTestSetting.includes($0, share: share, seed: seed) })
    }
    #expect(chosen(1, 1) == Set(names))
    #expect(chosen(0, 1).isEmpty)
    #expect(120..<280 ~= chosen(0.5, 1).count)
    #expect(chosen(0.5, 1) == chosen(0.5, 1))
    #expect(chosen(0.5, 1) != chosen(0.5, 2))
    #expect(chosen(0.5, 1).isSuperset(of: chosen(0.2, 1)))
  }
}
