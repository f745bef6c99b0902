// SPDX-License-Identifier: Apache-2.0
// Options that several commands have.

extension Option {
  static let target = Option(
    "target", "TARGET",
    help: "reference (default, the embedded service), a URL, or the file of a target profile")
  static let setFact = Option(
    "set", "NAME=VALUE", isRepeatable: true,
    help: "sets a fact of the target, the value as in YAML's flow style")
  static let tag = Option(
    "tag", "TAG", isRepeatable: true, help: "only scenarios with this tag, or one of these")
  static let scenario = Option(
    "scenario", "PATTERN", isRepeatable: true,
    help: "only scenarios whose name contains this text; * and ? match the whole name")
}
