// SPDX-License-Identifier: Apache-2.0
// Paces the requests of a whole run.

package import HTTPTransport
package import SuiteModel
import Synchronization

/// A token bucket for the requests of all jobs, which the service counts by their address (Adobe
/// Pass Authentication, "Throttling mechanism").
package final class RateLimit: Sendable {
  private struct State {
    /// How many requests may be sent at once; below zero, how many wait.
    var tokens: Double
    var last: ContinuousClock.Instant
    /// Nothing is sent before this: the service has answered 429.
    var heldUntil: ContinuousClock.Instant
  }

  private let rate: Profile.Rate?
  private let state: Mutex<State>

  /// - Parameter rate: The pace; nil for no limit.
  package init(_ rate: Profile.Rate?) {
    self.rate = rate
    state = Mutex(State(tokens: Double(rate?.burst ?? 0), last: .now, heldUntil: .now))
  }
}

extension RateLimit {
  /// Holds back the requests of all jobs for a while.
  package func hold(for duration: Duration) {
    let end = ContinuousClock.now.advanced(by: duration)
    state.withLock { $0.heldUntil = max($0.heldUntil, end) }
  }

  /// Takes a place for one request, and blocks until the request may be sent.
  ///
  /// - Parameter deadline: No place is taken if the turn would come later.
  /// - Returns: How long it blocked; nil if the deadline comes first, or the run is interrupted.
  package func wait(until deadline: Deadline, _ cancellation: Cancellation) -> Duration? {
    let start = ContinuousClock.now
    guard var turn = takePlace(at: start, before: deadline) else { return nil }
    while turn > .now {
      guard cancellation.wait(until: Deadline(after: ContinuousClock.now.duration(to: turn))) else {
        return nil
      }
      // Another job may have got a 429 meanwhile.
      turn = max(turn, state.withLock(\.heldUntil))
      if turn > deadline.instant { return nil }
    }
    return start.duration(to: .now)
  }

  private func takePlace(
    at now: ContinuousClock.Instant, before deadline: Deadline
  ) -> ContinuousClock.Instant? {
    state.withLock { state in
      guard let rate else {
        return state.heldUntil > deadline.instant ? nil : max(now, state.heldUntil)
      }
      // The burst is given once and does not refill.
      let elapsed = state.last.duration(to: now).seconds
      let tokens = min(state.tokens + elapsed * rate.perSecond, max(state.tokens, 1)) - 1
      let delay = tokens >= 0 ? .zero : Duration.seconds(-tokens / rate.perSecond)
      let turn = max(now.advanced(by: delay), state.heldUntil)
      guard turn <= deadline.instant else { return nil }
      state.tokens = tokens
      state.last = now
      return turn
    }
  }
}

extension Duration {
  /// The duration in seconds, with a fraction.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
