// SPDX-License-Identifier: Apache-2.0
// `!unordered [..]`.

internal import Formats

/// `!unordered [..]`: an array of these items in any order, one for each pattern.
struct UnorderedMatcher: ItemMatcher {
  static let name = "unordered"

  let patterns: [Pattern]

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.manyPatterns(tag, tag.subject.item, canBeEmpty: true).map { Self(patterns: $0) }
  }
}

extension UnorderedMatcher {
  var mayAccept: Kinds { .array }
  var children: [Pattern] { patterns }
  var argumentText: QuotingText? { FlowText.list(patterns) }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    value.array.map { accepts(items: $0, in: scope) } ?? false
  }

  func accepts(items: [JSONValue], in scope: Scope) -> Bool {
    items.count == patterns.count && Assignment(patterns, items, in: scope).isComplete
  }

  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard let values = value.array else { return [] }
    let items = values.enumerated().map { (value: $1, place: place.item($0)) }
    return mismatches(items: items, whole: value, of: pattern, at: place, in: scope)
  }

  func mismatches(
    items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    if items.count != patterns.count {
      return [pattern.countMismatch(items, expected: patterns.count, at: place)]
    }
    let assignment = Assignment(patterns, items.map(\.value), in: scope)
    var free = assignment.freeItems.map { items[$0] }
    return pattern.listed(assignment.freePatterns, at: place) { index in
      let pattern = patterns[index]
      guard let meant = pattern.meant(among: free, in: scope) else {
        return [
          pattern.mismatch(whole, at: place, nearest: pattern.closest(of: free, in: scope))
        ]
      }
      // No other pattern means the same item.
      free.removeAll { $0.place == meant.place }
      return pattern.mismatches(meant.value, at: meant.place, in: scope)
    }
  }
}
