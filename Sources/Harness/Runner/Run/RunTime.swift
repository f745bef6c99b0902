// SPDX-License-Identifier: Apache-2.0
// The time of a run, and whether it was interrupted.

import HTTPTransport
import SuiteModel

/// When a run began, when it has to end, and whether it was interrupted.
struct RunTime: Sendable {
  let start: ContinuousClock.Instant
  let deadline: Deadline
  let cancellation: Cancellation

  /// - Parameter limit: How long the run may take; nil for a day.
  init(limit: Duration?, cancellation: Cancellation) {
    start = .now
    deadline = Deadline(after: limit ?? .seconds(86_400))
    self.cancellation = cancellation
  }
}

extension RunTime {
  /// How long the run has taken so far.
  var elapsed: Duration { start.duration(to: .now) }

  var isCancelled: Bool { cancellation.isCancelled }

  /// Waits; false if the run was interrupted meanwhile.
  func wait(for duration: Duration) -> Bool {
    cancellation.wait(until: Deadline(after: duration))
  }
}
