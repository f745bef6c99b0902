// SPDX-License-Identifier: Apache-2.0
// The times that recordings cover.

import Formats
import Text

/// The times that recordings cover.
struct RecordingSpan: Sendable {
  /// Apart, in order, in milliseconds since 1970.
  private(set) var intervals: [ClosedRange<Int>] = []

  /// Recordings that follow each other so soon are one that was cut.
  static let cutMilliseconds = 600_000

  init(_ ranges: [ClosedRange<Int>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = intervals.last, range.lowerBound - last.upperBound <= Self.cutMilliseconds {
        intervals[intervals.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        intervals.append(range)
      }
    }
  }

  /// Whether everything from one time to another was recorded.
  func covers(_ start: Int, _ end: Int) -> Bool {
    intervals.contains { $0.lowerBound <= start && end <= $0.upperBound }
  }
}
