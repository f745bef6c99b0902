// SPDX-License-Identifier: Apache-2.0
// A subcommand: its name, its options, its help, and what it does.

/// A subcommand of the program, such as `check`.
struct Subcommand: Sendable {
  let name: String
  let summary: String
  /// The arguments after the name, as the usage line shows them.
  let parameters: String
  /// The part of the help between the usage line and the options.
  let discussion: String
  let options: [Option]
  /// The words that completion offers for the first arguments, one list for each place.
  var words: [[String]] = []
  let perform: @Sendable (Arguments, Console) throws(UsageError) -> ExitStatus
}
