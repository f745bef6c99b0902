// SPDX-License-Identifier: Apache-2.0
// Paces the requests of a whole run: the service counts them by address, so all share one bucket.

package import HTTPTransport
package import SuiteModel
import Synchronization

/// A token bucket, shared by all jobs (`throttling.md`).
package final class RateLimit: Sendable {
  private struct State {
    /// Requests that may be sent at once; below zero, those that wait.
    var tokens: Double
    var last: ContinuousClock.Instant
    /// Before this, nothing is sent: the service has said that there was too much.
    var heldUntil: ContinuousClock.Instant
  }

  private let rate: Profile.Rate?
  private let state: Mutex<State>

  /// - Parameter rate: nil for no limit.
  package init(_ rate: Profile.Rate?) {
    self.rate = rate
    state = Mutex(State(tokens: Double(rate?.burst ?? 0), last: .now, heldUntil: .now))
  }
}

extension RateLimit {
  /// Lets nothing be sent for a while, by any job.
  package func hold(for duration: Duration) {
    let end = ContinuousClock.now.advanced(by: duration)
    state.withLock { $0.heldUntil = max($0.heldUntil, end) }
  }

  /// Takes a place for one request; blocks until it may be sent.
  ///
  /// - Parameter deadline: Where the turn would come later, no place is taken.
  /// - Returns: How long that took; nil where the deadline comes first or the run is stopped.
  package func wait(until deadline: Deadline, _ cancellation: Cancellation) -> Duration? {
    let start = ContinuousClock.now
    guard var turn = takePlace(at: start, before: deadline) else { return nil }
    while turn > .now {
      guard cancellation.wait(until: Deadline(after: ContinuousClock.now.duration(to: turn))) else {
        return nil
      }
      // While it waited, another job may have been told to wait.
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
      // The burst is given once: what is left of it does not come back.
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
  /// As a fraction, in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
