// SPDX-License-Identifier: Apache-2.0
// Tests of `preflight:` of a suite and `advice:` of a step.

import Expectations
import Suites
import TestSupport
import Testing
import Text

struct PreflightTests {
  static let step = "{step: a, request: {GET: /}, expect: {status: 200}"

  @Test(arguments: zip(["", "preflight: true\n", "preflight: false\n"], [false, true, false]))
  func `a suite is a preflight if it says so`(key: String, expected: Bool) throws {
    let collection = loadWithoutMistakes(suite(steps: "- \(Self.step)}", before: key))
    #expect(try #require(collection.suites.first).isPreflight == expected)
  }

  @Test(arguments: [
    ("preflight: yes\n", "2:12: error: 'preflight' is true or false, found the text 'yes'"),
    ("preflight: 1\n", "2:12: error: 'preflight' is true or false, found the number 1"),
    (
      "preflght: true\n", "2:1: error: unknown key 'preflght' in a suite, did you mean 'preflight'?"
    ),
  ])
  func `refuses another value`(key: String, expected: String) {
    #expect(remarks(suite(steps: "- \(Self.step)}", before: key)).first == expected)
  }

  @Test func `a preflight judges no requirement`() {
    let text = suite(
      steps: "- {use: f}\n- \(Self.step), covers: [A-1]}",
      before: """
        preflight: true
        cookbook: c
        fragments:
          - fragment: f
            steps: [{step: b, covers: [A-2], request: {GET: /}, expect: {status: 200}}]

        """)
    let catalogue = """
      {"cookbook": "c", "title": "C", "source": "s", "phases": [], "requirements": []}
      """
    let found = remarks(text, beside: ["cookbooks/c.json": catalogue]).filter {
      $0.contains("preflight")
    }
    #expect(
      found == [
        "6:32: error: a preflight judges no requirement; judge 'A-2' in another suite",
        "11:70: error: a preflight judges no requirement; judge 'A-1' in another suite",
      ])
  }

  @Test func `reads a text, or a list of texts with conditions`() throws {
    let collection = loadWithoutMistakes(
      suite(
        steps: """
          - \(Self.step), advice: "Mend ${service_provider}."}
          - step: b
            request: {GET: /}
            expect: {status: 200}
            advice:
              - {when: {status: 404}, say: Check the path.}
              - {when: {status: !integer {}}, say: Something else.}
              - say: Nothing answers.
          - {wait: 1ms, advice: Wait longer.}
          """))
    let steps = try collection.scenario.steps
    #expect(
      steps.map { $0.advice.map(\.text.text) } == [
        ["Mend ${service_provider}."], ["Check the path.", "Something else.", "Nothing answers."],
        ["Wait longer."],
      ])
    #expect(steps[1].advice.map { $0.condition != nil } == [true, true, false])
  }

  @Test func `puts the values of a row in`() throws {
    let collection = loadWithoutMistakes(
      suite(
        scenario: """
          cases: [{it: one, advice: [{say: Do ONE.}]}]
          steps:
            - \(Self.step), advice: "Mend ${it}."}
            - \(Self.step), advice: "${advice}"}
          """, named: "Of ${it}"))
    let steps = try collection.scenario.steps
    let texts = try steps.map { try $0.advice.map { try $0.text.text(in: bindings()) } }
    #expect(texts == [["Mend one."], ["Do ONE."]])
  }

  @Test(
    arguments: table(
      #"""
      {say: x} | expected 'advice', a text, found a map
      [] | 'advice' is empty; write at least one entry
      [{when: {status: 404}}] | an entry of 'advice' says what to do: add 'say: …'
      [{if: {status: 404}, say: x}] | unknown key 'if' in an entry of 'advice', known are when, say
      [{say: x}, {when: {status: 404}, say: y}] | nothing reaches this entry: the one before has no 'when'; put that one last
      "Mend ${servce_provider}." | unknown variable ${servce_provider}, did you mean 'service_provider'?
      [{when: {stats: 404}, say: x}] | unknown key 'stats' in an expectation of a response, did you mean 'status'?
      """#) as [(String, [String])])
  func `refuses an advice that says nothing`(advice: String, expected: [String]) {
    let found = loadSuite(suite(steps: "- \(Self.step), advice: \(advice)}")).diagnostics
    #expect(found.map(\.message) == expected)
  }

  @Test func `refuses a condition where there is no answer`() {
    #expect(
      remarks(suite(steps: "- {wait: 1ms, advice: [{when: {status: 404}, say: x}]}"))
        == ["5:37: error: 'when' needs an answer, and this action has none"])
  }

  @Test func `a fact that only an advice names is not needed`() throws {
    let text = suite(steps: "- \(Self.step), advice: \"Ask for ${mvpd}.\"}")
    #expect(try loadSuite(text).scenario.needs.isEmpty)
  }

  @Test func `an advice may use what its own step saves`() {
    let text = suite(
      steps: "- {step: a, request: {GET: /}, save: {code: $.code}, advice: \"It is ${code}.\"}")
    #expect(remarks(text) == [])
  }
}
