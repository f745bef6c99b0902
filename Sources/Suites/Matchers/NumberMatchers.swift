// SPDX-License-Identifier: Apache-2.0
// Matchers of numbers: `!integer` and `!number`, with their bounds.

import Formats

/// `!number {min, max}`: a number within bounds, which are included. `!integer {min, max}`: a whole
/// one, also `1.0` or `1e3`.
struct NumberMatcher: Matcher {
  let bounds: NumberBounds
  let isWhole: Bool
}

extension NumberMatcher {
  var mayAccept: Kinds { .number }
  var alwaysAccepts: Kinds { bounds.isOpen && !isWhole ? .number : [] }
  var argumentText: QuotingText? { bounds.text }
  var noun: String { isWhole ? "an integer" : mayAccept.noun }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    value.number.map { ($0.isInteger || !isWhole) && bounds.contain($0) } ?? false
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    guard isWhole, let number = value.number, !number.isInteger else { return nil }
    return "\(Pattern.subject(value, place)), not a whole number"
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
    FlowText.options([("min", min), ("max", max)].map { ($0, $1.map { .text($0.literal) }) })
  }
}

extension PatternCompilation {
  /// Reads the argument of `!integer` or `!number`: nothing, or `{min, max}`.
  mutating func number(_ tag: TagUse, isWhole: Bool) -> Argument<NumberMatcher> {
    let options = options(tag, ["min", "max"]) { compilation, option in
      compilation.constant(
        option, else: "'\(option.name)' must be \(isWhole ? "an integer" : "a number")"
      ) { value in
        value.number.flatMap { !isWhole || $0.isInteger ? $0 : nil }
      }
    }
    return options.flatMap { options in
      let bounds = NumberBounds(min: options["min"], max: options["max"])
      if let min = bounds.min, let max = bounds.max, max < min {
        return mistake(
          "no number is from \(min.literal) to \(max.literal)", at: tag.argumentPosition)
      }
      return options.hasUnknown
        ? .unknown : .known(NumberMatcher(bounds: bounds, isWhole: isWhole))
    }
  }
}
