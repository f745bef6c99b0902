// SPDX-License-Identifier: Apache-2.0
// Paces the requests of a whole run: the service counts them by address, so all share one bucket.

import HTTPTransport
package import SuiteModel
import Synchronization

/// A token bucket, shared by all jobs (`throttling.md`).
package final class RateLimit: Sendable {
  private struct State {
    /// Requests that may be sent at once; below zero, those that wait.
    var tokens: Double
    var last: ContinuousClock.Instant
  }

  private let rate: Profile.Rate?
  private let state: Mutex<State>

  /// - Parameter rate: nil for no limit.
  package init(_ rate: Profile.Rate?) {
    self.rate = rate
    state = Mutex(State(tokens: Double(rate?.burst ?? 0), last: .now))
  }
}

extension RateLimit {
  /// Takes a place for one request; blocks until it may be sent.
  ///
  /// - Returns: false where the deadline comes first or the run is stopped.
  func wait(until deadline: Deadline, _ cancellation: Cancellation) -> Bool {
    guard let rate else { return true }
    let delay = state.withLock { state -> Duration in
      let now = ContinuousClock.now
      // The burst is given once: what is left of it does not come back.
      let elapsed = state.last.duration(to: now).seconds
      state.tokens = min(state.tokens + elapsed * rate.perSecond, max(state.tokens, 1))
      state.last = now
      state.tokens -= 1
      return state.tokens >= 0 ? .zero : .seconds(-state.tokens / rate.perSecond)
    }
    guard delay > .zero else { return true }
    if delay > deadline.remaining { return false }
    return cancellation.wait(until: Deadline(after: delay))
  }
}

extension Duration {
  /// As a fraction, in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
