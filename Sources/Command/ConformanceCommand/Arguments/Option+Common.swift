// SPDX-License-Identifier: Apache-2.0
// Options that several subcommands share, and how they are read.

import Record
package import Runner

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
}

extension Option {
  /// The options that select scenarios; of one with several values any has to match.
  package static let selection = [tag, excludeTag, scenario, phase, requirement]
}

extension Arguments {
  /// The scenarios that the options select.
  package var selection: Selection {
    Selection(
      tags: all("tag"), excludedTags: all("exclude-tag"), names: all("scenario"),
      phases: all("phase"), requirements: all("requirement"))
  }

  /// How many scenarios `--jobs` lets run at the same time.
  package func jobs() throws(UsageError) -> Int {
    try integer("jobs", in: 1...1000) ?? max(8, 2 * Machine.processorCount)
  }
}
