// SPDX-License-Identifier: Apache-2.0
// Options that several subcommands share, and how they are read.

import Host
import Runner

extension Option {
  static let target = Option(
    "target", "TARGET",
    help: "reference (default, the embedded service), a URL, or the file of a target profile")
  static let setFact = Option(
    "set", "NAME=VALUE", isRepeatable: true,
    help: "sets a fact of the target; write the value as YAML, such as [a, b]")
  static let tag = Option(
    "tag", "TAG", isRepeatable: true,
    help: "selects scenarios with this tag; with several --tag, those with any of them")
  static let scenario = Option(
    "scenario", "PATTERN", isRepeatable: true,
    help: "selects scenarios whose name contains this text; a pattern with * or ? matches the whole"
      + " name")
}

extension Arguments {
  /// The scenarios that `--tag` and `--scenario` select.
  var selection: Selection { Selection(tags: all("tag"), names: all("scenario")) }

  /// How many scenarios `--jobs` lets run at the same time.
  func jobs() throws(UsageError) -> Int {
    try integer("jobs", in: 1...1000) ?? max(8, 2 * Machine.processorCount)
  }
}
