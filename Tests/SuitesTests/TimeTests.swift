// SPDX-License-Identifier: Apache-2.0
// Times of steps: until when a request has to be sent.

import Formats
import Suites
import Testing
import Text

@Suite struct TimeTests {
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
      ("\"1735689600000\"", 1_735_689_600_000, false),
      ("${created}", 1000, false),
      ("${created + 1s}", 2000, false),
      ("${created} + ${lives}", 2500, false),
      ("${created} - ${lives}", -500, false),
      ("\"${created - 1s} + ${number}ms\"", 7, false),
      ("${created} + 3s", 4000, false),
      ("now", 5000, true),
      ("now + 1s", 6000, true),
      ("now + ${lives}", 6500, true),
      ("${now - 1s} + ${lives}", 5500, true),
      ("null", nil, false),
      ("${by}", nil, false),
    ] as [(String, Int?, Bool)])
  func `reads every form`(by: String, milliseconds: Int?, isOwn: Bool) throws {
    let loaded = load(Self.steps(by).replacing("by]", with: "by, number]"), facts: Self.facts)
    #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    let time = try #require(loaded.suites.first?.scenarios.first?.steps.first?.by)
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
    let errors = load(Self.steps(by), facts: Self.facts).diagnostics.filter {
      $0.severity == .error
    }
    #expect(
      errors.map(\.message) == [
        "expected a time: milliseconds since 1970, now, now + 24h, or a variable such as "
          + "${created + 1s}; found \(found)"
      ])
  }

  @Test(arguments: [
    ("${created} + 1ms", Int.max), ("${created} - 1ms", Int.min), ("${lives}", 0),
    ("${by + 1s}", 0),
  ])
  func `is an error where it can't be told`(by: String, created: Int) throws {
    let loaded = load(Self.steps(by), facts: Self.facts)
    let time = try #require(loaded.suites.first?.scenarios.first?.steps.first?.by)
    #expect(throws: EvaluationError.self) {
      try time.milliseconds(
        in: bindings(facts: ["created": .integer(created), "lives": "1500ms", "by": .null]))
    }
  }

  @Test func `goes with a request only`() {
    let loaded = load(suite(steps: "- {wait: 1s, by: now + 1s}"))
    #expect(
      loaded.diagnostics.map(\.message) == [
        "'by' goes with a request only: it says until when the request has to be sent"
      ])
  }

  @Test(arguments: [
    "- {step: a, request: {GET: /}, expect: {status: 200}, by: now + 1s}", "- use: g",
  ])
  func `can't be in what runs once for all`(step: String) {
    let loaded = load(
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
      loaded.diagnostics.filter { $0.severity == .error }.map(\.message) == [
        "a fragment with 'once: run' can't have 'by', since only a scenario can start again; leave "
          + "out 'once: run'"
      ])
  }
}
