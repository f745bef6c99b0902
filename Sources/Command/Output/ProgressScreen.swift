// SPDX-License-Identifier: Apache-2.0
// The screen of a run: progress, and a line for what fails.

import HTTP
import Record
import Reports
import Runner
import Synchronization
import Text

/// A clock that can be waited for.
package struct ScreenClock: Sendable {
  /// How much time has passed since some moment.
  let elapsed: @Sendable () -> Duration
  /// Blocks for so long; false where the cancellation cut it short.
  let wait: @Sendable (Duration, Cancellation) -> Bool

  /// That of the system.
  package static let system: ScreenClock = {
    let start = ContinuousClock.now
    return ScreenClock(elapsed: { start.duration(to: .now) }) { duration, cancellation in
      cancellation.wait(until: Deadline(after: duration))
    }
  }()
}

/// Prints failures as they happen, each cause once, and how far the run is: on a terminal in a line
/// that is kept up to date, elsewhere in a line every half minute.
final class ProgressScreen: Sendable {
  /// How long a run takes before the progress line appears.
  private static let quietTime = Duration.seconds(1)
  /// The least time between two updates of the progress line, and the most.
  private static let (pause, longestPause) = (Duration.milliseconds(100), Duration.seconds(1))
  /// The time between two lines in a log.
  private static let logPause = Duration.seconds(30)

  private struct State {
    var progress: Progress
    var log: FailureLog
    var isLineShown = false
    /// When the progress line was last written, on the clock of the screen.
    var lastLine = Duration.zero
  }

  private let console: Console
  /// On the clock of the screen.
  private let start: Duration
  private let hasLine: Bool
  private let state: Mutex<State>
  private let closing = Cancellation()
  private let threads = ThreadGroup()

  /// - Parameters:
  ///   - plan: Of the run. Tables that are filled from the target may add scenarios to it.
  ///   - expected: How long the run takes at the pace of the profile; nil where it has none.
  ///   - log: Chooses the failures that are printed.
  init(_ plan: Plan, expected: Duration?, log: FailureLog, on console: Console) {
    self.console = console
    start = console.clock.elapsed()
    hasLine = console.isInteractive && !console.isCI && console.environment["TERM"] != "dumb"
    state = Mutex(
      State(progress: Progress(planned: plan.scenarioCount, expected: expected), log: log))
    guard !console.isQuiet else { return }
    // Where there can be no further thread, the run goes on without being shown.
    _ = threads.startIfPossible { [self] in
      let pause = hasLine ? Self.longestPause : Self.logPause
      while console.clock.wait(pause, closing) { state.withLock { tell(&$0) } }
    }
  }
}

extension ProgressScreen {
  /// Notes that a scenario has ended.
  func ended(_ scenario: JudgedScenario) {
    let exchanges =
      console.amount == .exchanges ? console.report.exchanges(of: scenario) : Printed()
    state.withLock { state in
      let text = state.log.text(for: scenario) + exchanges
      state.progress.add(scenario)
      state.progress.failed = state.log.failed
      if !text.isEmpty { show(text, &state) }
      if hasLine { showLine(&state) }
    }
  }

  /// Removes the progress line at the end of the run; failures stay on the screen.
  func close() {
    closing.cancel()
    threads.wait()
    state.withLock { show($0.log.rest, &$0) }
  }

  private func tell(_ state: inout State) {
    if hasLine {
      showLine(&state)
    } else {
      state.progress.elapsed = console.clock.elapsed() - start
      console.note("\(state.progress.sentence)\n")
    }
  }

  private func showLine(_ state: inout State) {
    let elapsed = console.clock.elapsed() - start
    guard !console.isQuiet, elapsed > Self.quietTime,
      !state.isLineShown || elapsed - state.lastLine > Self.pause
    else { return }
    state.progress.elapsed = elapsed
    state.isLineShown = true
    state.lastLine = elapsed
    console.output("\(Printed.erasedLine)\(state.progress.line(width: console.columns ?? 80))")
  }

  private func show(_ text: Printed, _ state: inout State) {
    console.note(state.isLineShown ? "\(Printed.erasedLine)\(text)" : text)
    state.isLineShown = false
  }
}
