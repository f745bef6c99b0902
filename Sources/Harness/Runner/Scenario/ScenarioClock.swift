// SPDX-License-Identifier: Apache-2.0
// The time of a scenario: the wall clock, set forward where waiting can't be seen from outside.

import Encodings
import SuiteModel
import Synchronization

/// The time of one scenario. Emulated frameworks go by it, and so do `${now}` and `now`.
///
/// A wait sets it forward, and takes no time, where nobody could tell: the framework goes by this
/// clock, and no later step asks the target, whose clock nobody can set.
final class ScenarioClock: Sendable {
  /// How far it can be set forward: 10,000 years, which leaves room for dates after that.
  static let limit = Duration.seconds(10_000 * 365 * 86_400)

  private let wall: @Sendable () -> Timestamp
  private let offset = Atomic(0)

  init(_ wall: @escaping @Sendable () -> Timestamp) {
    self.wall = wall
  }
}

extension ScenarioClock {
  var now: Timestamp { wall() + .milliseconds(offset.load(ordering: .relaxed)) }

  /// Sets the clock forward, as far as `limit` in all.
  func advance(by duration: Duration) {
    let limit = Self.limit.wholeMilliseconds
    let distance = min(duration.wholeMilliseconds, limit)
    offset.store(min(offset.load(ordering: .relaxed) + distance, limit), ordering: .relaxed)
  }
}

extension ScenarioExecutor {
  /// Whether a wait can set the clock forward instead: the framework goes by it, what this runs is
  /// not for other scenarios too, and no step that may still be run asks the target.
  var waitTakesNoTime: Bool {
    guard context.surroundings.frameworkFollowsClock, !isShared else { return false }
    var seen: Set<FragmentID> = []
    return !remaining.contains { asksTarget($0, &seen) }
  }

  /// Whether one of the steps, or of their fragments, may send something.
  private func asksTarget(_ steps: ArraySlice<Step>, _ seen: inout Set<FragmentID>) -> Bool {
    for step in steps {
      switch step.action {
      case .request: return true
      case .user(let user): if user.kind == .visit { return true }
      case .partner, .wait: break
      case .use(let use):
        // Fragments don't use each other in circles; the loader has seen to it.
        guard seen.insert(use.fragment).inserted else { continue }
        // A shared fragment goes by a clock of its own.
        guard let fragment = context.fragments[use.fragment], !fragment.isShared else {
          return true
        }
        if asksTarget(fragment.steps[...], &seen) { return true }
      }
    }
    return false
  }
}
