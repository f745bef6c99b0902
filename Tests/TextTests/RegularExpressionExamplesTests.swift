// SPDX-License-Identifier: Apache-2.0
// Texts that match a regular expression.

import Testing
import Text

@Suite struct RegularExpressionExamplesTests {
  @Test(arguments: [
    ("abc", ["abc"]),
    ("a|bc|", ["a", "bc", ""]),
    ("a?b", ["b", "ab"]),
    (#"[^/]+/\d{3}"#, ["x/111"]),
    ("(?i)null|x{2}", ["NULL", "xx"]),
    ("(a|b)(c|d)", ["ac", "ad", "bc", "bd"]),
    ("^/x$", ["/x"]), ("x+|y*", ["x", "", "y"]), ("x{2,}", ["xx"]), ("(a|b){2}", ["aa", "bb"]),
    ("[é]", []),
    ("[^x]", ["1"]), (#"[ \n]"#, [" "]),
    ("(a|b|c)(d|e|f)", ["ad", "ae", "af", "bd", "be", "cd", "ce"]),
    ("x{64}", [String(repeating: "x", count: 64)]), ("x{65}", []), ("a^", []), ("(?i)a", ["A"]),
    ("(", []),
  ])
  func `writes one for each choice`(source: String, examples: [String]) {
    #expect(RegularExpression.examples(of: source) == examples)
  }

  @Test func `stops at a limit`() throws {
    let source = String(repeating: "(a|b|c)", count: 30)
    let examples = RegularExpression.examples(of: source, limit: 5)
    #expect(examples.count == 5)
    #expect(RegularExpression.examples(of: "a|b|c", limit: 2) == ["a", "b"])
    #expect(RegularExpression.examples(of: "a?", limit: 1) == [""])
    #expect(
      RegularExpression.examples(of: (0..<20).map { "x\($0)" }.joined(separator: "|")).count == 16)
    let expression = try RegularExpression(source)
    #expect(examples.allSatisfy { expression.matchesWhole($0) })
  }
}
