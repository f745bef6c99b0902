// SPDX-License-Identifier: Apache-2.0
// A subcommand of a program: its options, its help, its work.

import Text

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
