// SPDX-License-Identifier: Apache-2.0
// Matchers of numbers: `!integer` and `!number`, with their bounds.

import Formats

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

/// `{min: 1, max: 2.5}`, both included and both optional.
struct NumberBounds: Sendable, Equatable {
  let min: JSONNumber?
  let max: JSONNumber?
}

extension NumberBounds {
  /// Whether every number is within them.
  var isOpen: Bool { min == nil && max == nil }

  func contain(_ number: JSONNumber) -> Bool {
    if let min, number < min { return false }
    if let max, max < number { return false }
    return true
  }

  /// As written in a suite; nil for no bounds.
  var text: QuotingText? {
    let bounds = [("min", min), ("max", max)].compactMap { name, bound in
      bound.map { (name, QuotingText.text($0.literal)) }
    }
    return bounds.isEmpty ? nil : FlowText.options(bounds)
  }
}

extension PatternCompilation {
  /// Reads the argument of `!integer` or `!number`: nothing, or `{min, max}`.
  mutating func numberBounds(_ tag: TagUse, areWhole: Bool) -> Argument<NumberBounds> {
    let options = options(tag, ["min", "max"]) { compilation, option in
      compilation.constant(
        option, else: "'\(option.name)' must be \(areWhole ? "an integer" : "a number")"
      ) { value in
        value.number.flatMap { !areWhole || $0.isInteger ? $0 : nil }
      }
    }
    return options.flatMap { options in
      let bounds = NumberBounds(min: options["min"], max: options["max"])
      if let min = bounds.min, let max = bounds.max, max < min {
        fail("no number is from \(min.literal) to \(max.literal)", at: tag.argumentPosition)
        return .mistake
      }
      return options.hasUnknown ? .unknown : .known(bounds)
    }
  }
}
