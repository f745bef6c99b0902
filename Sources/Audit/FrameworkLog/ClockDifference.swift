// SPDX-License-Identifier: Apache-2.0
// How far the clock of a log is ahead of that of the recordings.

/// What the clock of a log may be ahead of that of the recordings, in milliseconds.
struct ClockDifference {
  private var least = Int.min
  private var most = Int.max

  /// Times that were rounded on the way.
  private static let rounding = 5

  /// A call was sent after an exchange was answered.
  mutating func note(call: Int, after exchange: Int) { most = min(most, call - exchange) }

  /// A call was answered before an exchange was sent.
  mutating func note(call: Int, before exchange: Int) { least = max(least, call - exchange) }

  /// All that is possible; nil where nothing fits.
  var range: ClosedRange<Int>? {
    if least > most {
      if least - most > Self.rounding { return nil }
      let middle = most + (least - most) / 2
      return middle...middle
    }
    return least...most
  }
}
