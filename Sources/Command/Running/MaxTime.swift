// SPDX-License-Identifier: Apache-2.0
// The option `--max-time`, and when the time of a run is over.

import HTTP
import Synchronization
import Text

/// The time that a run may take, as `--max-time` gives it. When it is over, only steps under
/// `finally` still begin; a moment later everything ends.
final class MaxTime: Sendable {
  static let option = Option(
    "max-time", "DURATION",
    help: "stops the run after this time, such as 5m: the reports are written, and the exit"
      + " status is 130")

  /// How long the steps under `finally` may take.
  private static let grace = Duration.seconds(30)

  private let limit: Duration?
  /// Ends the run in order.
  let ending = Cancellation()
  private let isOver = Atomic(false)
  private let done = Cancellation()
  private let threads = ThreadGroup()

  init(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments.value(Self.option.name) else {
      limit = nil
      return
    }
    guard let limit = DurationText.parse(text), limit > .zero else {
      throw UsageError("--max-time is \(DurationText.form); not '\(text)'")
    }
    self.limit = limit
  }
}

extension MaxTime {
  /// Starts the clock.
  ///
  /// - Parameter cancel: Ends everything at once.
  func start(_ cancel: @escaping @Sendable () -> Void) throws(UsageError) {
    guard let limit else { return }
    let isStarted = threads.startIfPossible { [self] in
      guard done.wait(until: Deadline(after: limit)) else { return }
      isOver.store(true, ordering: .sequentiallyConsistent)
      ending.cancel()
      guard done.wait(until: Deadline(after: Self.grace)) else { return }
      cancel()
    }
    if !isStarted { throw UsageError("--max-time: the system allows no further thread") }
  }

  /// Stops the clock.
  ///
  /// - Returns: What ended the run; nil where its time was not over.
  func stop() -> String? {
    done.cancel()
    threads.wait()
    guard let limit, isOver.load(ordering: .sequentiallyConsistent) else { return nil }
    return "--\(Self.option.name) \(DurationText.text(limit))"
  }
}
