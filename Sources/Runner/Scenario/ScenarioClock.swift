// SPDX-License-Identifier: Apache-2.0
// The time of a scenario: the target's, and by how far waits have set it forward.

import Synchronization
import Text

/// The time of one scenario. It is that of the target, as far as the target tells: the times in a
/// scenario come from there, and those that are sent are read there. Emulated frameworks, `${now}`
/// and waits use it. An answer came at a time of our own clock, because `now` in an expectation
/// has to find a clock that is wrong.
///
/// A wait sets the clock forward instead of taking time if nobody can tell the difference: the
/// framework uses this clock, and no later step asks the target, whose clock nobody can set.
final class ScenarioClock: Sendable {
  /// How far it can be set forward: 10,000 years, which leaves room for dates after that.
  static let limit = Duration.seconds(10_000 * 365 * 86_400)

  private let wall: @Sendable () -> Timestamp
  private let target: TargetClock
  private let offset = Atomic(0)

  init(_ wall: @escaping @Sendable () -> Timestamp, target: TargetClock) {
    self.wall = wall
    self.target = target
  }
}

extension ScenarioClock {
  /// The time of the scenario.
  var now: Timestamp { ownNow + target.offset }

  /// The same by our own clock.
  var ownNow: Timestamp { wall() + .milliseconds(offset.load(ordering: .relaxed)) }

  /// Sets the clock forward, by `limit` in all at most.
  func advance(by duration: Duration) {
    let limit = Self.limit.wholeMilliseconds
    let distance = min(duration.wholeMilliseconds, limit)
    offset.store(min(offset.load(ordering: .relaxed) + distance, limit), ordering: .relaxed)
  }
}
