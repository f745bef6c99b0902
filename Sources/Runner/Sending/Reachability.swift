// SPDX-License-Identifier: Apache-2.0
// Remembers whether the target can be reached, so that not every step waits for a missing one.

import HTTP
import Synchronization

/// Whether any connection to the target was ever made. Shared by all jobs.
final class Reachability: Sendable {
  private struct State {
    var wasReached = false
    var wasMissed = false
    var failure: TransportError?
  }

  private let state = Mutex(State())
}

extension Reachability {
  /// Why no further request is tried: the first connections timed out, and none was ever made. nil
  /// while the target may be there.
  var failure: TransportError? {
    state.withLock { $0.wasReached ? nil : $0.failure }
  }

  /// Whether connections were tried and none was ever made.
  var isUnreached: Bool { state.withLock { $0.wasMissed && !$0.wasReached } }

  /// Remembers that a request was answered.
  func reached() {
    state.withLock { $0.wasReached = true }
  }

  /// Remembers that a request was not answered.
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
