// SPDX-License-Identifier: Apache-2.0
// Tests of the exchanges that a record counts and does not keep.

import HTTP
import Record
import Suites
import Testing
import Text

@Suite struct LeftOutTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let step: String
    let asked: Int
    let kept: [Int]
    let leftOut: String
    var notes: [String] = []
    var testDescription: String { what }
  }

  static let rows = [
    Row(
      what: "a burst",
      step: "{step: A, request: {GET: /a}, burst: 300, expect: {statuses: !size 300}}",
      asked: 300, kept: [200, 200], leftOut: "298 more like it (288 × 200, 10 × 500)"),
    Row(
      what: "a burst of two",
      step: "{step: A, request: {GET: /a}, burst: 2, expect: {statuses: !size 2}}",
      asked: 2, kept: [200, 200], leftOut: "0 more like it ()"),
    Row(
      what: "a retry",
      step: "{step: A, request: {GET: /a}, retry: {while: {json: {n: !not 100}}, every: 1ms, "
        + "at-most: 10s}, expect: {status: 200}}",
      asked: 101, kept: [200, 200], leftOut: "99 more like it (96 × 200, 3 × 500)",
      notes: ["asked 101 times"]),
  ]

  /// Each 25th answer is another one, but not the first or the last.
  static func answer(_ number: Int) -> HTTPResponse {
    .json(
      #"{"n": \#(number)}"#,
      status: number > 0 && number < 299 && number % 25 == 0 && number != 100 ? 500 : 200,
      headers: ["X-Number": "\(number)"])
  }

  @Test(arguments: rows) func `keeps the first and the last, and counts all`(row: Row) throws {
    let record = try Bench().run(
      "suite: Many\nscenarios:\n  - {scenario: It, steps: [\(row.step)]}\n"
    ) { _, number in Self.answer(number) }
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(scenario.steps[0].exchanges.map(\.status) == row.kept)
    #expect(scenario.steps[0].leftOut.sentence == row.leftOut)
    #expect(scenario.steps[0].notes.map(\.description) == row.notes)
    #expect(RunJudgement(record).totals.requests == row.asked)
  }

  @Test func `judges each status of a burst`() throws {
    let record = try Bench().run(
      """
      suite: Many
      scenarios:
        - {scenario: It, steps: [{step: A, request: {GET: /a}, burst: 60, expect: {statuses: !each 200}}]}
      """
    ) { _, number in Self.answer(number) }
    #expect(try record.onlyScenario().verdict.outline == "failed at statuses/25 statuses/50")
  }

  @Test func `counts what the attempts sent that were too late`() throws {
    let (record, asked) = try SendingTimeTests.run(late: 2)
    var run = RunRecord.empty
    run.suites[0].scenarios = [record]
    #expect(asked.count == 8)
    #expect(RunJudgement(run).totals.requests == 8)
    #expect(record.steps[0].leftOut.number == 2)
  }

}

extension RunRecord {
  /// The record of a run with one suite that has no scenario.
  fileprivate static var empty: RunRecord {
    RunRecord(
      tool: ToolRecord(name: "sso-conformance", version: "test"),
      target: TargetRecord(name: "t", url: "u", serviceProvider: nil, mvpds: [], framework: "f"),
      startedAt: .init(milliseconds: 0), duration: .zero, jobs: 1, isStrict: false,
      isInterrupted: false, remarks: [], catalogues: [], sharedFragments: [],
      suites: [
        SuiteRecord(
          name: "S", about: nil, file: "s.yaml", digest: "", cookbook: nil, phase: nil,
          scenarios: [])
      ])
  }
}
