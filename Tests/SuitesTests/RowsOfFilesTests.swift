// SPDX-License-Identifier: Apache-2.0
// `for:`: a file that stands for several suites.

import Suites
import TestSupport
import Testing
import Text

struct RowsOfFilesTests {
  private static let step =
    "{step: s, request: {GET: /, headers: {<header>: x}}, expect: {status: 200}}"

  @Test func `makes a suite of each row, with its values in keys, texts and lists`() {
    let loaded = loadWithoutMistakes(
      """
      for:
        - {on: A, header: X-A, status: 200, tags: [one, two]}
        - {on: B, header: X-B, status: !one-of [200, 400], tags: [three]}
      suite: Works on <on>
      tags: [all, <tags>]
      scenarios:
        - {scenario: "It is <on>, not <another>", steps: [\(Self.step)]}
      """)
    #expect(loaded.suites.map(\.name) == ["Works on A", "Works on B"])
    #expect(loaded.names == ["It is A, not <another>", "It is B, not <another>"])
    let scenarios = loaded.suites.flatMap(\.scenarios)
    #expect(scenarios.map(\.tags) == [["all", "one", "two"], ["all", "three"]])
    // A blank can't stand in the name of a header.
    #expect(
      remarks(
        "for: [{header: X-A}, {header: X A}]\nsuite: <header>\nscenarios:\n"
          + "  - {scenario: one, steps: [\(Self.step)]}\n"
      ).filter { $0.contains("X A") }.count == 1)
  }

  @Test(arguments: [
    ("for: 3", "2:6: error: expected 'for', a list, found the number 3"),
    ("for: [{a: x}, {a: y}]", "1:8: error: another suite is called 'S', too: s.yaml"),
    (
      "for: [{a: x}]\nfragments: []",
      "2:6: error: a file with 'for' has no fragments of its own; they stand in fragments.yaml"
    ),
  ])
  func `refuses another form`(lines: String, mistake: String) {
    let text = suite(scenario: "steps: [{wait: 1s}]", before: lines + "\n")
    #expect(remarks(text).contains(mistake), "\(remarks(text))")
  }
}
