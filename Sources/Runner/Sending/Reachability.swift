// SPDX-License-Identifier: Apache-2.0
// Whether any connection to the target was ever made.

import HTTP
import Record
import Suites
import Synchronization
import Text

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
