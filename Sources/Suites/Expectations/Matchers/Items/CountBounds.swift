// SPDX-License-Identifier: Apache-2.0
// The bounds of lengths and sizes.

internal import Formats

/// A count: `3`, or `{min: 1, max: 5}`, both included.
struct CountBounds: Sendable, Equatable {
  let min: Int?
  let max: Int?
}

extension CountBounds {
  /// Whether every count is within them.
  var isOpen: Bool { (min ?? 0) <= 0 && max == nil }

  func contain(_ count: Int) -> Bool { count >= (min ?? 0) && count <= (max ?? .max) }

  /// As written in a suite.
  var text: QuotingText {
    if let min, min == max { return QuotingText(words: String(min)) }
    return FlowText.options(
      [("min", min), ("max", max)].compactMap { name, bound in
        bound.map { (name, QuotingText(words: String($0))) }
      })
  }
}
