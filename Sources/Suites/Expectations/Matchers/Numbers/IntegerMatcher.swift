// SPDX-License-Identifier: Apache-2.0
// `!integer {min, max}`.

internal import Formats

/// `!integer {min, max}`: a whole number, also `1.0` or `1e3`, within bounds, which are included.
struct IntegerMatcher: Matcher {
  static let name = "integer"

  let bounds: NumberBounds

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.numberBounds(tag, areWhole: true).map { Self(bounds: $0) }
  }
}

extension IntegerMatcher {
  var mayAccept: Kinds { .number }
  var argumentText: QuotingText? { bounds.text }
  var noun: String { "an integer" }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    value.number.map { $0.isInteger && bounds.contain($0) } ?? false
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    guard let number = value.number, !number.isInteger else { return nil }
    return "\(Pattern.subject(value, place)), not a whole number"
  }
}
