// SPDX-License-Identifier: Apache-2.0
// The count of the requests of an address.

import Text

/// The requests of one address, counted as in the documented scenario ("Throttling mechanism"): the
/// first request of each whole second since the very first is free. Ten others are admitted, once.
struct RequestBucket: Sendable {
  static let burstLimit = 10

  private let start: Timestamp
  private var lastSecond = -1
  private var burst = 0

  init(start: Timestamp) { self.start = start }

  /// Counts a request, and says whether it is served.
  mutating func admits(at now: Timestamp) -> Bool {
    let second = max(0, now.milliseconds - start.milliseconds) / 1000
    if second > lastSecond {
      lastSecond = second
      return true
    }
    guard burst < Self.burstLimit else { return false }
    burst += 1
    return true
  }
}
