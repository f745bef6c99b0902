// SPDX-License-Identifier: Apache-2.0
// `run --rerun` and the words of `report`; how many jobs a run may have.

import Formats
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Command

struct RerunOptionTests {
  /// Sends nothing.
  private static func suite(_ name: String) -> String {
    "suite: \(name)\nscenarios:\n  - {scenario: Waits, steps: [{wait: 0s}]}\n"
  }

  @Test(
    arguments: [
      ("a b", "", "", nil),
      // A file less, a file more, and one that says something else.
      ("a", "", "", "these files have changed: FOLDER/b.yaml;"),
      ("a b c", "", "", "these files have changed: FOLDER/c.yaml;"),
      ("a changed", "", "", "these files have changed: FOLDER/changed.yaml, FOLDER/b.yaml;"),
      // Three are named, and the others counted.
      ("c", "", "", "these files have changed: FOLDER/c.yaml, FOLDER/a.yaml, FOLDER/b.yaml;"),
      (
        "c changed", "", "",
        "these files have changed: FOLDER/c.yaml, FOLDER/changed.yaml, FOLDER/a.yaml and 1 more;"
      ), ("a b", "facts: {mvpd: m}\n", "", "the profile has other values of mvpd;"),
      // What is there already may be of the earlier run.
      ("a b", "", "--record-partner FOLDER/taken", "--record-partner 'FOLDER/taken': it is there"),
      (
        "a b", "", "--record-har FOLDER/taken",
        "--record-har 'FOLDER/taken': it is there already, and may be of the earlier run;"
      ),
      ("a b", "", "--record-partner FOLDER/new", nil),
      ("a b", "", "--shard 1/2 --run-id 7", "it is of the whole plan (--shard, --run-id);"),
      ("a b", "", "--scenario Waits", "it has selected FOLDER/a.yaml FOLDER/b.yaml;"),
      ("a b", "", "--strict", "it has no --strict;"),
    ] as [(String, String, String, String?)])
  func `says what is different`(
    suites: String, profile: String, options: String, message: String?
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.write(Self.suite(name), to: "\(name).yaml") }
    try folder.write(Self.suite("b") + "# changed\n", to: "changed.yaml")
    try folder.write("{}", to: "taken")
    func words(_ suites: String) -> [String] {
      suites.split(separator: " ").map { folder.file("\($0).yaml") }
        + ["--target", folder.file("profile.yaml")]
    }
    try folder.write(Sample.profile, to: "profile.yaml")
    let first = try CommandRun(words("a b"), in: folder)
    #expect(first.verdicts == ["Waits": "passed"])
    let report = try folder.write(JSONWriter.text(first.report), to: "report.json")
    try folder.write("\(Sample.profile)\(profile)", to: "profile.yaml")
    let more = options.replacing("FOLDER", with: folder.path).split(separator: " ")
    let again = try CommandRun(
      words(suites) + ["--rerun", report] + more.map(String.init), in: folder)
    guard let message else {
      again.expect(first.status, output: "nothing failed in ")
      return
    }
    again.expect(.invalidInput, errors: message.replacing("FOLDER", with: folder.path))
    #expect(again.report == .null)
  }

  /// Each is one change of the report by which the same run is run again.
  @Test(
    arguments: [
      (#"{"format""#, #"{"subject":"application","format""#, "this is the report of an audit, or"),
      (
        #""version":"\#(ConformanceCommand.version)""#, #""version":"0.0.0""#,
        "it is of sso-conformance 0.0.0;"
      ), (#""target":{"name":""#, #""target":{"name":"other "#, "its target is other http://"),
      (
        #""url":"http://127.0.0.1:9""#, #""url":"http://127.0.0.1:8""#,
        "its base URL is http://127.0.0.1:8, not http://127.0.0.1:9;"
      ),
      (
        #""framework":"apple (emulated)""#, #""framework":"other""#,
        "its partner framework is other, not apple (emulated);"
      ), (#""evidence":"#, #""other":"#, "the report does not name the files of its run;"),
      (#""facts":{"#, #""facts":{"mvpd":"m","#, "the profile has other values of mvpd;"),
      (#""isStrict":false"#, #""isStrict":true"#, "it has --strict;"),
      ("a.yaml:3:5\"", "a.yaml:4:5\"", "'Waits', is another one now;"),
      ("b.yaml:3:5\"", "b.yaml:3:6\"", "'Waits', is another one now;"),
      // Many rows of a live table that are not there any more, or of another scenario.
      (#""scenarios":["#, #""scenarios":[ROWS "#, nil),
      (#""scenarios":["#, #""scenarios":[ROWS OF "#, "'Row', is another one now;"),
      // The time limits and the number of jobs may be others.
      (#""jobs":8"#, #""jobs":3"#, nil), (#""connectTimeoutMs":5"#, #""connectTimeoutMs":6"#, nil),
    ] as [(String, String, String?)])
  func `says what a report has of another run`(old: String, new: String, message: String?) throws {
    let folder = try TemporaryFolder()
    let suites = try ["a", "b"].map { try folder.write(Self.suite($0), to: "\($0).yaml") }
    let profile = try folder.write(Sample.profile, to: "profile.yaml")
    let words = suites + ["--target", profile, "--jobs", "8"]
    let text = JSONWriter.text(try CommandRun(words, in: folder).report)
    #expect(text.contains(old))
    let row =
      #"{"name":"Row","at":"\#(suites[0]):3:5","planIndex":1,"verdict":"passed","steps":[]},"#
    let rows = String(repeating: row, count: new.contains("ROWS") ? 20_000 : 0)
    let report = try folder.write(
      text.replacing(old, with: new, maxReplacements: 1)
        .replacing("ROWS OF ", with: rows.replacing("a.yaml", with: "x.yaml"))
        .replacing("ROWS ", with: rows), to: "report.json")
    let again = try CommandRun(words + ["--rerun", report], in: folder)
    #expect((again.status == .invalidInput) == (message != nil))
    #expect(message.map { again.errors.contains($0) } ?? true, "\(again.errors)")
    #expect((again.report == .null) == (message != nil))
  }

  @Test func `runs what failed again, and names it in all reports`() throws {
    let state = Mutex((isMended: false, targets: [String]()))
    let server = HTTPServer { request in
      let target = request.request.target
      return state.withLock { state in
        state.targets.append(target)
        return HTTPResponse(status: state.isMended || target == "/good" ? 200 : 500)
      }
    }
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let port = try server.start()
    let words = [
      try folder.write(
        """
        suite: Two
        scenarios:
          - scenario: Good
            steps: [{step: A, request: {GET: /good}, expect: {status: 200}}]
          - scenario: Bad
            steps: [{step: A, request: {GET: /bad}, expect: {status: 200}}]
        """, to: "suite.yaml"), "--target",
      try folder.write("base-url: http://127.0.0.1:\(port)\n", to: "profile.yaml"),
    ]
    func run(_ earlier: CommandRun?, _ options: [String] = []) throws -> CommandRun {
      state.withLock { $0.targets = [] }
      let report = try earlier.map {
        try folder.write(JSONWriter.text($0.report), to: "report.json")
      }
      return try CommandRun(words + (report.map { ["--rerun", $0] } ?? []) + options, in: folder)
    }
    let first = try run(nil)
    #expect(first.status == .notConformant)
    // Of another plan nothing is sent.
    #expect(try run(first, ["--strict"]).status == .invalidInput)
    #expect(state.withLock { $0.targets }.isEmpty)
    let again = try run(first)
    #expect(
      again.status == .notConformant && again.verdicts == ["Good": "passed", "Bad": "failed"])
    state.withLock { $0.isMended = true }
    let mended = try run(again)
    #expect(mended.status == .success, "\(mended.errors)")
    #expect(state.withLock { $0.targets } == ["/bad"])
    #expect(mended.verdicts == ["Good": "passed", "Bad": "passed"])
    // Nothing is left to run, and the failure stays.
    let nothing = try run(mended)
    #expect(nothing.status == .success)
    #expect(state.withLock { $0.targets }.isEmpty)
    let note = "'Bad' of 'Two' failed before it was run again"
    for last in [mended, nothing] {
      #expect(last.report["outcome"]?["verdict"] == "partial")
      #expect(
        last.report["outcome"]?["sentence"]
          == "partial: rerun of what failed before: 'Bad' of 'Two'; all passed")
      #expect(
        last.report["earlierFailures"] == [["suite": "Two", "name": "Bad", "verdict": "failed"]])
      for text in [last.output, last.markdown, last.junit, last.page] {
        #expect(
          text.replacing("&#39;", with: "'").replacing("&apos;", with: "'").contains(note),
          "\(text)")
      }
    }
  }
}

struct MergeTests {
  @Test(
    arguments: [
      (["--shard", "1/1", "--run-id", "7"], "merged", .notConformant, "nothing was proved: ", ""),
      (
        ["--shard", "1/1", "--run-id", "7"], "taken", .invalidInput, "",
        "'report.md' in it is a folder"
      ),
      (
        [], "merged", .invalidInput, "",
        "this is the report of a whole run, not of a part (--shard)"
      ),
    ] as [([String], String, Command.ExitStatus, String, String)])
  func `ends as the whole run does, unless a report is of no shard or can't be written`(
    options: [String], reports: String, status: Command.ExitStatus, output: String, errors: String
  ) throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun(suite: Sample.idle, options, in: folder)
    #expect(run.status == .notConformant)
    let report = try folder.write(JSONWriter.text(run.report), to: "report.json")
    // A folder with something in it can't be replaced by a file.
    try folder.write("", to: "taken/report.md/in-the-way")
    let merged = CommandLine(["report", "merge", report, "--reports", folder.file(reports)])
    merged.expect(status, output: output, errors: errors)
  }

  @Test(arguments: [
    (["megre"], "not 'megre', did you mean 'merge'?"),
    (["diff", "a"], "report diff takes two reports: OLD NEW"),
    (["diff", "a", "b", "c"], "report diff takes two reports: OLD NEW"),
    (["verify"], "report verify takes one report: FILE"),
    (["html", "a", "b"], "report html takes one report: FILE"),
    (["reproduce", "a"], "report knows merge, diff, verify and html, not 'reproduce'"),
    (["merge", "a", "--suites", "s"], "--suites goes with report verify"),
    (["html", "a", "--rules", "r"], "--rules goes with report verify"),
    (["diff", "a", "b", "--days", "3"], "unknown option '--days'"),
    (["merge", "a", "--write-known", "k"], "--write-known goes with report diff"),
    (["diff", "a", "b", "--reports=c"], "--reports goes with report merge and report html"),
    (["merge"], "report merge takes the report.json of each shard"),
    (["merge", "absent.json"], "the report 'absent.json': there is no such file or folder"),
    (["merge", "."], "the report '.': it is a folder"),
    ([], "report takes a word: merge, diff, verify or html"),
  ])
  func `takes each option and each file with its word`(words: [String], message: String) {
    CommandLine(["report"] + words).expect(.invalidInput, errors: message)
  }

  @Test(arguments: [
    (
      #""status":1"#, #""status":0"#,
      "edited: outcome.status: the report says 0, its scenarios say 1\nnot the same: the report was "
        + "edited: 1 statement of it does not follow from its scenarios\n"
    ), (#""version":"0"#, #""version":"9"#, "tool: the report is of sso-conformance 9"),
    (#""version":"0"#, #""version":"9"#, "\nnot the same: another version of the tool"),
    // What a report may leave out is no other statement.
    (#""action":"#, #""isFinal":false,"action":"#, "the same: "),
  ])
  func `says why a report is not the same`(old: String, new: String, output: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Sample.idle, to: "suites/s.yaml")
    let profile = try folder.write(Sample.profile, to: "profile.yaml")
    let suites = folder.file("suites")
    let text = JSONWriter.text(try CommandRun([suites, "--target", profile], in: folder).report)
    #expect(text.contains(old))
    let report = try folder.write(text.replacing(old, with: new), to: "report.json")
    CommandLine(["report", "verify", report, "--suites", suites]).expect(
      output.hasPrefix("the same") ? .success : .notConformant, output: output)
  }
}

struct ResourceLimitsTests {
  @Test(arguments: [(1, false, 50), (3, false, 50), (3, true, 3), (1, true, 1)])
  func `is as wanted, and programs wait only as many as there are jobs`(
    wanted: Int, hasPrograms: Bool, waiting: Int
  ) throws {
    let limits = try ResourceLimits(jobs: wanted, hasPrograms: hasPrograms)
    #expect(limits.jobs == wanted && limits.waiting == waiting)
    #expect(limits.remark == nil)
  }
}
