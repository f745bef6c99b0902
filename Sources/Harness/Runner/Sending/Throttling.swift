// SPDX-License-Identifier: Apache-2.0
// Whether the service says 429 and nothing else: then each request is not waited for anew.

import HTTPMessages
import Synchronization

/// What the run knows of a service that says that there were too many requests.
///
/// A 429 passes in a second or so (`throttling.md`), and is waited for. Where it did not pass for
/// as long as a request was repeated, and nothing else was answered meanwhile, there is no use in
/// waiting with the next one, until the service answers something else.
final class Throttling: Sendable {
  private struct State {
    /// Answers other than 429 from the target.
    var others = 0
    /// The same for each path that a 429 came for.
    var othersByPath: [String: Int] = [:]
    /// Whether all requests are in vain.
    var isEverywhere = false
    var paths: Set<String> = []
  }

  private let state = Mutex(State())
}

extension Throttling {
  /// What had been answered at the first 429 to a request.
  struct Mark {
    fileprivate let path: String
    fileprivate let others: Int
    fileprivate let othersOfPath: Int
  }

  /// Whether a further 429 to such a request need not be waited for.
  func isInVain(_ request: HTTPRequest) -> Bool {
    let path = Self.path(request)
    return state.withLock { $0.isEverywhere || $0.paths.contains(path) }
  }

  /// The first 429 to a request came.
  func began(_ request: HTTPRequest) -> Mark {
    let path = Self.path(request)
    return state.withLock { state in
      let othersOfPath = state.othersByPath[path] ?? 0
      state.othersByPath[path] = othersOfPath
      return Mark(path: path, others: state.others, othersOfPath: othersOfPath)
    }
  }

  /// A request was given up after it had been repeated.
  func gaveUp(_ mark: Mark) {
    state.withLock { state in
      if state.others == mark.others { state.isEverywhere = true }
      if state.othersByPath[mark.path] == mark.othersOfPath { state.paths.insert(mark.path) }
    }
  }

  /// The target answered a request by something else.
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
