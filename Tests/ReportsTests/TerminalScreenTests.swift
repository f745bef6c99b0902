// SPDX-License-Identifier: Apache-2.0
// Tests of the terminal: the summary on a screen, and the checklist of preflights.

import Formats
import Foundation
import Record
import Reports
import Suites
import Testing
import Text

struct TerminalScreenTests {
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

  private static func lines(_ record: RunRecord, columns: Int?, rows: Int? = nil) -> [String] {
    let report = TerminalReport(hasColour: false, columns: columns, rows: rows)
    return report.printed(of: RunJudgement(record)).rendered.components(separatedBy: "\n")
      .dropLast()
  }

  @Test(arguments: [0, 1, 40], [80, 100]) func `fits a screen`(others: Int, columns: Int) {
    for text in ["", Self.long, "\u{1B}[31m日本語 \(Self.long)"] {
      let lines = Self.lines(Self.failing(others: others, text), columns: columns)
      // The paths of the reports come below it, and an empty line is above.
      if text.isEmpty { #expect(lines.count <= 23) }
      for line in lines { #expect(Columns.width(of: line) <= columns, "\(line)") }
      #expect(!lines.joined().contains("\u{1B}"))
    }
  }

  /// Of a screen that has room for it all, the rest stays empty.
  @Test(arguments: [(1, 23), (24, 23), (30, 29), (200, 35)])
  func `has as many lines as the terminal has rows for`(rows: Int, most: Int) {
    let record = Self.failing(others: 40, Self.long)
    let count = Self.lines(record, columns: 80, rows: rows).count
    #expect(count <= most + 2)
    #expect((count > Self.lines(record, columns: 80).count) == (rows > 24))
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

  @Test func `counts preflights beside the scenarios`() {
    let failed = SampleRecords.scenario(
      "s", 1, .failed([SampleRecords.finding("/a", 1, "1", "2")]), steps: [])
    var record = SampleRecords.run(of: [failed])
    var preflight = SampleRecords.suite([SampleRecords.scenario("p", 0, steps: [])])
    preflight.isPreflight = true
    record.suites.append(preflight)
    // What is not proved follows, each requirement under its verdict.
    #expect(
      Self.lines(record, columns: nil).contains(
        "1 scenario and 1 preflight: 1 failed; "
          + "6 requirements are not proved: no scenario of this run shows them"))
  }
}

struct ChecklistTests {
  static func check(
    _ name: String, _ verdict: Verdict, advice: String? = nil, steps: [StepRecord]? = nil
  ) -> ScenarioRecord {
    var step = SampleRecords.request("ask", 2, verdict: verdict)
    step.advice = advice
    return SampleRecords.scenario(name, 1, verdict, steps: steps ?? [step])
  }

  static func list(
    _ checks: [ScenarioRecord], shared: [SharedFragmentRecord] = [], isInterrupted: Bool = false
  ) -> Checklist {
    var suite = SampleRecords.suite(checks, name: "What it needs")
    suite.isPreflight = true
    let others = SampleRecords.suite([check("no check", SampleRecords.wrong.verdict)])
    return Checklist(
      SampleRecords.run([suite, others], shared: shared, isInterrupted: isInterrupted),
      on: TerminalReport(hasColour: false, columns: 80))
  }

  static func wrong(_ count: Int) -> Verdict {
    .failed((0..<count).map { SampleRecords.finding("/m\($0)", 3, "1", "2") })
  }

  @Test(arguments: [(1, nil), (2, nil), (3, nil), (4, "and 1 more"), (9, "and 6 more")])
  func `shows three findings, and counts the others`(count: Int, more: String?) {
    let lines = Self.list([Self.check("one", Self.wrong(count))]).text.rendered
      .split(separator: "\n").map(String.init)
    #expect(lines.count { $0.contains("ask: /m") } == min(count, 3))
    #expect(lines.filter { $0.contains(" more") } == (more.map { ["          \($0)"] } ?? []))
  }

  @Test(
    arguments: [
      ([check("a", .passed)], false, "the target can be judged: 1 of 1 check passed"),
      (
        [check("a", .passed), check("b", .skipped(because: "no"))], false,
        "the target can be judged: 1 of 2 checks passed"
      ),
      (
        [check("a", .passed), check("b", wrong(1))], false,
        "the target can't be judged: 1 of 2 checks failed"
      ),
      (
        [check("a", wrong(1)), check("b", .blocked(because: "x"))], false,
        "the target can't be judged: 1 of 2 checks failed, 1 blocked by it"
      ),
      (
        [check("a", wrong(1)), check("b", wrong(1)), check("c", .blocked(because: "x"))], false,
        "the target can't be judged: 2 of 3 checks failed, 1 blocked by them"
      ),
      ([check("a", .passed), check("b", .notReached)], true, "interrupted: 1 of 2 checks passed"),
      (
        [check("a", .broken(RunProblem(.transport, "no", at: nil))), check("b", .notReached)], true,
        "the target can't be judged: 1 of 2 checks failed"
      ),
    ] as [([ScenarioRecord], Bool, String)])
  func `sums up whether the target can be judged`(
    checks: [ScenarioRecord], isInterrupted: Bool, sentence: String
  ) {
    let list = Self.list(checks, isInterrupted: isInterrupted)
    #expect(list.verdict.rendered == "\(sentence)\n")
    #expect(list.hasFailures == sentence.contains("can't"))
    #expect(list.text.rendered.hasSuffix("\n\n\(sentence)\n"))
  }

  @Test func `has a line for each check, and gives an advice once`() {
    let broken = Verdict.broken(RunProblem(.transport, "no answer came", at: nil))
    let text = Self.list([
      Self.check("a", .passed), Self.check("b", .skipped(because: "not here")),
      Self.check("c", Self.wrong(1), advice: "Mend it."),
      Self.check("d", broken, advice: "Mend it."), Self.check("e", broken, steps: []),
      Self.check("f", .blocked(because: "x")), Self.check("g", .notReached),
      Self.check("h", .interrupted),
    ]).text.rendered
    #expect(
      text.hasPrefix(
        """
        What it needs
          ok      a
          skipped b: not here
          FAILED  c
                  ask: /m0: expected 1, found 2
                  → Mend it.
          FAILED  d
                  ask: no answer came
                  → as above
          FAILED  e
                  no answer came
          blocked f
          not run g
          not run h

        """), "\(text)")
    #expect(!text.contains("no check"))
  }

  @Test func `tells of a shared fragment that failed its innermost step and its advice`() {
    var token = SampleRecords.token
    token.verdict = Self.wrong(1)
    token.steps[0].verdict = token.verdict
    let blocked = Verdict.blocked(because: token.blockReason, fragment: token.id)
    var use = SampleRecords.useToken(2, verdict: blocked)
    use.advice = "Ask for a statement."
    let check = Self.check("needs a token", blocked, steps: [use])
    let lines = Self.list([check], shared: [token]).text.rendered
    #expect(
      lines.contains(
        """
          FAILED  needs a token
                  Obtain an access token: /m0: expected 1, found 2
                  → Ask for a statement.

        """), "\(lines)")
    token.steps[0].advice = "Ask nobody."
    #expect(Self.list([check], shared: [token]).text.rendered.contains("→ Ask nobody.\n"))
    // A live table is filled before there are steps; what came later is blocked by it.
    let table = Self.check("a table", blocked, steps: [])
    let text = Self.list([table, Self.check("b", .blocked(because: "x"))], shared: [token]).text
    #expect(text.rendered.contains("FAILED  a table\n          Obtain an access token: /m0"))
    #expect(text.rendered.hasSuffix("1 of 2 checks failed, 1 blocked by it\n"))
    // A step that passed after all does not tell why.
    token.verdict = .passed
    use.verdict = .passed
    var other = SampleRecords.request("after it", 3, verdict: Self.wrong(1))
    other.advice = "Mend this."
    let passed = Self.check("c", Self.wrong(1), steps: [use, other])
    #expect(Self.list([passed], shared: [token]).text.rendered.contains("after it: /m0"))
  }
}
