// SPDX-License-Identifier: Apache-2.0
// The outline of a suite says the same as the suite.

import Foundation
import Suites
import TestSupport
import Testing

@Suite struct OutlineTests {
  private static let step = "{wait: 1s}"

  @Test(arguments: [
    ("scenarios: [{scenario: one, steps: [\(step)]}]", 1),
    (
      """
      preflight: true
      scenarios:
        - {scenario: one, steps: [\(step)]}
        - {scenario: "t ${a}", cases: [{a: x}, {a: y}, {a: z}], steps: [\(step)]}
      """, 4
    ),
    ("scenarios: [{scenario: 't ${m.id}', cases: \(live), steps: [\(step)]}]\n\(fragment)", 1),
    (
      """
      scenarios:
        - scenario: t ${a} ${m.id}
          cases: {combine: [[{a: x}, {a: y}], \(live)]}
          steps: [\(step)]
      \(fragment)
      """, 2
    ),
  ])
  func `counts each written row`(text: String, count: Int) throws {
    let memory = Memory(texts: ["a/s.yaml": "suite: S\ncookbook: c\n\(text)\n"])
    let outline = try #require(SuiteLoader.outlines(["a"], files: memory.files).first)
    let suite = try #require(memory.load(["a"]).suites.first)
    #expect(outline.scenarioCount == count)
    #expect(outline.scenarioCount == suite.scenarios.count)
    #expect(outline.name == suite.name)
    #expect(outline.digest == suite.digest)
    #expect(outline.cookbook == "c")
    #expect(outline.isPreflight == suite.isPreflight)
  }

  private static let live = "{each: m, of: mvpds, in: '$.all[*]'}"
  private static let fragment = "fragments: [{fragment: mvpds, gives: [all], steps: [\(step)]}]"

  @Test func `leaves out what is not a suite`() {
    let memory = Memory(
      texts: [
        "a/fragments.yaml": "fragments: []", "a/facts.yaml": "facts: []", "a/b.yaml": "- 1",
        "a/c.yaml": "{", "a/d.yaml": "suite: D\nscenarios: [{scenario: one, steps: []}]",
      ])
    #expect(SuiteLoader.outlines(["a", "none"], files: memory.files).map(\.name) == ["D"])
  }
}
