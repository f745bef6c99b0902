// SPDX-License-Identifier: Apache-2.0
// The streams and the environment of a command.

import Formats
import Record
import Reports
package import Text

/// Connects a command to the standard streams, the environment and the terminal. Only a `Printed` can
/// be written, so that no text from outside reaches a terminal or the log of a CI as it is.
package struct Console: Sendable {
  private let write: @Sendable (_ text: Printed, _ isError: Bool) -> Void
  let input: @Sendable (_ limitBytes: Int) -> [UInt8]?
  /// Asks the person at the terminal, and returns the line that they type; nil at the end of input.
  /// There is none where no person can answer.
  let ask: (@Sendable (_ question: Printed) -> String?)?
  package let environment: [String: String]
  /// The time in milliseconds since 1970, by which a list of known failures expires.
  let milliseconds: @Sendable () -> Int
  /// Whether the output is a terminal.
  package let isInteractive: Bool
  /// How many columns the terminal has; nil without a terminal.
  private let terminalColumns: Int?
  /// How many rows the terminal has; nil without a terminal.
  private let rows: Int?
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
  ///   - rows: Those of the terminal; nil where they are not known.
  ///   - milliseconds: The time in milliseconds since 1970; by default that of the machine.
  ///   - input: Reads all of standard input; returns nil if there are more bytes than the limit.
  ///   - ask: Asks the person at the terminal; nil where there is none.
  ///   - write: Writes a text to standard output, or to standard error if `isError` is true.
  package init(
    environment: [String: String], isInteractive: Bool, columns: Int? = nil, rows: Int? = nil,
    clock: ScreenClock = .system, milliseconds: (@Sendable () -> Int)? = nil,
    input: @escaping @Sendable (_ limitBytes: Int) -> [UInt8]? = { _ in [] },
    ask: (@Sendable (_ question: Printed) -> String?)? = nil,
    write: @escaping @Sendable (_ text: Printed, _ isError: Bool) -> Void
  ) {
    self.environment = environment
    self.milliseconds = milliseconds ?? { Machine.milliseconds }
    self.isInteractive = isInteractive
    terminalColumns = columns
    self.rows = rows
    self.clock = clock
    self.input = input
    self.ask = ask
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
    TerminalReport(hasColour: hasColour, columns: columns, rows: rows, amount: amount)
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
