// SPDX-License-Identifier: Apache-2.0
// The rules of an audit, with their files and catalogues.

package import Formats
package import Redaction
package import Suites
package import Text

/// The rules of an audit, their catalogues, and the mistakes found.
package struct AuditRules: Sendable {
  package internal(set) var files: [RuleFile]
  /// By the name that rule files call them.
  package let catalogues: [String: Catalogue]
  /// Errors and warnings, in the order of files and places.
  package internal(set) var diagnostics: [Diagnostic]
  /// The files that were read, for excerpts.
  package let sources: [String: SourceFile]
  /// The meanings of the words in the rules; several files may share one.
  package let vocabularies: [ExchangeVocabulary]
  /// The facts that rules may need.
  package var declared = FactTable()
  /// The values of facts, by their names.
  var facts: [String: JSONValue] = [:]
  /// The facts whose values no report shows.
  var secretFacts: Set<String> = []
  /// The chosen cookbooks, with those that they extend; nil where the traffic decides.
  var chosen: Set<String>?
  /// Remarks on the files of other cookbooks that have mistakes.
  package internal(set) var passedOver: [String] = []
}

extension AuditRules {
  /// The cookbooks of its files, and those that they extend.
  package var cookbooks: Set<String> { catalogues.names(chosenBy: files.compactMap(\.cookbook)) }

  /// The rules of these cookbooks and of those that they extend, and the rules without a cookbook.
  /// Mistakes in the files of others do not count.
  ///
  /// - Parameter cookbooks: All of them if it is empty.
  package func judging(by cookbooks: some Collection<String>) -> AuditRules {
    if cookbooks.isEmpty { return self }
    let chosen = catalogues.names(chosenBy: cookbooks)
    var rules = self
    rules.chosen = chosen
    rules.files.removeAll { $0.cookbook.map { !chosen.contains($0) } ?? false }
    (rules.diagnostics, rules.passedOver) = UnselectedCookbooks(sources, chosen: chosen).split(
      diagnostics)
    return rules
  }

  /// The same rules with the values of facts.
  ///
  /// - Parameter secrets: The facts whose values no report shows.
  package func giving(_ facts: [String: JSONValue], secrets: [String]) -> AuditRules {
    var rules = self
    rules.facts = facts
    rules.secretFacts = Set(secrets)
    return rules
  }

  /// The facts that a rule needs and that were not given.
  func missingFacts(of rule: AuditRule) -> [String] {
    rule.needs.filter { (facts[$0] ?? .null).isEmpty }
  }

  /// Learns the facts that are secret.
  package func addSecrets(to secrets: inout KnownSecrets) {
    for name in secretFacts.sorted() {
      if let value = facts[name] { secrets.addAll(value, named: name) }
    }
  }

  /// The members of framework calls in whose place a log has a digest.
  package var secretMembers: Set<String> {
    vocabularies.reduce(into: []) { $0.formUnion($1.secretMembers) }
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The rule at a place.
  package subscript(place: RulePlace) -> AuditRule { files[place.file].rules[place.rule] }

  /// How many rules there are.
  package var ruleCount: Int { files.reduce(0) { $0 + $1.rules.count } }
}
