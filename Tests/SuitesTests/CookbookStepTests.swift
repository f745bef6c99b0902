// SPDX-License-Identifier: Apache-2.0
// Tests of `cookbook-step:`, and of the walks that go through all steps of a cookbook.

import Suites
import TestSupport
import Testing

struct CookbookStepTests {
  private static let cookbooks = [
    "cookbooks/base.json": #"""
    {"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [
      {"number": "A1", "title": "Register", "requirements": []}]}]}
    """#,
    "cookbooks/own.json": #"""
    {"cookbook": "c", "revision": "1", "extends": "base",
     "phases": [{"id": "C", "title": "c", "steps": [
      {"number": "C5", "title": "Ask", "requirements": []},
      {"number": "C6", "title": "Answer", "requirements": []},
      {"number": "7", "title": "Go on", "requirements": []}]}],
     "unwalked": {"7": "It is no step."}}
    """#,
  ]
  private static func text(_ written: String, cookbook: String = "cookbook: own\n") -> String {
    suite(
      steps: "- step: b\n  cookbook-step: \(written)\n  request: {GET: /}\n  expect: {status: 200}",
      before: cookbook)
  }
  /// What is said of the key, without the warning that nothing is covered.
  private static func mistakes(_ text: String) -> [String] {
    remarks(text, beside: cookbooks).filter { !$0.contains("warning") }
  }

  @Test(arguments: [
    ("C5", ["own/C5"]), ("[C5, C6]", ["own/C5", "own/C6"]), ("7", ["own/7"]),
    ("[7, base/A1]", ["own/7", "base/A1"]), (#""C6""#, ["own/C6"]),
  ])
  func `is a number of the file's own cookbook, or of another one`(
    written: String, expected: [String]
  ) throws {
    let loaded = loadSuite(Self.text(written), beside: Self.cookbooks)
    #expect(loaded.errors == [])
    #expect(try loaded.step.cookbookSteps.map(\.description) == expected)
  }

  @Test(arguments: [
    ("C55", "7:24: error: 'own' has no step 'C55', did you mean 'C5'?"),
    ("A1", "7:24: error: 'own' has no step 'A1', and 'base' has: write 'base/A1'"),
    ("bse/A1", "7:24: error: there is no catalogue of the cookbook 'bse', did you mean 'base'?"),
    ("[C5, C5]", "7:29: error: the step 'C5' stands twice"),
    ("[]", "7:24: error: 'cookbook-step' is empty; leave it out"),
    (
      "{a: b}",
      "7:24: error: expected the number of a step of the cookbook, such as C5, found a map"
    ),
    (
      "1.5",
      "7:24: error: expected the number of a step of the cookbook, such as C5, found the number 1.5"
    ),
  ])
  func `says what is wrong`(written: String, expected: String) {
    #expect(Self.mistakes(Self.text(written)) == [expected])
  }

  @Test func `has its cookbook before it where the file has none`() {
    #expect(
      Self.mistakes(Self.text("A1", cookbook: "")) == [
        "6:24: error: the file names no cookbook, so write that of the step before its number, as "
          + "in 'rest-api-v2/A1'"
      ])
    #expect(Self.mistakes(Self.text("base/A1", cookbook: "")) == [])
  }

  @Test(arguments: ["wait: 1s", "use: f"])
  func `goes with a step that does something itself`(action: String) {
    let text = suite(
      steps: "- {step: b, cookbook-step: C5, \(action)}",
      before: "cookbook: own\nfragments:\n  - fragment: f\n    steps:\n"
        + "      - {step: b, request: {GET: /}, expect: {status: 200}}\n")
    #expect(
      Self.mistakes(text).filter { $0.contains("cookbook-step") }.map { $0.drop { $0 != "e" } } == [
        "error: 'cookbook-step' goes with a step that does something itself: request, partner or user"
      ])
  }

  @Test func `is what the row of a table says`() throws {
    let text = suite(
      scenario: "cases: [{w: x, n: C5}, {w: y, n: [C6, 7]}]\nsteps:\n  - step: b\n"
        + "    cookbook-step: ${n}\n    request: {GET: /}\n    expect: {status: 200}",
      before: "cookbook: own\n", named: "a ${w}")
    let loaded = loadSuite(text, beside: Self.cookbooks)
    let scenarios = try #require(loaded.suites.first?.scenarios)
    #expect(
      scenarios.map { $0.steps[0].cookbookSteps.map(\.number) } == [["C5"], ["C6", "7"]])
  }

  @Test func `is of the folder's cookbook in a file of fragments`() throws {
    let fragments =
      "fragments:\n  - fragment: f\n    steps:\n"
      + "      - {step: b, cookbook-step: C5, request: {GET: /}, expect: {status: 200}}\n"
    let loaded = loadSuite(
      suite(steps: "- use: f", before: "cookbook: own\n"),
      beside: Self.cookbooks.merging(["fragments.yaml": fragments]) { $1 })
    #expect(loaded.errors == [])
    #expect(
      loaded.fragments.values.flatMap(\.steps).flatMap(\.cookbookSteps).map(\.description) == [
        "own/C5"
      ])
  }
}

extension CookbookStepTests {
  private static func walk(_ steps: String, before: String = "cookbook: own\nwalk: true\n")
    -> [String]
  { mistakes(suite(steps: steps, before: before)) }

  private static let ask =
    "- {step: Ask, cookbook-step: [C5, C6], request: {GET: /}, expect: {status: 200}}"

  @Test func `is at each step of a walk, which visits all steps`() {
    #expect(Self.walk(Self.ask) == [])
  }

  @Test func `is missed where a walk leaves a step out`() {
    #expect(
      Self.walk(Self.ask.replacing("[C5, C6]", with: "C5")) == [
        "1:8: error: no step of the walk is C6, 'Answer': add one with 'cookbook-step: C6'"
      ])
  }

  @Test func `gives a step of a walk its title`() {
    #expect(
      Self.walk(Self.ask.replacing("step: Ask", with: "step: Ask it")) == [
        "7:9: error: the step C5 is called 'Ask' in the cookbook, and so is a step of its walk"
      ])
  }

  @Test(arguments: [
    "- {step: more, request: {GET: /}, expect: {status: 200}}",
    "- {step: state, partner: {state: any}}\n- partner: {permission: {prompting: true}}",
  ])
  func `is missed at a step of a walk that asks`(step: String) {
    let found = Self.walk("\(Self.ask)\n\(step)")
    #expect(
      found.map { $0.drop { $0 != "e" } } == [
        "error: a step of a walk says which step of the cookbook it is: add 'cookbook-step: …'"
      ])
  }

  @Test(arguments: [
    ("walk: true\n", "2:7: error: a walk goes through a cookbook: add 'cookbook: …'"),
    (
      "cookbook: own\nphase: C\nwalk: true\n",
      "3:8: error: a walk goes through all phases; leave out 'phase'"
    ),
    (
      "cookbook: own\nwalk: true\npreflight: true\n",
      "4:12: error: a walk judges requirements, and a preflight none; leave this out"
    ),
    ("walk: yes\n", "2:7: error: 'walk' is true or false, found the text 'yes'"),
  ])
  func `makes a walk only of a suite of one cookbook`(before: String, expected: String) {
    let step = "- {step: Ask, request: {GET: /}, expect: {status: 200}}"
    #expect(Self.walk(step, before: before).contains(expected))
  }
}
