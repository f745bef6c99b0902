// SPDX-License-Identifier: Apache-2.0
// The time of a run, and whether it was interrupted.

import HTTP
import Suites

/// When a run began, when it has to end, and whether it was interrupted.
struct RunTime: Sendable {
  let start: ContinuousClock.Instant
  let deadline: Deadline
  /// Ends everything at once.
  let cancellation: Cancellation
  /// Ends everything but the steps under `finally`.
  let ending: Cancellation

  /// - Parameters:
  ///   - limit: How long the run may take; nil for a day.
  ///   - ending: nil for none but the cancellation.
  init(limit: Duration?, cancellation: Cancellation, ending: Cancellation? = nil) {
    start = .now
    deadline = Deadline(after: limit ?? .seconds(86_400))
    self.cancellation = cancellation
    self.ending = ending ?? cancellation
  }
}

extension RunTime {
  /// How long the run has taken so far.
  var elapsed: Duration { start.duration(to: .now) }

  var isCancelled: Bool { cancellation.isCancelled }

  /// Whether nothing new begins, but for the steps under `finally`.
  var isEnding: Bool { ending.isCancelled || cancellation.isCancelled }

  /// What ends a wait that begins now. Once the run ends in order, only steps under `finally` wait.
  var interruption: Cancellation { ending.isCancelled ? cancellation : ending }

  /// Waits; false if the run was interrupted meanwhile.
  func wait(for duration: Duration) -> Bool {
    interruption.wait(until: Deadline(after: duration))
  }
}
