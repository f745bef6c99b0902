// SPDX-License-Identifier: Apache-2.0
// `!none p`.

internal import Formats

/// `!none p`: no item matches.
struct NoneMatcher: Quantifier {
  static let name = "none"

  let pattern: Pattern
}

extension NoneMatcher {
  func accepts(values: some Collection<JSONValue>, in scope: Scope) -> Bool {
    pattern.isComplete && !values.contains { pattern.accepts($0, in: scope) }
  }

  func mismatches(
    items: [Pattern.Item], whole: JSONValue, of none: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    none.listed(items.filter { pattern.accepts($0.value, in: scope) }, at: place) {
      [none.mismatch($0.value, at: $0.place, nearest: "\($0.place) matches \(pattern.text)")]
    }
  }

  func covers(_ other: Pattern) -> Bool {
    other.matcher(NoneMatcher.self).map { $0.pattern.covers(pattern) } ?? false
  }
}
