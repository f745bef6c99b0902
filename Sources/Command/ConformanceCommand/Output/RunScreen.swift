// SPDX-License-Identifier: Apache-2.0
// Shows failures and progress during a run.

import Encodings
import Reporting
import Results
import SourceText
import Synchronization

/// Prints failures as they happen, each cause once. On a terminal it also shows a line with the
/// progress of the run.
final class RunScreen: Sendable {
  /// How long a run takes before the progress line appears.
  private static let quietTime = Duration.seconds(1)
  /// The least time between two updates of the progress line.
  private static let pause = Duration.milliseconds(100)

  private struct State {
    var progress: Progress
    var log: FailureLog
    var isLineShown = false
    var lastLine: ContinuousClock.Instant
  }

  private let console: Console
  private let start = ContinuousClock.now
  private let hasLine: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - planned: How many scenarios the plan has. Tables that are filled from the target may add
  ///     more.
  ///   - log: Chooses the failures that are printed.
  init(planned: Int, log: FailureLog, on console: Console) {
    self.console = console
    hasLine =
      !console.isQuiet && console.isInteractive && !console.isCI
      && console.environment["TERM"] != "dumb"
    state = Mutex(
      State(
        progress: Progress(done: 0, planned: planned, failed: 0, elapsed: .zero), log: log,
        lastLine: start))
  }
}

extension RunScreen {
  /// Notes that a scenario has ended.
  func ended(_ scenario: JudgedScenario) {
    state.withLock { state in
      state.progress.done += 1
      state.progress.planned = max(state.progress.planned, state.progress.done)
      var text = state.log.text(for: scenario)
      if console.amount == .exchanges { text += console.report.exchanges(of: scenario) }
      state.progress.failed = state.log.failed
      if !text.isEmpty { show(text, &state) }
      let now = ContinuousClock.now
      guard hasLine, start.duration(to: now) > Self.quietTime,
        !state.isLineShown || state.lastLine.duration(to: now) > Self.pause
      else { return }
      state.progress.elapsed = start.duration(to: now)
      state.isLineShown = true
      state.lastLine = now
      console.output("\(Printed.erasedLine)\(state.progress.line(width: console.columns ?? 80))")
    }
  }

  /// Removes the progress line at the end of the run; failures stay on the screen.
  func close() {
    state.withLock { show($0.log.rest, &$0) }
  }

  private func show(_ text: Printed, _ state: inout State) {
    console.note(state.isLineShown ? "\(Printed.erasedLine)\(text)" : text)
    state.isLineShown = false
  }
}
