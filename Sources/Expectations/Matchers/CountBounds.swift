// SPDX-License-Identifier: Apache-2.0
// The bounds of a count, as `!size` and `!string` take them.

/// A count: `3`, or `{min: 1, max: 5}`, both included.
struct CountBounds: Sendable, Equatable {
  let min: Int?
  let max: Int?

  /// Whether every count is within them.
  var isOpen: Bool { (min ?? 0) <= 0 && max == nil }

  func contain(_ count: Int) -> Bool { count >= (min ?? 0) && count <= (max ?? .max) }

  /// `3 items`, `at least 1 item`, `1 to 5 items`.
  func words(_ noun: String) -> String {
    switch (min ?? 0, max) {
    case (let least, nil): "at least \(MessageText.count(least, noun))"
    case (0, let most?): "at most \(MessageText.count(most, noun))"
    case (let least, let most?):
      least == most ? MessageText.count(most, noun) : "\(least) to \(MessageText.count(most, noun))"
    }
  }

  /// As written in a suite.
  var text: QuotingText {
    if let min, min == max { return QuotingText(words: String(min)) }
    return FlowText.options(
      [("min", min), ("max", max)].map { ($0, $1.map { QuotingText(words: "\($0)") }) }) ?? "{}"
  }
}
