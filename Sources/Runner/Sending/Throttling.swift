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
