// SPDX-License-Identifier: Apache-2.0
// How much a search of a text has looked at, and whether its time is over.

/// How many bytes a search has looked at, each time that it did. Now and then it asks whether the time
/// is over; if so, the search ends, and the text counts as not searched.
struct SearchEffort {
  private(set) var byteCount = 0
  /// Whether the search ended before the end of its text.
  private(set) var isOver = false
  private let isTimeOver: @Sendable () -> Bool
  private var nextQuestion = Self.interval

  /// It asks for the time after so many bytes. A text of this size is always searched, so that
  /// what a stopped run has done can be shown.
  static let interval = 1 << 20

  init(until isTimeOver: @escaping @Sendable () -> Bool = { false }) {
    self.isTimeOver = isTimeOver
  }
}

extension SearchEffort {
  mutating func look(at count: Int) {
    byteCount += count
    guard byteCount >= nextQuestion else { return }
    nextQuestion = byteCount + Self.interval
    isOver = isOver || isTimeOver()
  }
}
