// SPDX-License-Identifier: Apache-2.0
// The items of `covers:`, and what `check` says of them.

import Expectations
import Suites
import Testing
import Text

struct CoverTests {
  private static func text(covers: String) -> String {
    step("{status: 200, headers: {Location: !any {}}, json: {name: a}}", covers: covers)
  }

  private static let beside = [
    "cookbooks/c.json": catalogue(
      requirement("C-1"), requirement("C-2", #", "places": ["$.name", "header Location"]"#))
  ]

  @Test(
    arguments: [
      ("[C-1]", [("C-1", nil)]), ("[{C-1: status}]", [("C-1", ["status"])]),
      ("[C-2, {C-1: [status, $.name]}]", [("C-2", nil), ("C-1", ["status", "$.name"])]),
      ("[{C-1: $.name, C-2: status}]", [("C-1", ["$.name"]), ("C-2", ["status"])]),
    ] as [(String, [(String, [String]?)])])
  func `is an id, or an id with places`(covers: String, expected: [(String, [String]?)]) throws {
    let loaded = loadWithoutMistakes(Self.text(covers: covers), beside: Self.beside)
    let written = try expected.map { id, places in
      Cover(id: id, places: try places?.map { try PlacePattern($0) })
    }
    #expect(try loaded.step.covers == written)
  }

  @Test(arguments: [
    ("[C-9]", "7:18: error: the cookbook has no requirement 'C-9', did you mean 'C-1'?"),
    ("[{C-9: status}]", "7:19: error: the cookbook has no requirement 'C-9', did you mean 'C-1'?"),
    ("[{C-1: body}]", "7:24: error: 'body' is not a place: \(PlacePattern.forms)"),
    ("[{C-1: [status, header ]}]", "7:33: error: 'header' is not a place: \(PlacePattern.forms)"),
    (
      "[{C-1: '$.name['}]",
      "7:32: error: invalid JSONPath: expected a selector: a name in quotes, an index, a slice, "
        + "'*', or '?' and a condition, found the end of the query"
    ), ("[{C-1: []}]", "7:24: error: expected at least one place: \(PlacePattern.forms)"),
    ("[{C-1: 7}]", "7:24: error: expected a place, a text, found the number 7"),
    ("[7]", "7:18: error: expected an item of 'covers', a text, found the number 7"),
  ])
  func `says what is wrong, and where`(covers: String, expected: String) {
    #expect(remarks(Self.text(covers: covers), beside: Self.beside) == [expected])
  }

  /// A suite with a step that covers `C-2`, which shows at `$.name` and in the header Location.
  static func step(_ expect: String, covers: String = "[C-2]", more: String = "") -> String {
    "suite: S\ncookbook: c\nscenarios:\n  - scenario: a\n    steps:\n      - step: b\n"
      + "        covers: \(covers)\n        request: {GET: /}\n\(more)        expect: \(expect)\n"
  }

  @Test(arguments: [
    "{json: {name: a}}", "{headers: {location: /x}}", "{json: {name: {first: a}}}",
    "{json: {$.name: a}}", "{json: {$..name: a}}", "{json: !one-of [{name: a}, {name: b}]}",
    "{either: [{as: x, status: 200}, {as: y, json: {name: a}}]}", "{json: {name: !absent {}}}",
    "{json: [1, 2], headers: {Location: !absent {}}}", "{json: !exactly {}}", "{json: null}",
    "{json: []}", "{json: !not [{x: 1}]}", "{json: !all [{other: a}, {name: a}]}",
    "{json: !each [!string {}]}", "{json: {name: !optional a}}",
  ])
  func `is fine where the step expects something of one of the places`(expect: String) {
    #expect(remarks(Self.step(expect), beside: Self.beside) == [])
  }

  @Test(arguments: [
    "{status: 200}", "{json: {other: a}}", "{text: a}", "{json: 5}", "{json: !enhanced-error {}}",
    "{xml: {/name: a}}", "{json: !all [{other: a}, {names: a}]}", "{json: !object {}}",
    "{json: {}}", "{json: {names: a}, headers: {Content-Type: a}}", "{json: {other: {name: a}}}",
  ])
  func `is refused where the step expects nothing of its places`(expect: String) {
    #expect(
      remarks(Self.step(expect), beside: Self.beside) == [
        "7:18: error: the step expects nothing of 'C-2', which shows at $.name, header Location: "
          + "expect something there, or say where this step judges it, as in '- C-2: status'"
      ])
  }

  /// A suite with a step that covers `C-2` and uses a fragment that expects something.
  private static func use(expecting expect: String) -> String {
    "suite: S\ncookbook: c\nfragments:\n  - fragment: f\n    steps:\n"
      + "      - {step: b, request: {GET: /}, expect: \(expect)}\n"
      + "scenarios: [{scenario: a, steps: [{use: f, covers: [C-2]}]}]\n"
  }

  /// Nobody knows what was meant; the mistake is said once.
  @Test(arguments: [
    step("{staus: 200}"), step("{json: {neme: !strng {}}}"), step("{}, shuold: {status: 200}"),
    use(expecting: "{staus: 200}"),
  ])
  func `is not judged where the step, or a fragment that it uses, has a mistake`(text: String) {
    let remarks = remarks(text, beside: Self.beside)
    #expect(remarks.count == 1 && !remarks[0].contains("expects nothing"), "\(remarks)")
  }

  @Test(arguments: [
    ("{text: \"${n}\"}", "save: {n: $.name}"), ("{text: \"${n}\"}", "save: {n: !header location}"),
    ("{text: \"${n}\"}", "save: {n: !optional [[$.id, $.name]]}"),
    ("{text: \"${n}\"}", "save: {n: $}"), ("{status: 200}", "should: {json: {name: a}}"),
    ("{status: 200}", "retry: {while: {json: {name: a}}, every: 1s, at-most: 2s}"),
  ])
  func `is fine where the step looks at one of its places`(expect: String, more: String) {
    let text = Self.step(expect, more: "        \(more)\n")
    #expect(remarks(text, beside: Self.beside) == [])
  }

  @Test(arguments: ["save: {n: $.id}", "should: {json: {id: a}}"])
  func `is refused where the step looks at other places only`(more: String) {
    let text = Self.step("{text: \"${mvpd}\"}", more: "        \(more)\n")
    #expect(remarks(text, beside: Self.beside).filter { $0.contains("'C-2'") }.count == 1)
  }

  /// A requirement that the cookbook lacks, wherever a step stands.
  @Test(arguments: [
    "scenarios: [{scenario: a, steps: [STEP]}]",
    "scenarios: [{scenario: a, steps: [{wait: 1s}], finally: [STEP]}]",
    "scenarios: [{scenario: a, steps: [{use: f}]}]\nfragments: [{fragment: f, steps: [STEP]}]",
    "scenarios: [{scenario: a, steps: [{when: {mvpd: x}, wait: 1s}, STEP]}]",
    "scenarios: [{scenario: '${c}', cases: [{c: x}, {c: y}], steps: [STEP], finally: [STEP]}]",
  ])
  func `is read of every step`(rest: String) {
    let step = "{step: s, covers: [C-9], request: {GET: /}, expect: {status: 200}}"
    let found = remarks(
      "suite: S\ncookbook: c\n\(rest.replacing("STEP", with: step))\n", beside: Self.beside)
    #expect(found.count == rest.split(separator: "STEP").count - 1, "\(found)")
    #expect(found.allSatisfy { $0.contains("has no requirement 'C-9'") })
  }

  @Test func `is judged in final steps, too`() {
    let step = "{step: s, covers: [C-2], request: {GET: /}, expect: {status: 200}}"
    let text =
      "suite: S\ncookbook: c\nscenarios: [{scenario: a, steps: [{wait: 1s}], finally: [\(step)]}]\n"
    #expect(remarks(text, beside: Self.beside).filter { $0.contains("expects nothing") }.count == 1)
  }

  @Test func `is judged by the places that the step gives`() {
    let fine = Self.step("{status: 200}", covers: "[{C-2: status}]")
    #expect(remarks(fine, beside: Self.beside) == [])
    let wrong = Self.step("{json: {name: a}}", covers: "[{C-2: [status, $.id]}]")
    #expect(
      remarks(wrong, beside: Self.beside) == [
        "7:19: error: the step expects nothing of 'C-2', which shows at status, $.id: "
          + "expect something there, or say where this step judges it, as in '- C-2: status'"
      ])
  }

