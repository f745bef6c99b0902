// SPDX-License-Identifier: Apache-2.0
// The instant by which something must be done.

/// An instant on the continuous clock, and the time that was allowed when it was set.
package struct Deadline: Sendable, Equatable {
  package let instant: ContinuousClock.Instant
  /// The time allowed from the start, for messages.
  package let allowance: Duration

  /// - Parameter duration: Below zero counts as zero, more than 1,000 days as 1,000 days.
  package init(after duration: Duration) {
    let bounded = min(max(duration, .zero), .seconds(86_400_000))
    instant = .now.advanced(by: bounded)
    allowance = bounded
  }

  private init(_ instant: ContinuousClock.Instant, allowance: Duration) {
    self.instant = instant
    self.allowance = allowance
  }

  /// The time left, never below zero.
  package var remaining: Duration { max(ContinuousClock.now.duration(to: instant), .zero) }

  package var isPast: Bool { ContinuousClock.now >= instant }

  /// The same, later: time that something else took is given back.
  package func postponed(by duration: Duration) -> Deadline {
    duration > .zero ? Deadline(instant.advanced(by: duration), allowance: allowance) : self
  }

  /// The one that comes first.
  package static func earliest(_ left: Deadline, _ right: Deadline) -> Deadline {
    right.instant < left.instant ? right : left
  }
}
