// SPDX-License-Identifier: Apache-2.0
// The time by which a screen tells how far a run is.

package import HTTP

/// A clock that can be waited for.
package struct ScreenClock: Sendable {
  /// How much time has passed since some moment.
  let elapsed: @Sendable () -> Duration
  /// Blocks for so long; false where the cancellation cut it short.
  let wait: @Sendable (Duration, Cancellation) -> Bool

  package init(
    elapsed: @escaping @Sendable () -> Duration,
    wait: @escaping @Sendable (Duration, Cancellation) -> Bool
  ) {
    self.elapsed = elapsed
    self.wait = wait
  }

  /// That of the system.
  package static let system: ScreenClock = {
    let start = ContinuousClock.now
    return ScreenClock(elapsed: { start.duration(to: .now) }) { duration, cancellation in
      cancellation.wait(until: Deadline(after: duration))
    }
  }()
}
