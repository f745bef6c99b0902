// SPDX-License-Identifier: Apache-2.0
// An option of a command, and the options that several commands share.

import HTTP
import Record
import Runner
import Suites
import Text

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

extension Option {
  package static let target = Option(
    "target", "TARGET",
    help: "reference (default, the embedded service), a URL, or the file of a target profile")
  package static let setFact = Option(
    "set", "NAME=VALUE", isRepeatable: true,
    help: "sets a fact of the target; write the value as YAML, such as [a, b]")
  static let tag = Option(
    "tag", "TAG", isRepeatable: true,
    help: "selects scenarios with this tag; with several --tag, those with any of them")
  static let excludeTag = Option(
    "exclude-tag", "TAG", isRepeatable: true, help: "leaves out scenarios with this tag")
  static let phase = Option(
    "phase", "PHASE", isRepeatable: true,
    help: "selects the suites of this phase of their cookbook, such as C")
  static let requirement = Option(
    "requirement", "ID", isRepeatable: true,
    help: "selects scenarios that cover this requirement, such as V2-C13-01")
  static let scenario = Option(
    "scenario", "PATTERN", isRepeatable: true,
    help: "selects scenarios whose name contains this text; a pattern with * or ? matches the whole"
      + " name")

  /// The option `--format`.
  ///
  /// - Parameter forms: The first is the default.
  static func format(_ forms: String...) -> Option {
    let others = Wording.list(Array(forms.dropFirst()), "or")
    return Option(
      "format", "FORM", choices: forms,
      help: forms.count == 2
        ? "\(forms[0]) (default) or \(others)" : "\(forms[0]) (default), \(others)")
  }

  /// The options that select scenarios; of one with several values any has to match.
  package static let selection = [tag, excludeTag, scenario, phase, requirement]
}

extension Option {
  static let atLeast = Option("at-least", "N", help: "fails below N proved requirements")

  package static let proxy = Option(
    "proxy", "URL",
    help:
      "http://[USER:PASSWORD@]HOST:PORT sends all requests by this proxy but those that NO_PROXY"
      + " names; none sends them straight; by default HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY"
      + " say")
}
