// SPDX-License-Identifier: Apache-2.0
// Lists, `!each`, `!some`, `!none`, `!unordered` and `!size`: the items of an array, the values of
// an object.

internal import Findings
internal import JSON

extension Pattern {
  /// An item and where it stands.
  typealias Item = (value: JSONValue, place: Place)

  func acceptsItems(of value: JSONValue, in scope: Scope) -> Bool {
    switch (value, form) {
    case (.array(let items), _): acceptsItems(items, in: scope)
    case (.object(let object), .each), (.object(let object), .some), (.object(let object), .none):
      acceptsItems(object.members.lazy.map(\.value), in: scope)
    default: false
    }
  }

  /// Whether some values, as an array, are as the pattern says.
  func acceptsItems(_ items: some RandomAccessCollection<JSONValue>, in scope: Scope) -> Bool {
    switch form {
    case .each(let pattern):
      !items.isEmpty && items.allSatisfy { pattern.accepts($0, in: scope) }
    case .some(let pattern): items.contains { pattern.accepts($0, in: scope) }
    case .none(let pattern):
      pattern.isComplete && !items.contains { pattern.accepts($0, in: scope) }
    case .list(let patterns):
      items.count == patterns.count
        && zip(patterns, items).allSatisfy { $0.accepts($1, in: scope) }
    case .unordered(let patterns):
      items.count == patterns.count
        && Assignment(patterns, Array(items), in: scope).isComplete
    case .size(let bounds): bounds.contains(items.count)
    case .literal(let literal): literal.value.array.map { $0.elementsEqual(items) } ?? false
    default: false
    }
  }

  func itemMismatches(of value: JSONValue, at place: Place, in scope: Scope) -> [Finding] {
    switch (value, form) {
    case (.array(let values), _):
      let items = values.enumerated().map { (value: $1, place: place.item($0)) }
      return itemMismatches(items, at: place, in: scope)
    case (.object(let object), .each), (.object(let object), .some), (.object(let object), .none):
      let items = object.members.map { (value: $0.value, place: place.member($0.name)) }
      return itemMismatches(items, at: place, in: scope, whole: value)
    default: return []
    }
  }

  /// How some values, as an array, differ from the pattern; some mismatch at least.
  ///
  /// - Parameter whole: What they are the values of, where that is no array.
  func itemMismatches(
    _ items: [Item], at place: Place, in scope: Scope, whole: JSONValue? = nil
  ) -> [Finding] {
    let whole = whole ?? .array(items.map(\.value))
    func mismatch(nearest: String?) -> [Finding] {
      [self.mismatch(whole, at: place, nearest: nearest)]
    }
    switch form {
    case .each(let pattern) where !items.isEmpty:
      return listed(items.filter { !pattern.accepts($0.value, in: scope) }, at: place) {
        pattern.mismatches($0.value, at: $0.place, in: scope)
      }
    case .each: return mismatch(nearest: "\(place.name) is empty; expected at least one item")
    case .some(let pattern):
      return mismatch(
        nearest: items.isEmpty
          ? "\(place.name) is empty" : Self.closest(items, to: pattern, in: scope))
    case .none(let pattern):
      return listed(items.filter { pattern.accepts($0.value, in: scope) }, at: place) {
        [self.mismatch($0.value, at: $0.place, nearest: "\($0.place) matches \(pattern.text)")]
      }
    case .list(let patterns) where patterns.count == items.count:
      return zip(patterns, items).flatMap {
        $0.mismatches($1.value, at: $1.place, in: scope)
      }
    case .unordered(let patterns) where patterns.count == items.count:
      let assignment = Assignment(patterns, items.map(\.value), in: scope)
      let free = assignment.freeItems.map { items[$0] }
      return listed(assignment.freePatterns, at: place) { index in
        [
          patterns[index].mismatch(
            whole, at: place, nearest: Self.closest(free, to: patterns[index], in: scope))
        ]
      }
    case .list(let patterns), .unordered(let patterns):
      return mismatch(
        nearest:
          "\(place.name) has \(Wording.count(items.count, "item")); expected \(patterns.count)")
    default: return mismatch(nearest: Self.sizeSentence(whole, place))
    }
  }

  /// The mismatches of each of some, and a line for how many are beyond the limit.
  func listed<Wrong>(_ wrong: [Wrong], at place: Place, _ mismatches: (Wrong) -> [Finding])
    -> [Finding]
  {
    let shown = wrong.prefix(Self.mismatchLimit).flatMap(mismatches)
    guard wrong.count > Self.mismatchLimit else { return shown }
    return shown + [
      Finding(
        place: place, position: position, expected: text,
        found: "\(wrong.count - Self.mismatchLimit) more that differ, \(wrong.count) in all")
    ]
  }

  /// The item that comes closest to a pattern that none matches.
  private static func closest(_ items: [Item], to pattern: Pattern, in scope: Scope) -> String? {
    var best: (distance: Int, item: Item)?
    for item in items.prefix(itemLimit) {
      let distance = pattern.distance(item.value, in: scope)
      if best.map({ distance < $0.distance }) ?? true { best = (distance, item) }
    }
    guard let item = best?.item else { return nil }
    let mismatches = pattern.mismatches(item.value, at: item.place, in: scope)
    // That another value is another value tells nothing.
    if mismatches.count == 1, mismatches[0].place == item.place, mismatches[0].nearest == nil {
      return nil
    }
    return summary(mismatches).map { "\(item.place) comes closest: \($0)" }
  }

  /// Among at most so many items the closest is looked for.
  private static let itemLimit = 1000
}
