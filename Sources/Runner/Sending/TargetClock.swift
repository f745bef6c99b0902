// SPDX-License-Identifier: Apache-2.0
// How far the target's clock is from ours.

import HTTP
import Synchronization
import Text

/// How far the target's clock is from ours, by the `Date` of its answers (RFC 9110, section 6.6.1).
/// Shared by all jobs.
///
/// A date says the time to the second, so each answer gives two bounds. Those of all answers
/// together leave a few milliseconds, unless several servers with different clocks answer.
final class TargetClock: Sendable {
  private struct State {
    /// In milliseconds, as all here. Nothing is known before the first date.
    var bounds: (least: Int, most: Int)?
    var date = ""
    var dateTime = 0
  }

  private let state = Mutex(State())
}

extension TargetClock {
  /// Notes the date of an answer, if it has one.
  ///
  /// - Parameters:
  ///   - sent: Before the request was sent, by our clock.
  ///   - received: After the answer came.
  func note(_ headers: HeaderList, sent: Timestamp, received: Timestamp) {
    guard let date = headers["Date"] else { return }
    state.withLock { state in
      // Many answers have the same second.
      if state.date != date {
        guard let time = HTTPDate.timestamp(date, now: received) else { return }
        (state.date, state.dateTime) = (date, time.milliseconds)
      }
      let least = state.dateTime - received.milliseconds
      let most = state.dateTime + 999 - sent.milliseconds
      guard let bounds = state.bounds else {
        state.bounds = (least, most)
        return
      }
      let both = (least: max(bounds.least, least), most: min(bounds.most, most))
      // Several clocks, or one that was set: the slower one is waited for.
      state.bounds = both.least <= both.most ? both : (both.most - 999, both.most)
    }
  }

  /// The target's clock minus ours: zero if the two may be equal, else never more than it is.
  var offset: Duration {
    let bounds = state.withLock { $0.bounds }
    guard let bounds, bounds.least > 0 || bounds.most < 0 else { return .zero }
    return .milliseconds(bounds.least)
  }
}
