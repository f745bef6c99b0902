// SPDX-License-Identifier: Apache-2.0
// The rules that are judged session by session.

import Formats
import Suites

/// The rules of a vocabulary that are judged session by session and lack no fact, by the kinds of
/// exchanges that may be their occasions.
struct SessionRules: Sendable {
  struct Member: Sendable {
    let place: RulePlace
    let rule: AuditRule
    /// Whether it is about pages that a user agent opens: which entries these are is known at the end.
    let readsPages: Bool
    /// By the kind of exchanges that may be its occasions, its place among the rules of that kind.
    fileprivate(set) var slots: [Int: Int] = [:]
  }

  /// In the order of the files and of the rules in them.
  let all: [Member]
  private let byKind: [Int: [Member]]

  init(_ rules: AuditRules, vocabulary: Int) {
    var all: [Member] = []
    var byKind: [Int: [Member]] = [:]
    let pages = Set(rules.vocabularies[vocabulary].openings.map(\.kind))
    for (file, element) in rules.files.enumerated() where element.vocabulary == vocabulary {
      for (number, rule) in element.rules.enumerated()
      where rule.among == nil && rules.missingFacts(of: rule).isEmpty {
        var member = Member(
          place: RulePlace(file: file, rule: number), rule: rule,
          readsPages: rule.patterns.contains { !pages.isDisjoint(with: $0.kinds) })
        for kind in rule.occasion.kinds { member.slots[kind] = byKind[kind, default: []].count }
        all.append(member)
        for kind in rule.occasion.kinds { byKind[kind, default: []].append(member) }
      }
    }
    self.all = all
    self.byKind = byKind
  }

  /// The rules of which an exchange of this kind may be an occasion, always in the same order.
  subscript(kind: Int) -> [Member] { byKind[kind] ?? [] }
}
