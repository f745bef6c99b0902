// SPDX-License-Identifier: Apache-2.0
// A subcommand: its name, its options, its help, and what it does.

/// A command of the program.
struct Subcommand: Sendable {
  let name: String
  let summary: String
  /// What stands after the name, for the usage line.
  let parameters: String
  /// What the help tells besides the options.
  let discussion: String
  let options: [Option]
  /// What can stand in the first places after the name, where it is one of few.
  var words: [[String]] = []
  let perform: @Sendable (Arguments, Console) throws(UsageError) -> ExitStatus
}
