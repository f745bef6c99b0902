// SPDX-License-Identifier: Apache-2.0
// `!number {min, max}`.

internal import Formats

/// `!number {min, max}`: a number within bounds, which are included.
struct NumberMatcher: Matcher {
  static let name = "number"

  let bounds: NumberBounds

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.numberBounds(tag, areWhole: false).map { Self(bounds: $0) }
  }
}

extension NumberMatcher {
  var mayAccept: Kinds { .number }
  var alwaysAccepts: Kinds { bounds.isOpen ? .number : [] }
  var argumentText: QuotingText? { bounds.text }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    value.number.map { bounds.contain($0) } ?? false
  }
}
