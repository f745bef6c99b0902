// SPDX-License-Identifier: Apache-2.0
// Whether the target was ever reached: one that is not there is waited for once, not by each step.

import HTTPTransport
import Synchronization

/// What the run knows of the way to the target.
final class Reachability: Sendable {
  private struct State {
    var wasReached = false
    var failure: TransportError?
  }

  private let state = Mutex(State())
}

extension Reachability {
  /// Why no request needs to be tried: the first ones waited for a connection in vain, and there
  /// never was one. nil while the target may be there.
  var failure: TransportError? {
    state.withLock { $0.wasReached ? nil : $0.failure }
  }

  func reached() {
    state.withLock { $0.wasReached = true }
  }

  func failed(_ error: TransportError) {
    state.withLock { state in
      if error.hasReachedTarget {
        state.wasReached = true
      } else if error.isTimeout {
        state.failure = error
      }
    }
  }
}
