// SPDX-License-Identifier: Apache-2.0
// Tests of the last screen of a run: what it names, and that it fits.

import Formats
import Foundation
import Record
import Reports
import Suites
import Testing
import Text

@Suite struct TerminalScreenTests {
  private static let long = Array(repeating: "word", count: 100).joined(separator: " ")

  /// Three hundred scenarios that fail for one reason, and others for many.
  ///
  /// - Parameter others: How many fail for a reason of their own.
  private static func failing(others: Int, _ text: String = "") -> RunRecord {
    let scenarios = (0..<300 + others).map { number -> ScenarioRecord in
      let isCommon = number < 300
      var step =
        isCommon
        ? SampleRecords.wrong
        : SampleRecords.request(
          "", number, exchanges: [SampleRecords.exchange("GET", "/other", 200)])
      step.name = isCommon ? "Create the profile" : "Step \(number) \(text)"
      step.verdict = .failed([
        isCommon
          ? SampleRecords.finding("status", 44, "200 \(text)", "400 \(text)")
          : SampleRecords.finding("/m\(number)", number, "1 \(text)", "x\(number) \(text)")
      ])
      step.advice = "Mend the profile. \(text)"
      step.location = SourceLocation(
        file: step.location.file, position: Position(line: isCommon ? 44 : number, column: 1))
      return SampleRecords.scenario(
        "number \(number) \(text)", number + 1, .failed([]), steps: [step])
    }
    var record = SampleRecords.run([SampleRecords.suite(scenarios, name: "suite \(text)")])
    record.remarks = text.isEmpty ? [] : ["first \(text)", "second", "third", "fourth"]
    return record
  }

  private static func lines(_ record: RunRecord, columns: Int?) -> [String] {
    let report = TerminalReport(hasColour: false, columns: columns)
    return report.printed(of: RunJudgement(record)).rendered.components(separatedBy: "\n")
      .dropLast()
  }

  @Test(arguments: [0, 1, 40], [80, 100])
  func `fits a screen`(others: Int, columns: Int) {
    for text in ["", Self.long, "\u{1B}[31m日本語 \(Self.long)"] {
      let lines = Self.lines(Self.failing(others: others, text), columns: columns)
      // The paths of the reports come below it, and an empty line is above.
      if text.isEmpty { #expect(lines.count <= 23) }
      for line in lines { #expect(Columns.width(of: line) <= columns, "\(line)") }
      #expect(!lines.joined().contains("\u{1B}"))
    }
  }

  @Test func `names the one thing to fix first`() throws {
    let lines = Self.lines(Self.failing(others: 7), columns: 80)
    let begin = try #require(lines.firstIndex(of: "To fix first:"))
    #expect(
      lines[begin...].prefix(11).joined(separator: "\n") == """
        To fix first:
          Create the profile
            V2-C13-01 (must): The service creates a profile of type `appleSSO` and
            returns it.
            also V2-X9-99
            sent      POST /api/v2/REF30/profiles/sso/Apple → 400 in 12 ms
            at        status
            expected  200
            found     400
            answer    ]]> <b>&amp;</b> \\u{1B}[31mred\\u{7}\\u{0} \\u{202E}right\\u{2066} \\r…
            to do     Mend the profile.
        """)
    #expect(lines.contains("    seen in   'number 0' and 299 others"))
    #expect(lines.contains { $0.hasPrefix("In the report: ") && $0.contains(" more to fix") })
  }

  @Test func `is the verdict alone where that is wanted`() {
    let report = TerminalReport(hasColour: false, columns: 40, amount: .verdict)
    let run = RunJudgement(Self.failing(others: 3))
    #expect(report.printed(of: run).rendered == "\(run.outcome.sentence)\n")
  }

  @Test func `keeps the verdict on one line where there is no terminal`() {
    let record = SampleRecords.merged
    #expect(Self.lines(record, columns: nil).contains(RunJudgement(record).outcome.sentence))
    #expect(!Self.lines(record, columns: 80).contains(RunJudgement(record).outcome.sentence))
  }
}
