// SPDX-License-Identifier: Apache-2.0
// A run of so many scenarios that their records are put aside.

import Foundation
import JSON
import TestSupport
import Testing

@testable import ConformanceCommand

@Suite struct LargeRunTests {
  @Test func `reports every scenario, and leaves nothing but the reports`() throws {
    let folder = try ProgramFolder()
    let rows = (0..<700).map(String.init).joined(separator: ", ")
    let tables = ["A", "B", "C"].map { name in
      "  - {scenario: \"\(name) ${row}\", cases: {each: row, in: [\(rows)]}, steps: [{wait: 0s}]}\n"
    }
    let run = try CommandRun(
      suite: "suite: Many\nscenarios:\n\(tables.joined())", profile: "", ["--jobs", "4"],
      in: folder)
    #expect(run.errors == "")
    #expect(run.scenarios.count == 2100)
    #expect(run.scenarios[701]["name"]?.string == "B 1")
    #expect(run.scenarios.allSatisfy { $0["verdict"]?.string == "passed" })
    #expect(run.markdown.contains("2,100 scenarios: 2,100 passed"))
    #expect(run.junit.split(separator: "<testcase ").count == 2101)
    let left = FileManager.default.enumerator(atPath: folder.file("."))?.allObjects ?? []
    #expect(!left.contains { "\($0)".hasSuffix(".part") })
  }
}
