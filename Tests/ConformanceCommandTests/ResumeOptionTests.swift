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
}
