// SPDX-License-Identifier: Apache-2.0
// Matchers of items: `!each`, `!some`, `!none`, `!size`.

import Formats

/// `!each p`, `!some p`, `!none p`: how many items of an array, or values of an object, match.
struct QuantityMatcher: Matcher {
  enum Quantity: Sendable {
    /// All items, and at least one.
    case each
    /// At least one item.
    case some
    /// No item.
    case none
  }

  let quantity: Quantity
  let pattern: Pattern
}

extension PatternCompilation {
  mutating func quantity(_ quantity: QuantityMatcher.Quantity, _ tag: TagUse)
    -> Argument<QuantityMatcher>
  {
    onePattern(tag, tag.subject.item).map { QuantityMatcher(quantity: quantity, pattern: $0) }
  }
}

extension QuantityMatcher {
  var mayAccept: Kinds { [.array, .object] }
  var children: [Pattern] { [pattern] }
  var argumentText: QuotingText? { pattern.argumentText }
  var seesItems: Bool { true }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    switch value {
    case .array(let items): accepts(values: items, in: scope)
    case .object(let object): accepts(values: object.members.lazy.map(\.value), in: scope)
    case .null, .boolean, .number, .string: false
    }
  }

  private func accepts(values: some Collection<JSONValue>, in scope: Scope) -> Bool {
    switch quantity {
    case .each: !values.isEmpty && values.allSatisfy { pattern.accepts($0, in: scope) }
    case .some: values.contains { pattern.accepts($0, in: scope) }
    case .none: pattern.isComplete && !values.contains { pattern.accepts($0, in: scope) }
    }
  }

  func itemMismatches(
    _ items: [Pattern.Item], whole: JSONValue, of outer: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    switch quantity {
    case .each:
      if items.isEmpty {
        return [
          outer.mismatch(
            whole, at: place, nearest: "\(place.name) is empty; expected at least one item")
        ]
      }
      return outer.listed(items.filter { !pattern.accepts($0.value, in: scope) }, at: place) {
        pattern.mismatches($0.value, at: $0.place, in: scope)
      }
    case .some:
      if let meant = pattern.meant(among: items, in: scope) {
        return pattern.mismatches(meant.value, at: meant.place, in: scope)
      }
      let nearest =
        items.isEmpty ? "\(place.name) is empty" : pattern.closest(of: items, in: scope)
      return [outer.mismatch(whole, at: place, nearest: nearest)]
    case .none:
      return outer.listed(items.filter { pattern.accepts($0.value, in: scope) }, at: place) {
        [outer.mismatch($0.value, at: $0.place, nearest: "\($0.place) matches \(pattern.text)")]
      }
    }
  }

  func covers(_ other: Pattern) -> Bool {
    guard let other = other.matcher(Self.self) else { return false }
    switch (quantity, other.quantity) {
    // `!each` wants at least one item too.
    case (.each, .each), (.some, .some), (.some, .each): return pattern.covers(other.pattern)
    case (.none, .none): return other.pattern.covers(pattern)
    default: return false
    }
  }
}

/// `!size n`, `!size {min, max}`: the number of items of an array, or of members of an object.
struct SizeMatcher: Matcher {
  let bounds: CountBounds

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    guard let argument = tag.argument else {
      return compilation.mistake("\(tag.name) needs a number or {min, max}", at: tag)
    }
    return compilation.count(argument, of: tag, named: "the argument of \(tag.name)")
      .map { Self(bounds: $0) }
  }
}

extension SizeMatcher {
  var mayAccept: Kinds { [.array, .object] }
  var alwaysAccepts: Kinds { bounds.isOpen ? mayAccept : [] }
  var seesItems: Bool { true }
  var argumentText: QuotingText? { bounds.text }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    switch value {
    case .array(let items): bounds.contain(items.count)
    case .object(let object): bounds.contain(object.count)
    case .null, .boolean, .number, .string: false
    }
  }

  func itemMismatches(
    _ items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    [pattern.mismatch(whole, at: place, nearest: MessageText.size(of: whole, at: place))]
  }
}

/// A count: `3`, or `{min: 1, max: 5}`, both included.
struct CountBounds: Sendable, Equatable {
  let min: Int?
  let max: Int?
}

extension CountBounds {
  /// Whether every count is within them.
  var isOpen: Bool { (min ?? 0) <= 0 && max == nil }

  func contain(_ count: Int) -> Bool { count >= (min ?? 0) && count <= (max ?? .max) }

  /// As written in a suite.
  var text: QuotingText {
    if let min, min == max { return QuotingText(words: String(min)) }
    return FlowText.options(
      [("min", min), ("max", max)].map { ($0, $1.map { QuotingText(words: "\($0)") }) }) ?? "{}"
  }
}
