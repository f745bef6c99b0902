// SPDX-License-Identifier: Apache-2.0
// Threads, and waiting for them to end.

import Synchronization

/// What a thread does, in a box that a C function can carry.
final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// Starts a thread with a stack of 1 MiB that nobody joins: see `ThreadGroup` for waiting.
///
/// Where the system allows no more threads, the body runs at once on the calling one.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  if !System.startThread(stackBytes: 1 << 20, body) { body() }
}

/// Threads that can be waited for.
package final class ThreadGroup: Sendable {
  private struct State {
    var running = 0
    /// A waiting thread's pipe ends; each leaving last thread writes to all.
    var waiting: [Int32] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Starts a thread of the group.
  package func start(_ body: @escaping @Sendable () -> Void) {
    if !startIfPossible(body) {
      body()
    }
  }

  /// Starts a thread of the group; false, and nothing done, where there can be no more.
  package func startIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.running += 1 }
    let isStarted = System.startThread(stackBytes: 1 << 20) { [self] in
      body()
      leave()
    }
    if !isStarted { leave() }
    return isStarted
  }

  /// How many are running.
  package var count: Int { state.withLock { $0.running } }

  /// Blocks until none is running.
  package func wait() {
    while true {
      guard let pipe = System.makePipe() else {
        // Without a descriptor to wait on, look now and then.
        if count == 0 { return }
        _ = System.poll((-1, 0), -1, milliseconds: 5)
        continue
      }
      let isIdle = state.withLock { state in
        if state.running > 0 { state.waiting.append(pipe.writing) }
        return state.running == 0
      }
      if !isIdle {
        _ = System.poll((pipe.reading, System.readable), -1, milliseconds: -1)
      }
      state.withLock { state in state.waiting.removeAll { $0 == pipe.writing } }
      System.close(pipe.reading)
      System.close(pipe.writing)
      if isIdle { return }
    }
  }

  private func leave() {
    state.withLock { state in
      state.running -= 1
      if state.running == 0 { for end in state.waiting { System.writeByte(end) } }
    }
  }
}
