// SPDX-License-Identifier: Apache-2.0
// The streams and the environment of a command, and what a terminal shows during a run.

import Formats
import HTTP
import Record
import Reports
import Runner
import Synchronization
package import Text

/// Connects a command to the standard streams, the environment and the terminal. Only a `Printed` can
/// be written, so that no text from outside reaches a terminal or the log of a CI as it is.
package struct Console: Sendable {
  private let write: @Sendable (_ text: Printed, _ isError: Bool) -> Void
  let input: @Sendable (_ limitBytes: Int) -> [UInt8]?
  package let environment: [String: String]
  /// The time in milliseconds since 1970, by which a list of known failures expires.
  let milliseconds: @Sendable () -> Int
  /// Whether the output is a terminal.
  package let isInteractive: Bool
  /// How many columns the terminal has; nil without a terminal.
  private let terminalColumns: Int?
  /// The time by which the screen tells how far a run is.
  let clock: ScreenClock
  /// How much the command line wants to be told.
  private(set) var amount = TerminalReport.Amount.usual
  /// Whether `--format json` wants a document on standard output.
  private(set) var wantsDocument = false
  /// Whether the command line wants colours; nil where it leaves that to the console.
  private var wantsColour: Bool?

  /// - Parameters:
  ///   - columns: Those of the terminal; nil without one.
  ///   - milliseconds: The time in milliseconds since 1970; by default that of the machine.
  ///   - input: Reads all of standard input; returns nil if there are more bytes than the limit.
  ///   - write: Writes a text to standard output, or to standard error if `isError` is true.
  package init(
    environment: [String: String], isInteractive: Bool, columns: Int? = nil,
    clock: ScreenClock = .system, milliseconds: (@Sendable () -> Int)? = nil,
    input: @escaping @Sendable (_ limitBytes: Int) -> [UInt8]? = { _ in [] },
    write: @escaping @Sendable (_ text: Printed, _ isError: Bool) -> Void
  ) {
    self.environment = environment
    self.milliseconds = milliseconds ?? { Machine.milliseconds }
    self.isInteractive = isInteractive
    terminalColumns = columns
    self.clock = clock
    self.input = input
    self.write = write
  }
}

extension Console {
  /// Writes for people: to standard output, unless a document for tools is wanted there.
  package func output(_ text: Printed) { write(text, wantsDocument) }
  package func error(_ text: Printed) { write(text, true) }

  /// Writes what comes beside the result of a command; nothing under `--quiet`.
  func note(_ text: Printed) {
    if !isQuiet { output(text) }
  }

  func document(_ json: JSONValue) { write(Printed(json), false) }

  /// Whether nothing but the verdict is wanted.
  var isQuiet: Bool { amount == .verdict }

  /// Whether to use colours: as `--color` says; else not where `NO_COLOR` is set (no-color.org); else
  /// where `CLICOLOR_FORCE` is set; else on a terminal, unless `CLICOLOR` is 0 (bixense.com/clicolors).
  var hasColour: Bool {
    if let wantsColour { return wantsColour }
    func value(_ name: String) -> String { environment[name] ?? "" }
    if !value("NO_COLOR").isEmpty { return false }
    if !["", "0"].contains(value("CLICOLOR_FORCE")) { return true }
    return isInteractive && value("CLICOLOR") != "0" && value("TERM") != "dumb"
  }

  /// How many columns a line has: as `COLUMNS` says, else those of the terminal; nil for as many as
  /// one likes.
  var columns: Int? {
    if let number = environment["COLUMNS"].flatMap({ Int($0) }), number > 0 {
      return min(number, Self.mostColumns)
    }
    return isInteractive ? terminalColumns : nil
  }

  private static let mostColumns = 1000

  /// Whether a CI system runs the command. Its logs can't show a progress line.
  var isCI: Bool { !(environment["CI"] ?? "").isEmpty }

  var isGitHubActions: Bool { environment["GITHUB_ACTIONS"] == "true" }

  /// The path of a file from the root of the repository that the CI has checked out, else from the
  /// current folder; nil for a file that is elsewhere.
  func pathInRepository(_ file: String) -> String? {
    guard let root = Files.resolved(environment["GITHUB_WORKSPACE"] ?? "."),
      let path = Files.resolved(file), path.hasPrefix("\(root)/")
    else { return nil }
    return String(path.dropFirst(root.count + 1))
  }

  /// The report of a run on this console.
  var report: TerminalReport {
    TerminalReport(hasColour: hasColour, columns: columns, amount: amount)
  }

  /// Shows under `--verbose` what the cases of a finished run sent and got.
  func showExchanges(of run: RunJudgement) {
    guard amount == .exchanges else { return }
    for fragment in run.record.sharedFragments { output(report.exchanges(of: fragment)) }
    for (suite, judgements) in zip(run.record.suites, run.scenarios) {
      for (scenario, judgement) in zip(suite.scenarios, judgements) {
        output(report.exchanges(of: scenario, judgement.kind, suite: suite.name))
      }
    }
  }

  /// The options that `adapted(to:)` reads.
  static let options = [
    Option("verbose", help: "shows each exchange, with the secrets masked"),
    Option("quiet", help: "prints the verdict alone, on one line"),
    Option(
      "color", "WHEN", choices: ["auto", "always", "never"],
      help: "auto (default): on a terminal, and as NO_COLOR and CLICOLOR_FORCE say"),
  ]

  /// The console as the options of a command line want it.
  func adapted(to arguments: Arguments) throws(UsageError) -> Console {
    var console = self
    console.wantsDocument = arguments.value("format") == "json"
    switch arguments.value("color") {
    case "always"?: console.wantsColour = true
    case "never"?: console.wantsColour = false
    default: break
    }
    switch (arguments.has("verbose"), arguments.has("quiet")) {
    case (true, true): throw UsageError("--verbose and --quiet contradict each other: take one")
    case (true, false): console.amount = .exchanges
    case (false, true): console.amount = .verdict
    case (false, false): break
    }
    return console
  }
}

extension Printed {
  /// A value over lines, with a line break at its end.
  init(_ json: JSONValue) { self.init(json: "\(JSONWriter.text(json, indented: true))\n") }
}

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
final class RunScreen: Sendable {
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

extension RunScreen {
  /// Notes that a scenario has ended.
  func ended(_ scenario: JudgedScenario) {
    state.withLock { state in
      var text = state.log.text(for: scenario)
      if console.amount == .exchanges { text += console.report.exchanges(of: scenario) }
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
