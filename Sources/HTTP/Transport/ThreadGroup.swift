// SPDX-License-Identifier: Apache-2.0
// Starts threads, and waits for their end.

import Dispatch
import Synchronization

/// The work of a thread, in a box that a C function can carry.
final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Starts a detached thread with a stack of 1 MiB: see `ThreadGroup` for waiting.
///
/// Where the system allows no more threads, the body runs at once on the calling one.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  if !System.startThread(stackBytes: 1 << 20, body) { body() }
}

/// Threads that can be waited for.
package final class ThreadGroup: Sendable {
  private let group = DispatchGroup()
  private let running = Atomic(0)
  private let stackBytes: Int

  package init(stackBytes: Int = 1 << 20) { self.stackBytes = stackBytes }

  /// Starts a thread of the group.
  package func start(_ body: @escaping @Sendable () -> Void) {
    if !startIfPossible(body) { body() }
  }

  /// Starts a thread of the group; false, and nothing done, where there can be no more.
  package func startIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool {
    group.enter()
    running.add(1, ordering: .sequentiallyConsistent)
    let isStarted = System.startThread(stackBytes: stackBytes) { [self] in
      body()
      leave()
    }
    if !isStarted { leave() }
    return isStarted
  }

  /// How many are running.
  package var count: Int { running.load(ordering: .sequentiallyConsistent) }

  /// Blocks until none is running.
  package func wait() { group.wait() }

  private func leave() {
    running.subtract(1, ordering: .sequentiallyConsistent)
    group.leave()
  }
}
