// SPDX-License-Identifier: Apache-2.0
// What stands under `breaks:`, and what `check` says of it.

import Suites
import Testing
import Text

@Suite struct BreaksTests {
  private static let beside = [
    "cookbooks/c.json": #"""
    {"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [{"title":
    "s", "requirements": [
      {"id": "C-1", "level": "must", "subject": "application", "text": "t",
       "testableBy": "client-traffic"},
      {"id": "C-2", "level": "must", "subject": "application", "text": "t",
       "testableBy": "emulator"},
      {"id": "C-3", "level": "must", "subject": "service", "text": "t",
       "testableBy": "service-response"}]}]}]}
    """#
  ]

  private static func text(scenario: String = "", step: String = "", fragment: String = "")
    -> String
  {
    "suite: S\ncookbook: c\nfragments:\n  - fragment: f\n\(fragment)    steps:\n"
      + "      - {step: b, request: {GET: /}, expect: {status: 200}}\n"
      + "scenarios:\n  - scenario: a\n\(scenario)    steps:\n      - use: f\n\(step)"
  }

  @Test func `is read of scenarios, steps and fragments`() throws {
    let loaded = load(
      Self.text(
        scenario: "    breaks: [C-1]\n", step: "        breaks: [C-2, C-1]\n",
        fragment: "    breaks: [C-2]\n"), beside: Self.beside)
    #expect(loaded.diagnostics.map(\.description) == [])
    let scenario = try #require(loaded.suites.first?.scenarios.first)
    #expect(scenario.breaks.map(\.id) == ["C-1"])
    #expect(scenario.steps.map { $0.breaks.map(\.id) } == [["C-2", "C-1"]])
    #expect(loaded.fragments.values.map { $0.breaks.map(\.id) } == [["C-2"]])
  }

  @Test func `is what the row of a table says`() throws {
    let text = Self.text(
      scenario: "    cases: [{w: x, ids: [C-1]}, {w: y, ids: []}]\n    breaks: ${ids}\n",
      step: "        breaks: ${ids}\n"
    ).replacing("scenario: a", with: "scenario: a ${w}")
    let loaded = load(text, beside: Self.beside)
    #expect(loaded.diagnostics.map(\.description) == [])
    let scenarios = try #require(loaded.suites.first?.scenarios)
    #expect(scenarios.map { $0.breaks.map(\.id) } == [["C-1"], []])
    #expect(scenarios.map { $0.steps[0].breaks.map(\.id) } == [["C-1"], []])
  }

  @Test(arguments: [
    ("breaks: [C-9]", "error: the cookbook has no requirement 'C-9', did you mean 'C-1'?"),
    ("breaks: [C-3]", "error: 'C-3' doesn't bind the application, so no request can break it"),
    ("breaks: C-1", "error: expected 'breaks', a list, found the text 'C-1'"),
    ("breaks: [7]", "error: expected the id of a requirement, a text, found the number 7"),
  ])
  func `says what is wrong`(written: String, expected: String) {
    for text in [
      Self.text(scenario: "    \(written)\n"), Self.text(step: "        \(written)\n"),
      Self.text(fragment: "    \(written)\n"),
      Self.text(step: "    finally:\n      - use: f\n        \(written)\n"),
      Self.text().replacing("{step: b,", with: "{step: b, \(written),"),
    ] {
      #expect(remarks(text, beside: Self.beside).map { $0.drop { $0 != "e" } } == [expected[...]])
    }
  }

  @Test func `is not doubted where it may be of a cookbook that was not read`() {
    #expect(remarks(Self.text(scenario: "    breaks: [D-1]\n"), beside: Self.beside) == [])
  }

  @Test func `goes with a step that sends something`() {
    let text = Self.text(step: "      - {wait: 1s, breaks: [C-1]}\n")
    #expect(
      remarks(text, beside: Self.beside) == [
        "11:28: error: 'breaks' goes with a step that sends something: request, user or use"
      ])
  }
}