  @Test func `is judged by the steps of the fragment that the step uses`() {
    let fine = Self.use(expecting: "{json: {name: a}}")
    #expect(remarks(fine, beside: Self.beside) == [])
    let wrong = Self.use(expecting: "{status: 200}")
    #expect(
      remarks(wrong, beside: Self.beside).map { $0.prefix(60) } == [
        "7:53: error: the step expects nothing of 'C-2', which shows "
      ])
    // What the fragment's own step covers is judged there.
    let own = wrong.replacing("{step: b,", with: "{step: b, covers: [C-2],")
    #expect(remarks(own, beside: Self.beside).map { $0.prefix(5) } == ["6:28:"])
    // A fragment within the fragment.
    let inner = fine.replacing("{use: f,", with: "{use: g,").replacing(
      "scenarios:", with: "  - {fragment: g, steps: [{use: f}]}\nscenarios:")
    #expect(remarks(inner, beside: Self.beside) == [])
  }

  @Test func `is fine where one of the rows expects something of it`() {
    func text(_ second: String) -> String {
      Self.step("${expect}").replacing(
        "    steps:\n",
        with: "    cases: [{w: a, expect: {status: 200}}, {w: b, expect: \(second)}]\n    steps:\n"
      ).replacing("scenario: a", with: "scenario: a ${w}")
    }
    #expect(remarks(text("{json: {name: a}}"), beside: Self.beside) == [])
    #expect(remarks(text("{status: 201}"), beside: Self.beside).count == 1)
  }

  @Test(arguments: [
    ("cookbook: c\n", "", 1), ("", "", 0), ("cookbook: c\n", "covers: [C-1], ", 0),
    ("cookbook: c\npreflight: true\n", "", 0),
  ])
  func `is missed where a scenario expects something and covers nothing`(
    cookbook: String, covers: String, count: Int
  ) {
    let text =
      "suite: S\n\(cookbook)scenarios:\n  - scenario: a\n    steps:\n"
      + "      - {step: b, request: {GET: /}, expect: {status: 200}}\n"
      + "      - {step: c, \(covers)request: {GET: /}, expect: {status: 200}}\n"
    let warning =
      "6:9: warning: this step expects something, and no step of its scenario covers a requirement:"
      + " if it fails, no requirement does; add 'covers: […]'"
    #expect(remarks(text, beside: Self.beside) == Array(repeating: warning, count: count))
    // A final step covers something for its scenario, too.
    let final = text.replacing("      - {step: c, ", with: "    finally:\n      - {step: c, ")
    #expect(remarks(final, beside: Self.beside) == Array(repeating: warning, count: count))
  }

  @Test func `covers that nothing earns is a warning`() {
    let text =
      "suite: S\ncookbook: c\nphase: B\nscenarios:\n  - scenario: a\n    steps:\n"
      + "      - {step: b, covers: [V2-1], request: {GET: /}}\n"
      + "      - {covers: [V2-1], partner: {state: x}}\n"
    #expect(
      remarks(text, beside: ["cookbooks/c.json": catalogue()]) == [
        "3:8: error: the cookbook has no phase 'B', known are A",
        "7:9: warning: this step sends and expects nothing, so it proves nothing; add 'expect'",
        "7:28: error: the cookbook has no requirement 'V2-1'",
        "8:19: error: the cookbook has no requirement 'V2-1'",
      ])
  }
}
