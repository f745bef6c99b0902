// SPDX-License-Identifier: Apache-2.0
// An option of a subcommand, as it is read, explained and completed.

/// An option of a command, as it is read, explained and completed.
package struct Option: Sendable {
  /// Without the dashes.
  package let name: String
  /// The placeholder for the value in the help, such as `FILE`; nil for a switch. An option of
  /// several values has a word for each.
  let value: String?
  let help: String
  let isRepeatable: Bool
  /// All valid values, if the option accepts only a few; empty otherwise.
  let choices: [String]
  /// The command that lists the choices, if they are too many for an error.
  let list: String?

  package init(
    _ name: String, _ value: String? = nil, isRepeatable: Bool = false, choices: [String] = [],
    list: String? = nil, help: String
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.choices = choices
    self.list = list
  }
}
