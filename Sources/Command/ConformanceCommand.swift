// SPDX-License-Identifier: Apache-2.0
// Finds the subcommand that a command line names, and runs it or prints its help.

package import Record
import Suites
package import Text

/// The program: runs a command line and returns its exit status.
package struct ConformanceCommand: Sendable {
  package static let name = "sso-conformance"
  package static let version = "0.1.0"

  private let console: Console

  package init(console: Console) { self.console = console }

  /// All subcommands, in the order of the help. Help, completion and the tests follow this list.
  static let subcommands: [Subcommand] = [
    .runSuites, .examineTarget, .initProfile, .checkSuites, .listScenarios, .showCoverage,
    .explainWord, .workOnReports, .serveReference, .auditTraffic, .inspectDocuments, .showPartner,
    .completeWords,
  ]
}

extension ConformanceCommand {
  /// Runs a command line.
  ///
  /// - Parameter words: The command line without the program's name.
  package func run(_ words: [String]) -> ExitStatus {
    guard let first = words.first else {
      console.error("\(ownLines: Help.overview)")
      return .invalidInput
    }
    switch first {
    case "--help", "-h", "help":
      guard let name = words.dropFirst().first, first == "help" else {
        console.output("\(ownLines: Help.overview)")
        return .success
      }
      guard let command = Self.subcommands.first(where: { $0.name == name }) else {
        return unknown(name)
      }
      console.output("\(ownLines: Help.text(of: command))")
      return .success
    case "--version":
      console.output(Self.versionText(of: Self.name, console))
      return .success
    default: break
    }
    guard let command = Self.subcommands.first(where: { $0.name == first }) else {
      return unknown(first)
    }
    return command.run(Array(words.dropFirst()), console)
  }

  /// The version of a program, and the shipped suites with their digest:
  ///
  ///     sso-conformance 0.1.0
  ///     suites: Suites, sha256 4f9d…
  package static func versionText(of program: String, _ console: Console) -> Printed {
    let suites: String
    if let folder = SuiteLocation.shipped(console) {
      do throws(FileProblem) {
        suites = "\(folder), sha256 \(try SuiteLocation.digest(of: folder))"
      } catch {
        suites = "\(folder): \(error.message)"
      }
    } else {
      suites = "none; set \(SuiteLocation.variable)"
    }
    return "\(program) \(version)\nsuites: \(suites)\n"
  }

  private func unknown(_ word: String) -> ExitStatus {
    let names = Self.subcommands.map(\.name)
    let what = word.hasPrefix("-") ? "option" : "command"
    let known = names + ["--help", "--version"]
    let hint =
      word == "selftest"
      ? "; it is a program of its own: sso-selftest"
      : Suggestion.nearest(to: word, among: known).map { ", did you mean '\($0)'?" }
        ?? "; there are \(names.joined(separator: ", "))"
    console.error("error: unknown \(what) '\(word)'\(hint)\n")
    return .invalidInput
  }
}

/// A subcommand of a program, such as `check`.
package struct Subcommand: Sendable {
  /// The program that it belongs to.
  package var program = ConformanceCommand.name
  /// Empty for what a program does without a subcommand.
  package let name: String
  package let summary: String
  /// The arguments after the name, as the usage line shows them.
  package let parameters: String
  /// The part of the help between the usage line and the options.
  package let discussion: String
  package let options: [Option]
  /// The words that completion offers for the first arguments, one list for each place.
  var words: [[String]] = []
  package var perform: @Sendable (Arguments, Console) throws(UsageError) -> ExitStatus

  package init(
    program: String = ConformanceCommand.name, name: String, summary: String, parameters: String,
    discussion: String, options: [Option], words: [[String]] = [],
    perform: @escaping @Sendable (Arguments, Console) throws(UsageError) -> ExitStatus
  ) {
    self.program = program
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.discussion = discussion
    self.options = options
    self.words = words
    self.perform = perform
  }
}

extension Subcommand {
  /// Runs it, or prints its help.
  ///
  /// - Parameter words: Those of the command line after its name.
  package func run(_ words: [String], _ console: Console) -> ExitStatus {
    let beforeEnd = words.prefix { $0 != "--" }
    if beforeEnd.contains("--help") || beforeEnd.contains("-h") {
      console.output("\(ownLines: Help.text(of: self))")
      return .success
    }
    do {
      let arguments = try Arguments(words, options: options)
      return try perform(arguments, console.adapted(to: arguments))
    } catch {
      if let report = error.report {
        console.error(report)
        return error.status
      }
      console.error("error: \(error.message)\n")
      console.error("usage: \(Help.usage(of: self))\n")
      return .invalidInput
    }
  }
}

/// The exit statuses of all commands.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The target is conformant, or the command did its work.
  case success = 0
  /// The target is not conformant, requirements have gaps, or a run got worse than before.
  case notConformant = 1
  /// The command line, a suite, the profile or the reports folder has a mistake; nothing was sent.
  case invalidInput = 2
  /// No verdict is possible: the target answered no scenario at all.
  case noVerdict = 3
  /// The work is done, but its output or a report could not be written.
  case notWritten = 4
  /// A signal ended the run, as Ctrl-C does.
  case interrupted = 130
}

extension RunJudgement {
  /// The exit status of a run with this verdict.
  package var exitStatus: ExitStatus {
    ExitStatus(rawValue: Int32(outcome.status)) ?? .notConformant
  }
}

/// Writes the texts of `--help` from the descriptions of the subcommands.
enum Help {
  private static let width = 80

  /// The purpose of the program.
  static let summary =
    "Tests whether a partner single sign-on service does what its cookbook requires."

  static var overview: String {
    let commands = ConformanceCommand.subcommands
    let column = (commands.map(\.name.count).max() ?? 0) + 2
    let lines = commands.map { command in
      Columns.row(["  \(command.name)", command.summary], widths: [column + 2])
    }
    return """
      \(summary)

      usage: \(ConformanceCommand.name) COMMAND [ARGUMENT …]

      \(lines.joined(separator: "\n"))

      \(ConformanceCommand.name) COMMAND --help explains a command; --version prints the version.

      """
  }

  static func usage(of command: Subcommand) -> String {
    let parameters = command.parameters.isEmpty ? "" : " \(command.parameters)"
    let options = command.options.isEmpty ? "" : " [OPTION …]"
    let name = command.name.isEmpty ? "" : " \(command.name)"
    return "\(command.program)\(name)\(parameters)\(options)"
  }

  static func text(of command: Subcommand) -> String {
    var text = "\(command.summary).\n\nusage: \(usage(of: command))\n"
    if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
    guard !command.options.isEmpty else { return text }
    text += "\n"
    let heads = command.options.map { option in
      option.value.map { "--\(option.name) \($0)" } ?? "--\(option.name)"
    }
    let column = min((heads.map(\.count).max() ?? 0) + 4, 30)
    for (option, head) in zip(command.options, heads) {
      let isLong = head.count + 4 > column
      if isLong { text += "  \(head)\n" }
      for (index, line) in Columns.wrapped(option.help, to: width - column).enumerated() {
        let first = index == 0 && !isLong ? "  \(head)" : ""
        text += "\(Columns.row([first, line], widths: [column]))\n"
      }
    }
    return text
  }
}
