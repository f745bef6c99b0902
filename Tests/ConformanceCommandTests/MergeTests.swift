// SPDX-License-Identifier: Apache-2.0
// `report merge`, on the report of a run that is its own only shard.

import Foundation
import JSON
import TestSupport
import Testing

@testable import ConformanceCommand

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
}
