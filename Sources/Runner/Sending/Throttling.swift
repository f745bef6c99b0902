// SPDX-License-Identifier: Apache-2.0
// Whether repeating a request after a 429 is worthwhile.

import HTTP
import Record
import Suites
import Synchronization
import Text

/// Whether repeating a request after a 429 is worthwhile. Shared by all jobs.
///
/// The limit lifts about a second after a 429 (Adobe Pass Authentication, "Throttling mechanism"),
/// so a request is repeated. Where the service answers nothing but 429 for long, the run gives up.
/// Where one path gets nothing but 429, later requests to it are not repeated until it gets another
/// answer.
final class Throttling: Sendable {
  private struct State {
    /// The number of answers that were something else than 429.
    var others = 0
    /// The same for each path that got a 429.
    var othersByPath: [String: Int] = [:]
    /// The paths for which repeating is in vain.
    var paths: Set<String> = []
    /// The first 429 since another answer came; nil after another answer.
    var first: (instant: ContinuousClock.Instant, startedAfter: Duration)?
    /// The longest wait that was asked for since then.
    var longestAsked = Duration.zero
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
    state.withLock { $0.paths.contains(Self.path(request)) }
  }

  /// Begins to count at the first 429 to a request.
  ///
  /// - Parameter startedAfter: When it was sent, since the start of the run.
  func began(_ request: HTTPRequest, startedAfter: Duration = .zero) -> Mark {
    let path = Self.path(request)
    return state.withLock { state in
      let othersOfPath = state.othersByPath[path] ?? 0
      state.othersByPath[path] = othersOfPath
      if state.first == nil { state.first = (.now, startedAfter) }
      return Mark(path: path, others: state.others, othersOfPath: othersOfPath)
    }
  }

  /// Notes how long a 429 asks to wait.
  ///
  /// - Parameters:
  ///   - asked: Zero where it does not say.
  ///   - wait: How long the run would wait.
  /// - Returns: Since when there is nothing but 429, if the run's patience ends before that wait
  ///   does; nil while it lasts.
  func asked(for asked: Duration, wait: Duration, _ patience: Patience) -> Duration? {
    state.withLock { state in
      state.longestAsked = max(state.longestAsked, asked)
      let longest = min(max(patience.throttled, state.longestAsked * 3), patience.longestThrottled)
      let first = state.first ?? (.now, .zero)
      let end = first.instant.duration(to: .now) + wait
      return wait > patience.longestThrottled || end > longest ? first.startedAfter : nil
    }
  }

  /// Whether nothing but 429 came since the first one to a request.
  func isAll(since mark: Mark) -> Bool { state.withLock { $0.others == mark.others } }

  /// Remembers that all repetitions of a request got a 429.
  func gaveUp(_ mark: Mark) {
    state.withLock { state in
      if state.othersByPath[mark.path] == mark.othersOfPath { state.paths.insert(mark.path) }
    }
  }

  /// Remembers that a request got another answer than 429.
  func passed(_ request: HTTPRequest) {
    let path = Self.path(request)
    state.withLock { state in
      state.others += 1
      state.first = nil
      state.longestAsked = .zero
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
