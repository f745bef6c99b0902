// SPDX-License-Identifier: Apache-2.0
// A mistake in how a suite uses the partner's framework.

/// A mistake in how a suite uses the framework, with the rule of the cookbooks that it breaks.
package struct PartnerMisuse: Error, Sendable, Equatable {
  /// nil if no requirement is about it.
  package let rule: CookbookRule?
  /// Says what was found and what to write instead.
  package let sentence: String

  package init(_ sentence: String, breaking rule: CookbookRule? = nil) {
    self.rule = rule
    self.sentence = sentence
  }
}

extension PartnerMisuse: CustomStringConvertible {
  package var description: String { description(in: nil) }

  /// The sentence with the ids of the requirements.
  ///
  /// - Parameter cookbook: The cookbook of the suite, whose requirements are named.
  package func description(in cookbook: String?) -> String {
    guard let rule else { return sentence }
    return "\(sentence) (\(rule.requirements(in: cookbook).joined(separator: ", ")))"
  }
}
