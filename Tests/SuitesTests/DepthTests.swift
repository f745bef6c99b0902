// SPDX-License-Identifier: Apache-2.0
// Deep patterns and deep answers on the stack of a worker.

import Formats
import TestSupport
import Testing
import Text

@testable import Suites

@Suite struct DepthTests {
  @Test func `judge the deepest pattern`() throws {
    try onSmallStack {
      var text = "1"
      for level in 0..<(PatternCompilation.depthLimit - 1) {
        text =
          switch level % 4 {
          case 0: "{a: \(text)}"
          case 1: "!all [\(text)]"
          case 2: "!each [\(text)]"
          default: "!unordered [\(text)]"
          }
      }
      var value = JSONValue.integer(2)
      for level in 0..<(PatternCompilation.depthLimit - 1) {
        switch level % 4 {
        case 0: value = ["a": value]
        case 1: break
        default: value = [value]
        }
      }
      let pattern = try? Written.pattern(text)
      let scope = Scope(document: value, moment: Moment(now: answered, tolerance: .zero))
      #expect(pattern?.accepts(value, in: scope) == false)
      #expect(pattern?.mismatches(value, at: .body(.root), in: scope).count == 1)
    }
  }

  @Test func `compare with the deepest answer`() throws {
    try onSmallStack {
      let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
      let other = String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511)
      guard let value = try? JSONParser.document(deep).root,
        let different = try? JSONParser.document(other).root
      else {
        Issue.record("no JSON")
        return
      }
      let pattern = try? Written.pattern("`\(deep)`")
      let scope = Scope(document: value, moment: Moment(now: answered, tolerance: .zero))
      #expect(pattern?.accepts(value, in: scope) == true)
      #expect(pattern?.mismatches(different, at: .body(.root), in: scope).count == 1)
    }
  }
}
