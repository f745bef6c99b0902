// SPDX-License-Identifier: Apache-2.0
// The deepest patterns and answers, on a worker's small stack.

import Formats
import TestSupport
import Testing

@testable import Expectations

struct DepthTests {
  @Test func `judge the deepest pattern`() throws {
    try onSmallStack {
      var text = "1"
      var value = JSONValue.integer(2)
      for level in 0..<(PatternCompilation.depthLimit - 1) {
        switch level % 4 {
        case 0: (text, value) = ("{a: \(text)}", ["a": value])
        case 1: text = "!all [\(text)]"
        case 2: (text, value) = ("!each [\(text)]", [value])
        default: (text, value) = ("!unordered [\(text)]", [value])
        }
      }
      let pattern = try? Written.pattern(text)
      #expect(pattern?.accepts(value, in: scope(value)) == false)
      #expect(pattern?.mismatches(value, at: .body(.root), in: scope(value)).count == 1)
    }
  }

  @Test func `compare with the deepest answer`() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let other = String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511)
    let value = try JSONParser.document(deep).root
    let different = try JSONParser.document(other).root
    try onSmallStack {
      let pattern = try? Written.pattern("`\(deep)`")
      #expect(pattern?.accepts(value, in: scope(value)) == true)
      #expect(pattern?.mismatches(different, at: .body(.root), in: scope(value)).count == 1)
    }
  }
}
