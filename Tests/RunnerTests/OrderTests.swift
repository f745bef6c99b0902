// SPDX-License-Identifier: Apache-2.0
// Tests of the order of steps, and of what follows from one that fails.

import Expectations
import HTTP
import Record
import Suites
import TestSupport
import Testing

struct OrderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var what = ""
    /// The steps, or all keys of the scenario.
    var scenario = ""
    var answers: [String: String] = [:]
    var outline: [String] = []
    var verdict = "passed"
    var testDescription: String { what }
  }

  /// Rows, each of lines: `# what it shows`, the scenario, `> path answer`, and
  /// `= the outline of each step | the verdict`.
  static func read(_ text: String) -> [Row] {
    text.split(separator: "# ").map { block in
      var row = Row()
      for (number, line) in block.split(separator: "\n").enumerated() {
        let rest = String(line.dropFirst(2))
        if number == 0 {
          row.what = String(line)
        } else if line.hasPrefix("> ") {
          let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
          row.answers[parts[0]] = parts[1]
        } else if line.hasPrefix("= ") {
          let parts = rest.split(separator: " | ").map(String.init)
          row.outline = [String](cell: parts[0])
          if parts.count > 1 { row.verdict = parts[1] }
        } else {
          row.scenario += "\(line)\n"
        }
      }
      return row
    }
  }

  /// Answers `/NAME` with what a row says, else with `{"id": "one"}`.
  static func run(_ row: Row, _ bench: Bench = Bench()) throws -> ScenarioRecord {
    let answers = row.answers
    let lines = row.scenario.split(separator: "\n")
    let isSteps = row.scenario.hasPrefix("- ")
    let keys = (isSteps ? ["steps:"] + lines.map { "  \($0)" } : lines.map(String.init))
      .map { "    \($0)" }.joined(separator: "\n")
    let record = try bench.run(
      """
      suite: Small
      fragments:
        - {fragment: pair, takes: {path: /a, by: id}, gives: [first, second], steps: [
            {step: one, request: {GET: "/${path}"}, save: {first: $.id}, expect: {status: 200}},
            {step: two, request: {GET: /b}, save: {second: "$[${by}]"}, expect: {status: 200}}]}
        - {fragment: sloppy, gives: [first, second], steps: [
            {step: one, request: {GET: /a}, save: {first: $.id}, expect: {json: {n: 1}}},
            {step: two, request: {GET: /b}, save: {second: $.id}, expect: {status: 200}}]}
        - {fragment: careful, takes: [go], gives: [result], steps: [
            {step: inner, when: {go: true}, request: {GET: /a}, save: {result: $.id}}]}
        - {fragment: inner, takes: {path: "${mvpd}"}, gives: [result], steps: [
            {step: ask, request: {GET: "/${path}"}, save: {result: $.id}}]}
        - {fragment: hides, takes: [mvpd], gives: [result], steps: [
            {use: inner}, {step: own, request: {GET: "/${mvpd}"}, expect: {status: 200}}]}
        - {fragment: outer, takes: [path], steps: [
            {use: inner, with: {path: "${path}"}}, {use: broken, with: {id: "${result}"}}]}
        - {fragment: broken, takes: [id], steps: [
            {step: ask again, request: {GET: "/${id | base64-decode}"}, expect: {status: 200}}]}
      scenarios:
        - scenario: It
      \(keys)
      """
    ) { request, _ in
      let path = String(request.target.prefix { $0 != "?" }.dropFirst())
      return .json(answers[path] ?? #"{"id": "one"}"#)
    }
    return try record.onlyScenario()
  }

  static let rows: [Row] = read(tableText("OrderTests"))

  static func row(_ what: String) throws -> Row {
    try #require(rows.first { $0.what.contains(what) })
  }

  @Test(arguments: rows) func `runs steps in their order`(row: Row) throws {
    let scenario = try Self.run(row)
    #expect(scenario.outline == row.outline)
    #expect(scenario.verdict.outline == row.verdict)
  }

  @Test(arguments: rows.filter { $0.what.contains("final") || $0.what.contains("level should") })
  func `leaves every failure that fails nothing as one warning`(row: Row) throws {
    let record = try Self.run(row)
    let judgement = ScenarioJudgement(record, shared: [:], isStrict: false)
    let failed = record.steps.filter { $0.verdict.kind == .failed }.count
    #expect(judgement.warnings.count + judgement.incidents.count == max(failed, 1))
    let isExcused = record.verdict.kind == .passed
    #expect(judgement.incidents.isEmpty == isExcused)
  }

  @Test func `says which step of a fragment failed, and where`() throws {
    let scenario = try Self.run(try Self.row("naming its step"))
    let found = "a failure in its step 'two', at save: second: expected a value at `id`, missing"
    #expect(scenario.verdict.findings.map(\.found) == [found])
    #expect(
      scenario.steps[0].steps.map(\.outline) == ["one: passed", "two: failed at save: second"])
  }

  @Test func `says which fragment could not be run, and in which step`() throws {
    let scenario = try Self.run(try Self.row("names the innermost"))
    let beginning = "the fragment 'broken' ended in its step 'ask again': "
    #expect(scenario.verdict.sentence.hasPrefix(beginning))
  }

  /// Parts of a step that use what a step before it may have saved wrongly, place by place.
  @Test(arguments: [
    ("when: {id: one}, request: {GET: /b}", false),
    ("when: {mvpd: \"${id}\"}, request: {GET: /b}", false),
    ("request: {GET: \"/${id}\"}", false), ("request: {GET: /b, query: {a: \"${id}\"}}", false),
    ("request: {GET: /b, headers: {X-A: \"${id}\"}}", false),
    ("request: {GET: /b, headers: {X-Own: \"${id}\"}}", false),
    ("request: {POST: /b, form: {a: \"${id}\"}}", false),
    ("request: {POST: /b, json: [\"${id}\"]}", false),
    ("request: {GET: /b}, save: {c: \"$.l[?@ == ${id}]\"}", false),
    ("request: {GET: /b}, timeout: \"${id}s\"", false),
    ("request: {GET: /b}, by: \"${id}\"", false),
    ("request: {GET: /b}, retry: {while: {json: \"${id}\"}, every: 1ms, at-most: 2ms}", false),
    ("request: {GET: /b}, retry: {while: {status: 404}, every: \"${id}ms\", at-most: 2s}", false),
    ("request: {GET: /b}, retry: {while: {status: 404}, every: 1ms, at-most: \"${id}s\"}", false),
    ("wait: \"${id}s\"", false), ("wait: {until: \"${id}\"}", false),
    ("use: pair, with: {path: \"${id}\"}", false), ("partner: {state: \"${id}\"}", false),
    // The step can be run without these.
    ("request: {GET: /b}, expect: {status: 200}, should: {json: {id: \"${id}\"}}", true),
    ("request: {GET: /b}, expect: {status: 404}, advice: \"Look at ${id}.\"", true),
  ])
  func `runs no step that uses what may be wrong`(step: String, isRun: Bool) throws {
    let record = try Self.run(
      Row(
        scenario: """
          - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {id: two}}}
          - {step: b, \(step)}
          """))
    try #require(record.steps.count == 2)
    #expect(record.steps[0].verdict.outline == "failed at /id")
    #expect((record.steps[1].verdict.kind != .skipped) == isRun)
    let why = "it uses ${id}, which a step that failed may have saved wrongly"
    #expect(record.steps[1].verdict.sentence == (isRun ? "" : why))
  }

  @Test(arguments: [
    ("", false), (", headers: {x-id: own}", true), (", headers: {X-Other: own}", false),
  ])
  func `needs no default header that a step replaces`(headers: String, isRun: Bool) throws {
    let record = try Bench(keys: #"defaults: {headers: {X-Id: "${id}"}}"#).run(
      steps: """
        - {step: a, request: {GET: /a}, save: {id: $.id}, expect: {json: {id: two}}}
        - {step: b, request: {GET: /b\(headers)}, expect: {status: 200}}
        """, json: #"{"id": "one"}"#)
    #expect(
      try record.onlyScenario().outline == ["a: failed at /id", isRun ? "b: passed" : "b: skipped"])
  }

  @Test func `tells the findings of a fragment, and those of its user, once each`() throws {
    let record = try Self.run(try Self.row("gives what it has"))
    let judgement = ScenarioJudgement(record, shared: [:], isStrict: false)
    #expect(judgement.kind == .failed)
    #expect(judgement.incidents.map { $0.step?.name } == ["sloppy", "one"])
    #expect(
      judgement.incidents.map { $0.findings.map(\.place.description) } == [["/second"], ["/n"]])
  }

  @Test(arguments: ["expect", "should"])
  func `notes the other alternatives where none holds`(key: String) throws {
    let row = Row(
      scenario: """
        - step: a
          when: {mvpd: !string {}}
          request: {GET: /a}
          save: {id: $.id}
          \(key): {either: [{as: refused, status: 400}, {as: served, status: 200, json: {id: two}}]}
        """)
    let waits = key == "expect" ? ["it is only done where `mvpd` is a string"] : []
    let notes = try Self.run(row).steps[0].notes.map(\.description)
    #expect(notes == ["also allowed: refused: the status is 400"] + waits)
  }

  @Test func `says why a step was skipped`() throws {
    let scenario = try Self.run(try Self.row("saves null"))
    let sentence = scenario.steps[1].verdict.sentence
    #expect(sentence.contains("it is only done where `"), "\(sentence)")
    #expect(sentence.hasSuffix(", and the step 'a' gave \"one\""), "\(sentence)")
    #expect(!sentence.contains("${"), "\(sentence)")
  }

  @Test func `measures how long a step took`() throws {
    let record = try Bench().run(
      steps: """
        - {wait: 30ms}
        - {step: a, request: {GET: /a}, expect: {status: 200}}
        """)
    let steps = try record.onlyScenario().steps
    #expect(steps[0].duration >= .milliseconds(30))
    #expect(steps[1].startedAfter >= steps[0].duration)
  }
}
