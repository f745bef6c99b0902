// SPDX-License-Identifier: Apache-2.0
// Tests of `hostile:` at steps, scenarios and fragments.

import Suites
import Testing

struct HostileKeyTests {
  static func text(scenario: String = "", step: String = "", fragment: String = "") -> String {
    "suite: S\nfragments:\n  - fragment: f\n\(fragment)    steps:\n"
      + "      - {step: b, request: {GET: /}, expect: {status: 200}}\n"
      + "scenarios:\n  - scenario: a\n\(scenario)    steps:\n      - use: f\n\(step)"
  }

  @Test(arguments: [
    ("hostile: true", "", "", [true, false, false]),
    ("", "hostile: true", "", [false, true, false]),
    ("", "", "hostile: true", [false, false, true]),
    ("", "", "", [false, false, false]),
    ("hostile: false", "hostile: false", "hostile: false", [false, false, false]),
  ])
  func `is read of scenarios, steps and fragments`(
    scenario: String, step: String, fragment: String, expected: [Bool]
  ) throws {
    func line(_ key: String, _ indent: Int) -> String {
      key.isEmpty ? "" : String(repeating: " ", count: indent) + "\(key)\n"
    }
    let loaded = loadWithoutMistakes(
      Self.text(scenario: line(scenario, 4), step: line(step, 8), fragment: line(fragment, 4)))
    let read = try loaded.scenario
    #expect(
      [read.isHostile, read.steps[0].isHostile] + loaded.fragments.values.map(\.isHostile)
        == expected)
  }

  @Test func `is what the row of a table says`() throws {
    let text = Self.text(
      scenario: "    cases: [{w: x, rude: true}, {w: y, rude: false}]\n    hostile: ${rude}\n",
      step: "        hostile: ${rude}\n"
    ).replacing("scenario: a", with: "scenario: a ${w}")
    let scenarios = try #require(loadWithoutMistakes(text).suites.first?.scenarios)
    #expect(scenarios.map(\.isHostile) == [true, false])
    #expect(scenarios.map { $0.steps[0].isHostile } == [true, false])
  }

  @Test(arguments: [
    ("hostile: [C-1]", "error: 'hostile' is true or false, found a list"),
    ("hostile: C-1", "error: 'hostile' is true or false, found the text 'C-1'"),
    ("breaks: [C-1]", "error: unknown key 'breaks' in PLACE, it is gone: use 'hostile: true'"),
  ])
  func `says what is wrong`(written: String, expected: String) {
    for (text, place) in [
      (Self.text(scenario: "    \(written)\n"), "a scenario"),
      (Self.text(step: "        \(written)\n"), "a step"),
      (Self.text(fragment: "    \(written)\n"), "a fragment"),
      (Self.text(step: "    finally:\n      - use: f\n        \(written)\n"), "a step"),
      (Self.text().replacing("{step: b,", with: "{step: b, \(written),"), "a step"),
    ] {
      let found = remarks(text).map { $0.drop { $0 != "e" } }
      #expect(found == [expected.replacing("PLACE", with: place)[...]])
    }
  }

  @Test(arguments: ["wait: 1s", "partner: {state: any}"])
  func `goes with a step that sends or asks something`(action: String) {
    let text = Self.text(step: "      - {\(action), hostile: true}\n")
    #expect(
      remarks(text).map { $0.drop { $0 != "e" } } == [
        "error: 'hostile' goes with a step that sends or asks something: request, a call of partner,"
          + " user or use"
      ])
  }

  @Test func `goes with a call of the framework`() {
    let steps =
      "      - {partner: {state: any}}\n      - {partner: {metadata: {}}, hostile: true}\n"
    #expect(remarks(Self.text(step: steps)).isEmpty)
  }
}
