// SPDX-License-Identifier: Apache-2.0
// `run --resume`: what is not the run that was interrupted is refused before anything is sent.

import JSON
import TestSupport
import Testing

@testable import ConformanceCommand

@Suite struct ResumeOptionTests {
  /// Sends nothing.
  private static func suite(_ name: String) -> String {
    "suite: \(name)\nscenarios:\n  - {scenario: Waits, steps: [{wait: 0s}]}\n"
  }

  @Test(
    arguments: [
      (["a", "b"], "", [], nil),
      // A file less, a file more, and one that says something else.
      (["a"], "", [], "these files have changed: FOLDER/b.yaml;"),
      (["a", "b", "c"], "", [], "these files have changed: FOLDER/c.yaml;"),
      (["a", "changed"], "", [], "these files have changed: FOLDER/changed.yaml, FOLDER/b.yaml;"),
      // Three are named, and the others counted.
      (
        ["c"], "", [],
        "these files have changed: FOLDER/c.yaml, FOLDER/a.yaml, FOLDER/b.yaml;"
      ),
      (
        ["c", "changed"], "", [],
        "these files have changed: FOLDER/c.yaml, FOLDER/changed.yaml, FOLDER/a.yaml and 1 more;"
      ),
      (["b", "a"], "", [], "it has selected "),
      (["a", "b"], "", ["--strict"], "it has no --strict;"),
      (["a", "b"], "target: other\n", [], "its target is "),
      (["a", "b"], "facts: {mvpd: m}\n", [], "the profile has other values of mvpd;"),
      (["a", "b"], "", ["--shard", "1/2"], "it is of the whole plan (--shard);"),
      // What is there already may be of the run that is resumed.
      (
        ["a", "b"], "", ["--record-har", "FOLDER/taken"], "--record-har 'FOLDER/taken': it is there"
      ),
      (
        ["a", "b"], "", ["--record-partner", "FOLDER/taken"],
        "--record-partner 'FOLDER/taken': it is there"
      ),
      (["a", "b"], "", ["--record-partner", "FOLDER/new"], nil),
    ] as [([String], String, [String], String?)])
  func `says what is different`(
    suites: [String], profile: String, options: [String], message: String?
  ) throws {
    let folder = try ProgramFolder()
    for name in ["a", "b", "c"] { try folder.write(Self.suite(name), to: "\(name).yaml") }
    try folder.write(Self.suite("b") + "# changed\n", to: "changed.yaml")
    try folder.write("{}", to: "taken")
    func words(_ suites: [String]) -> [String] {
      suites.map { folder.file("\($0).yaml") } + ["--target", folder.file("profile.yaml")]
    }
    try folder.write("base-url: http://127.0.0.1:9\n", to: "profile.yaml")
    let first = try CommandRun(words(["a", "b"]), in: folder)
    #expect(first.verdicts == ["Waits": "passed"])
    let report = try folder.write(JSONWriter.text(first.report), to: "report.json")
    try folder.write("base-url: http://127.0.0.1:9\n\(profile)", to: "profile.yaml")
    let again = try CommandRun(
      words(suites) + ["--resume", report]
        + options.map { $0.replacing("FOLDER", with: folder.path) }, in: folder)
    guard let message else {
      #expect(again.status == first.status, "\(again.errors)")
      #expect(again.output.contains("all scenarios have a verdict in "), "\(again.output)")
      return
    }
    #expect(again.status == .invalidInput)
    #expect(
      again.errors.contains(message.replacing("FOLDER", with: folder.path)), "\(again.errors)")
    #expect(again.report == .null)
  }

  /// Each is one change of the report that the same run is resumed by.
  @Test(
    arguments: [
      (#"{"format""#, #"{"subject":"application","format""#, "this is the report of an audit, or"),
      (
        #""version":"\#(ConformanceCommand.version)""#, #""version":"0.0.0""#,
        "it is of sso-conformance 0.0.0;"
      ),
      (#""target":{"name":""#, #""target":{"name":"other "#, "its target is other http://"),
      (
        #""url":"http://127.0.0.1:9""#, #""url":"http://127.0.0.1:8""#,
        "its base URL is http://127.0.0.1:8, not http://127.0.0.1:9;"
      ),
      (
        #""framework":"apple (emulated)""#, #""framework":"other""#,
        "its partner framework is other, not apple (emulated);"
      ),
      (#""evidence":"#, #""other":"#, "the report does not say of which files it is;"),
      (#""facts":{"#, #""facts":{"mvpd":"m","#, "the profile has other values of mvpd;"),
      (#""isStrict":false"#, #""isStrict":true"#, "it has --strict;"),
      ("a.yaml:3:5\"", "a.yaml:4:5\"", "'Waits', is another one now;"),
      ("b.yaml:3:5\"", "b.yaml:3:6\"", "'Waits', is another one now;"),
      // The time limits and the number of jobs may be others.
      (#""jobs":8"#, #""jobs":3"#, nil), (#""connectTimeoutMs":5"#, #""connectTimeoutMs":6"#, nil),
    ] as [(String, String, String?)])
  func `says what the report has of another run`(
    old: String, new: String, message: String?
  ) throws {
    let folder = try ProgramFolder()
    let suites = try ["a", "b"].map { try folder.write(Self.suite($0), to: "\($0).yaml") }
    let profile = try folder.write("base-url: http://127.0.0.1:9\n", to: "profile.yaml")
    let words = suites + ["--target", profile, "--jobs", "8"]
    let text = JSONWriter.text(try CommandRun(words, in: folder).report)
    #expect(text.contains(old))
    let report = try folder.write(
      text.replacing(old, with: new, maxReplacements: 1), to: "report.json")
    let again = try CommandRun(words + ["--resume", report], in: folder)
    #expect((again.status == .invalidInput) == (message != nil))
    #expect(again.errors.contains(message ?? ""), "\(again.errors)")
    #expect((again.report == .null) == (message != nil))
  }
}
