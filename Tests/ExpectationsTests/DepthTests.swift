// SPDX-License-Identifier: Apache-2.0
// Deep patterns and deep answers on the stack of a worker.

import Dispatch
import Encodings
import Findings
import Foundation
import JSON
import SourceText
import Testing

@testable import Expectations

@Suite struct DepthTests {
  /// Runs work on a thread with a stack of 1 MiB, as workers have it.
  private func onSmallStack(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      work()
      done.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
    done.wait()
  }

  @Test func `judge the deepest pattern`() {
    onSmallStack {
      var node = PatternNode.value(.integer(1), at: .start)
      for level in 0..<(PatternCompiler.depthLimit - 1) {
        node =
          switch level % 4 {
          case 0: .map([PatternEntry(.name("a"), at: .start, node)], at: .start)
          case 1: .tagged("all", .list([node], at: .start), at: .start)
          case 2: .tagged("each", .list([node], at: .start), at: .start)
          default: .tagged("unordered", .list([node], at: .start), at: .start)
          }
      }
      var value = JSONValue.integer(2)
      for level in 0..<(PatternCompiler.depthLimit - 1) {
        switch level % 4 {
        case 0: value = ["a": value]
        case 1: break
        default: value = [value]
        }
      }
      let pattern = try? PatternCompiler.compile(node)
      let scope = Scope(document: value, moment: Moment(now: answered, tolerance: .zero))
      #expect(pattern?.accepts(value, in: scope) == false)
      #expect(pattern?.mismatches(value, at: .body(.root), in: scope).count == 1)
    }
  }

  @Test func `compare with the deepest answer`() {
    onSmallStack {
      let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
      let other = String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511)
      guard let value = try? JSONParser.document(deep).root,
        let different = try? JSONParser.document(other).root
      else {
        Issue.record("no JSON")
        return
      }
      let pattern = try? PatternCompiler.compile(.value(value, at: .start))
      let scope = Scope(document: value, moment: Moment(now: answered, tolerance: .zero))
      #expect(pattern?.accepts(value, in: scope) == true)
      #expect(pattern?.mismatches(different, at: .body(.root), in: scope).count == 1)
    }
  }
}
