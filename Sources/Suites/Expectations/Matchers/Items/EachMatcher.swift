// SPDX-License-Identifier: Apache-2.0
// `!each p`.

internal import Formats

/// `!each p`: all items match, and there is at least one.
struct EachMatcher: Quantifier {
  static let name = "each"

  let pattern: Pattern
}

extension EachMatcher {
  func accepts(values: some Collection<JSONValue>, in scope: Scope) -> Bool {
    !values.isEmpty && values.allSatisfy { pattern.accepts($0, in: scope) }
  }

  func mismatches(
    items: [Pattern.Item], whole: JSONValue, of each: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    if items.isEmpty {
      return [
        each.mismatch(
          whole, at: place, nearest: "\(place.name) is empty; expected at least one item")
      ]
    }
    return each.listed(items.filter { !pattern.accepts($0.value, in: scope) }, at: place) {
      pattern.mismatches($0.value, at: $0.place, in: scope)
    }
  }

  func covers(_ other: Pattern) -> Bool {
    other.matcher(EachMatcher.self).map { pattern.covers($0.pattern) } ?? false
  }
}
