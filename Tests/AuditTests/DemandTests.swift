// SPDX-License-Identifier: Apache-2.0
// What rules demand: met, broken, or not judged.

import Audit
import Expectations
import Suites
import TestSupport
import Testing

struct DemandTests {
  /// Rules, and below each what the audit says of it after these exchanges.
  private static let rows = blocks(tableText("DemandTests"))

  @Test(arguments: rows.indices) func `judges an occasion`(index: Int) throws {
    let (text, cases) = Self.rows[index]
    #expect(!cases.isEmpty)
    for line in cases {
      let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
      #expect(
        try outcome(rule(text.replacing("\\n", with: "\n")), sent(parts[1])) == parts[0],
        "\(text): \(line)")
    }
  }

  @Test func `tells the first difference of the nearest one`() throws {
    let rules = rule("on: poll\nearlier: {is: token, form: {a: x, b: y}}")
    let result = try audited(rules, sent("register 0; token 0 form=a=1&b=2; poll 1"))
    let finding = try #require(result.rules[0].broken.first?.findings.first)
    #expect(
      finding.nearest == #"the nearest, 1 s before, differs: form field a: expected "x", found "1""#
    )
  }

  @Test(arguments: [
    ("- expect: {query: {a: j}}\n  - expect: {query: {b: j}}", ["query parameter a"]),
    ("- expect: {query: {a: j, b: j}}\n  - expect: {query: {b: j}}", ["query parameter b"]),
    (
      "- expect: {query: {a: j, b: j}}\n  - expect: {query: {b: j}, method: POST}",
      ["query parameter a", "query parameter b"]
    ),
  ])
  func `tells of the first of the nearest alternatives`(any: String, places: [String]) throws {
    let rules = rule("on: poll\nany:\n  \(any)")
    let result = try audited(rules, sent("poll?a=1&b=1 1"))
    let findings = try #require(result.rules[0].broken.first).findings.map(\.description)
    #expect(findings.map { String($0.prefix { $0 != ":" }) } == places)
  }
}
