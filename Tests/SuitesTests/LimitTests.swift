// SPDX-License-Identifier: Apache-2.0
// A suite can't make the loader allocate or recurse without bound.

import Expectations
import Formats
import TestSupport
import Testing
import Text

@testable import Suites

struct LimitTests {
  private static let rest =
    "steps:\n- step: s\n  request: {POST: /, json: \"${a}\"}\n  expect: {status: 200}"

  @Test func `a table has at most 1,000 rows`() {
    func found(_ count: Int) -> [String] {
      let rows = (0..<count).map { "{a: r\($0)}" }.joined(separator: ", ")
      return remarks(suite(scenario: "cases: [\(rows)]\n\(Self.rest)", named: "${a}"))
    }
    #expect(found(1000) == [])
    #expect(found(1001) == ["4:12: error: a table has at most 1000 rows, and this has 1001"])
  }

  @Test(arguments: [
    ("[{each: a, in: ROWS}, {each: b, in: ROWS}]", "'combine' gives more than 1000 rows"),
    ("[{each: a, in: ROWS}, {each: b, in: [1]}]", ""),
    ("[{each: a, in: ROWS}, {each: b, in: \(Array(1...25))}]", ""),
    (
      "[{each: a, in: ROWS}, {each: b, in: \(Array(1...26))}]",
      "'combine' gives more than 1000 rows"
    ),
    (
      "[{each: a, in: [1]}, {each: b, in: \(Array(1...1001))}]",
      "a table has at most 1000 rows, and this has 1001"
    ),
  ])
  func `combined tables have no more`(tables: String, message: String) {
    let rows = "[" + (0..<40).map(String.init).joined(separator: ", ") + "]"
    let text = suite(
      scenario: "cases: {combine: \(tables.replacing("ROWS", with: rows))}\n\(Self.rest)",
      named: "${a} ${b}")
    #expect(remarks(text).map { $0.contains(message) } == (message.isEmpty ? [] : [true]))
  }

  /// Rows that multiply each other's values, and rows that repeat a large step.
  private static let many: [String] = {
    let twenty = { (name: String) in "\"" + String(repeating: "${\(name)}", count: 200) + "\"" }
    let row = "a: \(twenty("b")), b: \(twenty("c")), c: \(twenty("d")), d: x"
    let items = (0..<2_000).map(String.init).joined(separator: ", ")
    let rows = (0..<1_000).map { "{a: r\($0)}" }.joined(separator: ", ")
    return [
      "cases: [{\(row)}]\n\(rest)",
      "cases: [\(rows)]\n"
        + rest.replacing("json: ", with: "json: [\(items), ")
        .replacing("}\"}", with: "}\"]}"),
    ]
  }()

  @Test(arguments: many.indices) func `rows that make too many values end`(index: Int) {
    let text = suite(scenario: Self.many[index], named: index == 0 ? "one" : "${a}")
    #expect(
      remarks(text).contains {
        $0.contains("the file has more than 1000000 values, those that 'cases' repeat included")
      })
  }

  @Test func `many variables in one text, and many mistakes, take no longer than they are long`() {
    let text = suite(
      steps: "- step: s\n  request:\n    POST: /\n    text: |\n      "
        + String(repeating: "${a}", count: 200_000) + "\n  expect: {status: 200}")
    #expect(remarks(text).contains { $0.contains("more than 1000000 values") })
    let covers = (0..<20_000).map { "V-\($0)" }.joined(separator: ", ")
    let mistakes = suite(
      steps: "- step: s\n  covers: [\(covers)]\n  request: {GET: /}\n  save: {"
        + (0..<20_000).map { "saved_\($0): $.a" }.joined(separator: ", ")
        + "}\n  expect:\n    json: ["
        + (0..<20_000).map { "\"${sav_\($0)}\"" }.joined(separator: ", ") + "]")
    #expect(remarks(mistakes).count == 60_000)
  }

  @Test func `a row's values do not nest deeper than a file may`() {
    let deep = String(repeating: "[", count: 50) + String(repeating: "]", count: 50)
    let text = suite(
      scenario: "cases: [{a: \(deep)}]\nsteps:\n- step: s\n  request: {POST: /, json: "
        + "\(String(repeating: "[", count: 50))\"${a}\"\(String(repeating: "]", count: 50))}\n"
        + "  expect: {status: 200}")
    #expect(remarks(text).contains { $0.contains("nested too deeply") })
  }

  @Test(arguments: [
    "a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n",
    "scenarios: " + String(repeating: "[", count: 100_000),
    "scenarios: " + String(repeating: "{a: ", count: 10_000),
    "suite: " + String(repeating: "x", count: 2_000_000),
  ])
  func `hostile files are refused with a place`(text: String) {
    let found = loadSuite(text).diagnostics
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.position.line >= 1 && $0.position.column >= 1 })
  }

  @Test(arguments: [
    "json: {a: !matches '((((a{1,1000}){1,1000}){1,1000}){1,1000})'}",
    "json: {a: !matches '(a*)*b'}",
    "json: {\"$..a[?match(@.b, '((a{1,999}){1,999}){1,999}')]\": 1}",
  ])
  func `regular expressions are bounded when they are read`(expectation: String) {
    let began = ContinuousClock.now
    _ = remarks(suite(steps: "- step: a\n  request: {GET: /}\n  expect: {\(expectation)}"))
    #expect(began.duration(to: .now) < .seconds(30))
  }

  @Test func `deep patterns are read on the small stack of a worker`() throws {
    let depth = 30
    let pattern = (0..<depth).reduce("!string {}") { inner, _ in "!each [\(inner)]" }
    let text = suite(
      scenario: "cases: [{a: \(pattern)}]\nsteps:\n- step: s\n  request: {GET: /}\n"
        + "  expect: {json: {a: \"${a}\", b: {c: {d: \"${a}\"}}}}")
    try onSmallStack { #expect(remarks(text).filter { $0.contains("error") } == []) }
  }
}
