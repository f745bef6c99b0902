// SPDX-License-Identifier: Apache-2.0
// Paces the requests of a run, and reads what a 429, or no answer at all, means.

package import HTTP
package import Suites
import Synchronization
import Text

/// A token bucket for the requests of all jobs, which the service counts by their address (Adobe
/// Pass Authentication, "Throttling mechanism").
///
/// Waiting requests are sent in the order in which their scenarios started. So the steps of a
/// scenario stay together, and every scenario has its turn.
package final class RateLimit: Sendable {
  /// A request that waits.
  private struct Waiter {
    let priority: Int
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
    /// Nobody knows who comes meanwhile, so it has to ask again then.
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
  ///   - priority: Of the requests that wait, the one with the lowest is sent first.
  ///   - deadline: It gives up at once if the turn would come later.
  ///   - pause: Is given each wait, and does it. The turn is taken once it returns.
  /// - Returns: How long it blocked; nil if the deadline comes first, or the run is interrupted.
  package func wait(
    priority: Int = 0, until deadline: Deadline, _ cancellation: Cancellation,
    pause: (_ wait: () -> Bool) -> Bool = { $0() }
  ) -> Duration? {
    let start = ContinuousClock.now
    let number = enter(priority)
    while true {
      switch turn(of: number, at: .now, before: deadline) {
      case .now: return start.duration(to: .now)
      case .tooLate: return nil
      case .at(let instant):
        // The one before it may be late by a moment.
        let left = max(ContinuousClock.now.duration(to: instant), .milliseconds(1))
        guard pause({ cancellation.wait(until: Deadline(after: left)) }) else {
          state.withLock { $0.waiting.removeAll { $0.number == number } }
          return nil
        }
      }
    }
  }

  /// Takes a place among those that wait.
  private func enter(_ priority: Int) -> Int {
    state.withLock { state in
      state.count += 1
      let index = state.waiting.firstIndex { $0.priority > priority } ?? state.waiting.endIndex
      state.waiting.insert(Waiter(priority: priority, number: state.count), at: index)
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

/// Reads how long the client has to wait after a 429.
enum RetryAfter {
  /// Longer waits are cut to a day.
  private static let limit = Duration.seconds(86_400)

  /// The wait that `Retry-After` asks for (RFC 9110, section 10.2.3): a number of seconds, or a date.
  /// A date counts from the `Date` of the answer, since the service's clock may be off.
  ///
  /// - Parameter now: The time of an answer without `Date`.
  /// - Returns: Zero if the field is missing or invalid; a day at most.
  static func delay(_ headers: HeaderList, now: Timestamp) -> Duration {
    guard let text = headers["Retry-After"] else { return .zero }
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return Int(text).map { min(.bounded(seconds: $0), limit) } ?? limit
    }
    guard let end = HTTPDate.timestamp(text, now: now) else { return .zero }
    let start = headers["Date"].flatMap { HTTPDate.timestamp($0, now: now) } ?? now
    return min(.bounded(milliseconds: end.milliseconds - start.milliseconds), limit)
  }
}

/// Whether repeating a request after a 429 is worthwhile. Shared by all jobs.
///
/// The limit lifts about a second after a 429 (Adobe Pass Authentication, "Throttling mechanism"),
/// so a request is repeated. If that never helps, and the service answers nothing but 429
/// meanwhile, later requests are not repeated until it answers something else.
final class Throttling: Sendable {
  private struct State {
    /// How many answers were something else than 429.
    var others = 0
    /// The same for each path that got a 429.
    var othersByPath: [String: Int] = [:]
    /// Whether repeating is in vain for all requests.
    var isEverywhere = false
    /// The paths for which repeating is in vain.
    var paths: Set<String> = []
  }

  private let state = Mutex(State())

  /// The counts at the first 429 to a request.
  struct Mark {
    fileprivate let path: String
    fileprivate let others: Int
    fileprivate let othersOfPath: Int
  }

  /// Whether a request should not be repeated after a 429.
  func isInVain(_ request: HTTPRequest) -> Bool {
    let path = Self.path(request)
    return state.withLock { $0.isEverywhere || $0.paths.contains(path) }
  }

  /// Begins to count at the first 429 to a request.
  func began(_ request: HTTPRequest) -> Mark {
    let path = Self.path(request)
    return state.withLock { state in
      let othersOfPath = state.othersByPath[path] ?? 0
      state.othersByPath[path] = othersOfPath
      return Mark(path: path, others: state.others, othersOfPath: othersOfPath)
    }
  }

  /// Remembers that all repetitions of a request got a 429.
  func gaveUp(_ mark: Mark) {
    state.withLock { state in
      if state.others == mark.others { state.isEverywhere = true }
      if state.othersByPath[mark.path] == mark.othersOfPath { state.paths.insert(mark.path) }
    }
  }

  /// Remembers that a request got another answer than 429.
  func passed(_ request: HTTPRequest) {
    let path = Self.path(request)
    state.withLock { state in
      state.others += 1
      state.isEverywhere = false
      if let count = state.othersByPath[path] {
        state.othersByPath[path] = count + 1
        state.paths.remove(path)
      }
    }
  }

  private static func path(_ request: HTTPRequest) -> String {
    String(request.target.prefix { $0 != "?" })
  }
}

/// Whether any connection to the target was ever made. Shared by all jobs.
final class Reachability: Sendable {
  private struct State {
    var wasReached = false
    var wasMissed = false
    var failure: TransportError?
  }

  private let state = Mutex(State())

  /// The reason to try no further request: connections timed out, and none was made; else nil.
  var failure: TransportError? { state.withLock { $0.wasReached ? nil : $0.failure } }

  /// Whether connections were tried and all failed.
  var isUnreached: Bool { state.withLock { $0.wasMissed && !$0.wasReached } }

  func reached() { state.withLock { $0.wasReached = true } }

  func failed(_ error: TransportError) {
    state.withLock { state in
      if error.hasReachedTarget {
        state.wasReached = true
        return
      }
      state.wasMissed = true
      if error.isTimeout { state.failure = error }
    }
  }
}
