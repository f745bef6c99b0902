// SPDX-License-Identifier: Apache-2.0
// Shows failures and progress during a run.

import Encodings
import Reporting
import Synchronization

/// Prints failures as they happen, the first twenty in full. On a terminal it also shows a line
/// with the progress of the run.
final class RunScreen: Sendable {
  /// How many failures are printed in full; further ones are only in the report.
  private static let failureLimit = 20
  /// How long a run takes before the progress line appears.
  private static let quietTime = Duration.seconds(1)
  /// The least time between two updates of the progress line.
  private static let pause = Duration.milliseconds(100)
  /// Moves the cursor to the start of the line and erases the line (ECMA-48).
  private static let erase = "\r\u{1B}[K"

  private struct State {
    var progress: Progress
    var isLineShown = false
    var lastLine: ContinuousClock.Instant
  }

  private let console: Console
  private let start = ContinuousClock.now
  private let hasLine: Bool
  private let state: Mutex<State>

  /// - Parameter planned: How many scenarios the plan has. Tables that are filled from the target
  ///   may add more.
  init(planned: Int, on console: Console) {
    self.console = console
    hasLine = console.isInteractive && !console.isCI && console.environment["TERM"] != "dumb"
    state = Mutex(
      State(
        progress: Progress(done: 0, planned: planned, failed: 0, elapsed: .zero), lastLine: start))
  }
}

extension RunScreen {
  /// Notes that a scenario has ended.
  ///
  /// - Parameter failure: The text about its failure; empty if it did not fail.
  func ended(failure: String) {
    state.withLock { state in
      state.progress.done += 1
      state.progress.planned = max(state.progress.planned, state.progress.done)
      if !failure.isEmpty {
        state.progress.failed += 1
        switch state.progress.failed {
        case ...Self.failureLimit: show(failure, &state)
        case Self.failureLimit + 1: show("… further ones are in the report.\n", &state)
        default: break
        }
      }
      let now = ContinuousClock.now
      guard hasLine, start.duration(to: now) > Self.quietTime,
        !state.isLineShown || state.lastLine.duration(to: now) > Self.pause
      else { return }
      state.progress.elapsed = start.duration(to: now)
      state.isLineShown = true
      state.lastLine = now
      console.output("\(Self.erase)\(state.progress.line(width: console.width))")
    }
  }

  /// Removes the progress line at the end of the run; failures stay on the screen.
  func close() {
    state.withLock { show("", &$0) }
  }

  private func show(_ text: String, _ state: inout State) {
    console.output(state.isLineShown ? "\(Self.erase)\(text)" : text)
    state.isLineShown = false
  }
}
