// SPDX-License-Identifier: Apache-2.0
// Durations and times of steps: until when a request has to be sent, among others.

import Expectations
import Formats
import Suites
import TestSupport
import Testing
import Text

struct DurationTests {
  private static let form = "an integer and ms, s, m, h or d, such as 500ms, 3s or 24h"
  private static let hint =
    "\(form); a variable may stand for the integer or for the whole; found the text"

  /// How long the first step waits.
  private static func wait(of loaded: SuiteCollection) throws -> DurationTemplate? {
    guard case .wait(.duration(let duration, _)) = try loaded.step.action else { return nil }
    return duration
  }

  private static func steps(_ line: String) -> String {
    suite(
      scenario: """
        needs: [lifetime]
        steps:
          - step: a
            request: {GET: /}
            expect: {status: 200}
            \(line)
        """)
  }

  @Test(arguments: [
    ("timeout: \"${lifetime}s\"", "7"), ("timeout: ${lifetime}", "7s"),
    ("timeout: \"${ lifetime | lower }m\"", "7"),
    ("retry: {while: {status: 404}, every: \"${lifetime}ms\", at-most: \"${lifetime}s\"}", "7"),
  ])
  func `a variable stands for the integer or for the whole`(line: String, lifetime: String) throws {
    let loaded = loadWithoutMistakes(Self.steps(line), facts: ["lifetime"])
    let step = try loaded.step
    let names = bindings(facts: ["lifetime": .string(lifetime)])
    if let timeout = step.timeout {
      let expected: Duration = line.contains("m\"") ? .seconds(420) : .seconds(7)
      #expect(try timeout.duration(in: names) == expected)
    } else {
      let times = try #require(try step.retry?.times(in: names))
      #expect(times.interval == .milliseconds(7))
      #expect(times.limit == .seconds(7))
    }
  }

