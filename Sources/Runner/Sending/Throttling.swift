// SPDX-License-Identifier: Apache-2.0
// What a 429, or no answer at all, means for later requests. `RequestSender` acts on it.

import HTTP
import Suites
import Synchronization
import Text

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
