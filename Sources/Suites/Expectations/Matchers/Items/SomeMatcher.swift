// SPDX-License-Identifier: Apache-2.0
// `!some p`.

internal import Formats

/// `!some p`: at least one item matches.
struct SomeMatcher: Quantifier {
  static let name = "some"

  let pattern: Pattern
}

extension SomeMatcher {
  func accepts(values: some Collection<JSONValue>, in scope: Scope) -> Bool {
    values.contains { pattern.accepts($0, in: scope) }
  }

  func mismatches(
    items: [Pattern.Item], whole: JSONValue, of some: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    if let meant = pattern.meant(among: items, in: scope) {
      return pattern.mismatches(meant.value, at: meant.place, in: scope)
    }
    let nearest =
      items.isEmpty ? "\(place.name) is empty" : pattern.closest(of: items, in: scope)
    return [some.mismatch(whole, at: place, nearest: nearest)]
  }

  /// `!each` wants at least one item too.
  func covers(_ other: Pattern) -> Bool {
    let inner =
      other.matcher(SomeMatcher.self)?.pattern ?? other.matcher(EachMatcher.self)?.pattern
    return inner.map { pattern.covers($0) } ?? false
  }
}
