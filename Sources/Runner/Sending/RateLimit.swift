// SPDX-License-Identifier: Apache-2.0
// Paces the requests of a run.

package import HTTP
package import Suites
import Synchronization
import Text

/// A token bucket for the requests of all jobs, which the service counts by their address (Adobe
/// Pass Authentication, "Throttling mechanism").
///
/// Waiting requests are sent in the order of the plan. So the steps of a scenario stay together, and
/// every scenario has its turn.
package final class RateLimit: Sendable {
  /// A request that waits.
  private struct Waiter {
    /// The place of its scenario in the plan.
    let place: Int
    /// In the order of arrival.
    let number: Int
  }

  private struct State {
    /// How many requests may be sent at once.
    var tokens: Double
    var last: ContinuousClock.Instant
    /// Nothing is sent before this: the service has answered 429.
    var heldUntil: ContinuousClock.Instant
    /// The requests that wait, the next one first.
    var waiting: [Waiter] = []
    var count = 0
  }

  /// The next move of a request that waits.
  private enum Turn {
    case now
    /// Others may come meanwhile, so it has to ask again then.
    case at(ContinuousClock.Instant)
    case tooLate
  }

  private let rate: Profile.Rate?
  private let state: Mutex<State>

  /// - Parameter rate: The pace; nil for no limit.
  package init(_ rate: Profile.Rate?) {
    self.rate = rate
    state = Mutex(State(tokens: Double(rate?.burst ?? 0), last: .now, heldUntil: .now))
  }

  /// Holds back the requests of all jobs for a while.
  package func hold(for duration: Duration) {
    let end = ContinuousClock.now.advanced(by: duration)
    state.withLock { $0.heldUntil = max($0.heldUntil, end) }
  }

  /// How many requests wait.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Blocks until one request may be sent.
  ///
  /// - Parameters:
  ///   - place: Of the requests that wait, the one with the lowest is sent first.
  ///   - deadline: It gives up at once if the turn would come later.
  /// - Returns: How long it blocked; nil if the deadline comes first, or the run is interrupted.
  package func wait(
    place: Int = 0, until deadline: Deadline, _ cancellation: Cancellation
  ) -> Duration? {
    let start = ContinuousClock.now
    let number = enter(place)
    while true {
      switch turn(of: number, at: .now, before: deadline) {
      case .now: return start.duration(to: .now)
      case .tooLate: return nil
      case .at(let instant):
        // The one before it may be late by a moment.
        let left = max(ContinuousClock.now.duration(to: instant), .milliseconds(1))
        guard cancellation.wait(until: Deadline(after: left)) else {
          state.withLock { $0.waiting.removeAll { $0.number == number } }
          return nil
        }
      }
    }
  }

  /// Takes a place among those that wait.
  private func enter(_ place: Int) -> Int {
    state.withLock { state in
      state.count += 1
      let index = state.waiting.firstIndex { $0.place > place } ?? state.waiting.endIndex
      state.waiting.insert(Waiter(place: place, number: state.count), at: index)
      return state.count
    }
  }

  private func turn(
    of number: Int, at now: ContinuousClock.Instant, before deadline: Deadline
  ) -> Turn {
    state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        return .tooLate
      }
      var turn = max(now, state.heldUntil)
      if let rate {
        // The burst is given once and does not refill.
        let elapsed = state.last.duration(to: now).seconds
        state.tokens = min(state.tokens + elapsed * rate.perSecond, max(state.tokens, 1))
        state.last = now
        let lacking = Double(index + 1) - state.tokens
        if lacking > 0 {
          turn = max(turn, now.advanced(by: .bounded(seconds: lacking / rate.perSecond)))
        }
      }
      if turn > now, turn <= deadline.instant { return .at(turn) }
      state.waiting.remove(at: index)
      if turn > now { return .tooLate }
      if rate != nil { state.tokens -= 1 }
      return .now
    }
  }
}

extension Duration {
  /// The duration in seconds, with a fraction.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
