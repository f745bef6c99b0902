// SPDX-License-Identifier: Apache-2.0
// The bounds of `!integer` and `!number`.

internal import Formats

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
