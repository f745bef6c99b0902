// SPDX-License-Identifier: Apache-2.0
// The rules of an audit, with what belongs to them.

package import Suites
package import Text

/// The rules of an audit, their catalogues, and the mistakes found.
package struct AuditRules: Sendable {
  package let files: [RuleFile]
  /// By the name that rule files call them.
  package let catalogues: [String: Catalogue]
  /// Errors and warnings, in the order of files and places.
  package let diagnostics: [Diagnostic]
  /// The files that were read, for excerpts.
  package let sources: [String: SourceFile]
  /// What the words in the rules mean; several files may have one.
  package let vocabularies: [ExchangeVocabulary]
  /// How many patterns the rules have.
  let patternCount: Int
}

extension AuditRules {
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// How many rules there are.
  package var ruleCount: Int { files.reduce(0) { $0 + $1.rules.count } }
}
