// SPDX-License-Identifier: Apache-2.0
// What a run shows while it goes on.

import Encodings
import Reporting
import Synchronization

/// Failures as they happen, the first of them in full, and on a terminal how far the run is.
final class RunScreen: Sendable {
  /// So many failures are shown: a screen holds no hundreds.
  private static let failureLimit = 20
  /// A shorter run needs no line that tells how far it is.
  private static let quietTime = Duration.seconds(1)
  /// Between two lines that tell how far it is.
  private static let pause = Duration.milliseconds(100)
  /// To the start of the line, and erase it (ECMA-48).
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

  /// - Parameter planned: How many scenarios there are, as far as that is known.
  init(planned: Int, on console: Console) {
    self.console = console
    hasLine = console.isInteractive && !console.isCI && console.environment["TERM"] != "dumb"
    state = Mutex(
      State(
        progress: Progress(done: 0, planned: planned, failed: 0, elapsed: .zero), lastLine: start))
  }
}

extension RunScreen {
  /// A scenario has ended.
  ///
  /// - Parameter failure: What is said of it; empty for one that did not fail.
  func ended(failure: String) {
    state.withLock { state in
      state.progress.done += 1
      state.progress.planned = max(state.progress.planned, state.progress.done)
      if !failure.isEmpty {
        state.progress.failed += 1
        switch state.progress.failed {
        case ...Self.failureLimit: show(failure, &state)
        case Self.failureLimit + 1: show("… further ones stand in the report.\n", &state)
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

  /// The run is over: nothing but what it showed of failures stays.
  func close() {
    state.withLock { show("", &$0) }
  }

  private func show(_ text: String, _ state: inout State) {
    console.output(state.isLineShown ? "\(Self.erase)\(text)" : text)
    state.isLineShown = false
  }
}
