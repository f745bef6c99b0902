// SPDX-License-Identifier: Apache-2.0
// Tests that wait: for a time, a process or another thread.

import Dispatch
import Foundation
package import Testing

/// Gives each test that waits a thread beside those on which the other tests run, and ends the tests
/// where one of them hangs.
///
/// The library runs as many tests at a time as there are processors, and those that wait keep the
/// others from running. Its own time limit notes a test that takes too long, and then waits until it
/// returns; one that blocks never does, and its thread can't be ended alone.
package struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  /// After so many minutes a test hangs.
  private static let limitMinutes = 3

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.all) {
      let returned = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [name = test.name] in
        let limit = DispatchTime.now() + .seconds(60 * Self.limitMinutes)
        guard returned.wait(timeout: limit) == .timedOut else { return }
        endTests(because: "\(name) has not returned after \(Self.limitMinutes) min")
      }
      defer { returned.signal() }
      try await function()
    }
  }
}

extension Trait where Self == WaitingTrait {
  /// For tests that wait.
  package static var waits: Self { Self() }
}

/// The threads of tests that wait.
private final class WaitingThreads: TaskExecutor {
  static let all = WaitingThreads()

  private let queue: OperationQueue

  private init() {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = 8
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Kills what the tests have started, and ends them.
private func endTests(because reason: String) -> Never {
  for process in descendants(of: getpid()) { kill(process, SIGKILL) }
  try? FileHandle.standardError.write(contentsOf: Data("error: the tests end: \(reason)\n".utf8))
  _exit(1)
}
