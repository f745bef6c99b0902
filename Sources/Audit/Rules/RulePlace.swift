// SPDX-License-Identifier: Apache-2.0
// The place of a rule among those of an audit.

/// The place of a rule among `AuditRules`.
package struct RulePlace: Sendable, Hashable {
  /// The index of its file.
  package let file: Int
  /// Its index in the file.
  package let rule: Int

  package init(file: Int, rule: Int) {
    self.file = file
    self.rule = rule
  }
}
