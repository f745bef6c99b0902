// SPDX-License-Identifier: Apache-2.0
// A file of rules, as it was read.

package import Text

/// A file of rules.
package struct RuleFile: Sendable {
  /// Its `application:`, which reports show as they show the name of a suite.
  package let name: String
  package let about: String?
  package let file: String
  /// SHA-256 of the file, in hexadecimal.
  package let digest: String
  package let cookbook: String?
  package let phase: String?
  package let rules: [AuditRule]
  package let position: Position
  /// The index of its vocabulary.
  package let vocabulary: Int
}