  @Test func `a wait needs the facts that it names`() throws {
    let loaded = loadWithoutMistakes(suite(steps: "- wait: \"${short_lived_ms}ms\""))
    #expect(try loaded.scenario.needs.map(\.description) == ["short_lived_ms"])
    let wait = try Self.wait(of: loaded)
    #expect(
      try wait?.duration(in: bindings(facts: ["short_lived_ms": 1500])) == .milliseconds(1500))
  }

  @Test(arguments: [
    ("${lifetime}s", JSONValue.string("soon"), "'soons' is not a duration; write \(form)"),
    ("${lifetime}s", "-1", "'-1s' is not a duration; write \(form)"),
    ("${lifetime}", 3, "'3' is not a duration; write \(form)"),
    ("${lifetime}", .array([1]), "${lifetime} is a list, not a duration; write \(form)"),
    ("${lifetime}s", .null, "${lifetime} is null, which can't stand inside a text"),
  ])
  func `a bad value is an error at its place`(
    text: String, value: JSONValue, message: String
  ) throws {
    let loaded = loadWithoutMistakes(
      suite(scenario: "needs: [lifetime]\nsteps:\n- wait: \"\(text)\""), facts: ["lifetime"])
    let duration = try #require(try Self.wait(of: loaded))
    let error = #expect(throws: EvaluationError.self) {
      try duration.duration(in: bindings(facts: ["lifetime": value]))
    }
    #expect(error?.message == message)
    #expect(error?.position?.line == 6)
    #expect((13...14).contains(error?.position?.column ?? 0))
  }

  @Test(
    arguments: table(
      #"""
      timeout: "1${lifetime}s" | 9:18: error: expected the step's timeout: \#(hint) '1${lifetime}s'
      timeout: "${lifetime} s" | 9:18: error: expected the step's timeout: \#(hint) '${lifetime} s'
      timeout: "${lifetime}${lifetime}" | 9:18: error: expected the step's timeout: \#(hint) '${lifetime}${lifetime}'
      timeout: "${token}s" | 9:19: error: unknown variable ${token}; save it in a step before, or declare it in facts.yaml if it is a fact of the target
      retry: {while: {status: 404}, every: "${token}", at-most: 1s} | 9:47: error: unknown variable ${token}; save it in a step before, or declare it in facts.yaml if it is a fact of the target
      timeout: "$3s" | 9:18: error: expected the step's timeout: \#(form); found the text '$3s'
      retry: {while: {status: 404}, every: "${lifetime}ms", at-most: 25h} | 9:72: error: 'at-most' is at most 24h
      """#) as [(String, String)])
  func `says what can't be right whatever the variables are`(line: String, expected: String) {
    #expect(remarks(Self.steps(line), facts: ["lifetime"]) == [expected])
  }

  @Test(
    arguments: [
      ("every: \"${lifetime}ms\", at-most: 24h", "0", 46, "'every' is at least 1ms"),
      (
        "every: \"${lifetime}ms\", at-most: 24h", "1", 46,
        "a step is tried at most 10000 times, and this would be more; write a longer 'every' or a "
          + "shorter 'at-most'"
      ), ("every: 10s, at-most: \"${lifetime}\"", "24h", 60, nil),
      ("every: 10s, at-most: \"${lifetime}\"", "25h", 60, "'at-most' is at most 24h"),
      ("every: 10s, at-most: \"${lifetime}\"", "86400001ms", 60, "'at-most' is at most 24h"),
    ] as [(String, String, Int, String?)])
  func `a retry with variables is checked once they are known`(
    times: String, lifetime: String, column: Int, message: String?
  ) throws {
    let text = Self.steps("retry: {while: {status: 404}, \(times)}")
    let retry = try #require(try loadWithoutMistakes(text, facts: ["lifetime"]).step.retry)
    var found: EvaluationError?
    do throws(EvaluationError) {
      _ = try retry.times(in: bindings(facts: ["lifetime": .string(lifetime)]))
    } catch {
      found = error
    }
    #expect(found == message.map { EvaluationError($0, at: Position(line: 9, column: column)) })
  }

  @Test func `rows of cases give durations, of the scenario too`() throws {
    let text = suite(
      scenario: """
        cases: [{n: 2, whole: 3s}, {n: 4, whole: 5m}]
        timeout: ${whole}
        steps:
          - {step: a, request: {GET: /}, expect: {status: 200}}
          - wait: "${n}s"
          - {use: f, timeout: "${whole}"}
        """,
      before: """
        fragments:
          - fragment: f
            steps: [{step: a, request: {GET: /}, expect: {status: 200}}]

        """, named: "t ${n}")
    let loaded = loadWithoutMistakes(text)
    let scenarios = try #require(loaded.suites.first?.scenarios)
    #expect(scenarios.map(\.timeout) == [.seconds(3), .seconds(300)])
    #expect(
      scenarios.map { $0.steps[2].timeout } == [.constant(.seconds(3)), .constant(.seconds(300))])
    #expect(scenarios.map(\.steps[1].action.variables.count) == [0, 0])
    #expect(
      remarks(text.replacing("n: 4", with: "n: x"))
        == ["11:15: error: expected how long to wait: \(Self.form); found the text 'xs'"])
  }

  @Test(arguments: [
    ("[{wait: 9s}]", []), ("[{wait: 10s}]", ["5:20: error: the end of this wait can't be reached"]),
    (
      "[{wait: 4s}, {wait: 6s}, {wait: 1s}]",
      ["5:32: error: the end of this wait, and the step after it can't be reached"]
    ),
    (
      "[{wait: 11s}, {wait: 1s}, {wait: 1s}]",
      ["5:20: error: the end of this wait, and those after it can't be reached"]
    ), ("[{when: {mvpd: x}, wait: 10s}, {wait: 9s}]", []),
  ])
  func `a wait ends before the scenario's time`(steps: String, expected: [String]) {
    let rest = ": the scenario has 10s in all; give it a longer 'timeout'"
    #expect(remarks(suite(scenario: "timeout: 10s\nsteps: \(steps)")) == expected.map { $0 + rest })
  }
}

struct TimeTests {
  private static let facts = ["created", "lives", "by", "number"]

  private static func steps(_ by: String) -> String {
    suite(
      scenario: """
        needs: [lives, created, by]
        steps:
          - step: a
            request: {GET: /}
            expect: {status: 200}
            by: \(by)
        """)
  }

  @Test(
    arguments: [
      ("1735689600000", 1_735_689_600_000, false),
      ("\"1735689600000\"", 1_735_689_600_000, false), ("${created}", 1000, false),
      ("${created + 1s}", 2000, false), ("${created} + ${lives}", 2500, false),
      ("${created} - ${lives}", -500, false), ("\"${created - 1s} + ${number}ms\"", 7, false),
      ("${created} + 3s", 4000, false), ("now", 5000, true), ("now + 1s", 6000, true),
      ("now + ${lives}", 6500, true), ("${now - 1s} + ${lives}", 5500, true),
      ("null", nil, false), ("${by}", nil, false),
    ] as [(String, Int?, Bool)])
  func `reads every form`(by: String, milliseconds: Int?, isOwn: Bool) throws {
    let loaded = loadSuite(Self.steps(by).replacing("by]", with: "by, number]"), facts: Self.facts)
    #expect(loaded.errors == [])
    let time = try #require(try loaded.step.by)
    let names = bindings(
      ["now": 5000], facts: ["created": 1000, "lives": "1500ms", "by": .null, "number": 7])
    #expect(try time.milliseconds(in: names) == milliseconds)
    #expect(time.isOwn == isOwn)
  }

  @Test(arguments: [
    ("tomorrow", "the text 'tomorrow'"), ("now +", "the text 'now +'"),
    ("later + 1s", "the text 'later + 1s'"), ("now + ${lives}x", "the text 'now + ${lives}x'"),
    ("${created} * ${lives}", "the text '${created} * ${lives}'"), ("1.5", "the number 1.5"),
    ("[1]", "a list"), ("true", "the boolean true"),
  ])
  func `refuses anything else`(by: String, found: String) throws {
    #expect(
      loadSuite(Self.steps(by), facts: Self.facts).errors == [
        "expected a time: milliseconds since 1970, now, now + 24h, or a variable such as "
          + "${created + 1s}; found \(found)"
      ])
  }

  @Test(arguments: [
    ("${created} + 1ms", Int.max), ("${created} - 1ms", Int.min), ("${lives}", 0),
    ("${by + 1s}", 0),
  ])
  func `is an error where it can't be told`(by: String, created: Int) throws {
    let loaded = loadSuite(Self.steps(by), facts: Self.facts)
    let time = try #require(try loaded.step.by)
    #expect(throws: EvaluationError.self) {
      try time.milliseconds(
        in: bindings(facts: ["created": .integer(created), "lives": "1500ms", "by": .null]))
    }
  }

  @Test(arguments: [
    "- {step: a, request: {GET: /}, expect: {status: 200}, by: now + 1s}", "- use: g",
  ])
  func `can't be in what runs once for all`(step: String) {
    let loaded = loadSuite(
      """
      suite: Small
      fragments:
        - fragment: f
          once: run
          steps:
            \(step)
        - fragment: g
          steps:
            - {step: a, request: {GET: /}, expect: {status: 200}, by: now + 1s}
      scenarios:
        - {scenario: It, steps: [{use: f}, {use: g}]}
      """)
    #expect(
      loaded.errors == [
        "a fragment with 'once: run' can't have 'by', since only a scenario can start again; leave "
          + "out 'once: run'"
      ])
  }
}
