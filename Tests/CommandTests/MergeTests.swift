// SPDX-License-Identifier: Apache-2.0
// `report merge`, on the report of a run that is its own only shard.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct MergeTests {
  @Test(arguments: [("merged", 1), ("taken", 4)] as [(String, Int32)])
  func `ends as the whole run does, unless a report can't be written`(
    reports: String, status: Int32
  ) throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: "suite: S\nscenarios:\n  - {scenario: A, steps: [{wait: 0s}]}\n", profile: "",
      ["--shard", "1/1"], in: folder)
    #expect(run.status == .notConformant)
    let report = try folder.write(JSONWriter.text(run.report), to: "report.json")
    // A folder with something in it can't be replaced by a file.
    try FileManager.default.createDirectory(
      atPath: folder.file("taken/report.md/in-the-way"), withIntermediateDirectories: true)
    let merged = CommandLine(["report", "merge", report, "--reports", folder.file(reports)])
    #expect(merged.status.rawValue == status, "\(merged.errors)")
    #expect(merged.output.contains("nothing was proved: "))
  }

  @Test func `does not write over a list of known failures`() throws {
    let folder = try ProgramFolder()
    let taken = try folder.write("known: []\n", to: "taken.yaml")
    let line = CommandLine(["report", "diff", "old.json", "new.json", "--write-known", taken])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("it is there already"), "\(line.errors)")
  }

  @Test(arguments: [
    ([], "report takes a word: "), (["megre"], "not 'megre', did you mean 'merge'?"),
    (["merge"], "report merge takes the report.json of each shard"),
    (["diff", "a"], "report diff takes two reports: OLD NEW"),
    (["diff", "a", "b", "c"], "report diff takes two reports: OLD NEW"),
    (["verify"], "report verify takes one report: FILE"),
    (["html", "a", "b"], "report html takes one report: FILE"),
    (["reproduce", "a"], "report knows merge, diff, verify and html, not 'reproduce'"),
    (["merge", "a", "--suites", "s"], "--suites goes with report verify"),
    (["html", "a", "--rules", "r"], "--rules goes with report verify"),
    (["diff", "a", "b", "--days", "3"], "unknown option '--days'"),
    (["merge", "a", "--write-known", "k"], "--write-known goes with report diff"),
    (["diff", "a", "b", "--reports", "r"], "--reports goes with report merge and report html"),
  ])
  func `takes each option and each file with its word`(words: [String], message: String) {
    let line = CommandLine(["report"] + words)
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains(message), "\(line.errors)")
  }

  @Test func `says that a report of the same suites was edited`() throws {
    let folder = try ProgramFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("suites"), withIntermediateDirectories: true)
    let suite = try folder.write(
      "suite: S\nscenarios:\n  - {scenario: A, steps: [{wait: 0s}]}\n", to: "suites/s.yaml")
    let profile = try folder.write("base-url: http://127.0.0.1:9\n", to: "profile.yaml")
    let run = try CommandRun([folder.file("suites"), "--target", profile], in: folder)
    let text = JSONWriter.text(run.report)
    func verify(_ text: String) throws -> CommandLine {
      let report = try folder.write(text, to: "report.json")
      return CommandLine(["report", "verify", report, "--suites", folder.file("suites")])
    }
    let same = try verify(text)
    #expect(same.status == .success, "\(same.output)\(same.errors)")
    #expect(same.output.hasPrefix("the same: 2 files and the tool; SHA-256 of all: "))
    #expect(text.contains(#""status":1"#))
    let edited = try verify(text.replacing(#""status":1"#, with: #""status":0"#))
    #expect(edited.status == .notConformant)
    #expect(
      edited.output.hasSuffix(
        "not the same: the report was edited: 1 statement of it does not follow from its scenarios\n"
      ),
      "\(edited.output)")
    let other = try verify(text.replacing(#""version":"0"#, with: #""version":"9"#))
    #expect(other.status == .notConformant)
    #expect(other.output.contains("not the same: another version of the tool"), "\(other.output)")
    try folder.write("suite: S\nscenarios: []\n", to: "suites/s.yaml")
    let changed = try verify(text)
    #expect(changed.status == .notConformant)
    #expect(changed.output == "changed: \(suite)\nnot the same: 1 file changed\n")
  }
}
