// SPDX-License-Identifier: Apache-2.0
// Matchers of items: `!each`, `!some`, `!none`, `!size`.

import Formats

/// A matcher that asks its pattern about every item of an array, or every value of an object.
protocol Quantifier: ItemMatcher {
  var pattern: Pattern { get }
  init(pattern: Pattern)

  func accepts(values: some Collection<JSONValue>, in scope: Scope) -> Bool
}

extension Quantifier {
  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.onePattern(tag, tag.subject.item).map { Self(pattern: $0) }
  }

  var mayAccept: Kinds { [.array, .object] }
  var children: [Pattern] { [pattern] }
  var argumentText: QuotingText? { pattern.argumentText }

  func accepts(items: [JSONValue], in scope: Scope) -> Bool { accepts(values: items, in: scope) }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    switch value {
    case .array(let items): accepts(values: items, in: scope)
    case .object(let object): accepts(values: object.members.lazy.map(\.value), in: scope)
    case .null, .boolean, .number, .string: false
    }
  }

  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    let items: [Pattern.Item]
    switch value {
    case .array(let values): items = values.enumerated().map { ($1, place.item($0)) }
    case .object(let object): items = object.members.map { ($0.value, place.member($0.name)) }
    case .null, .boolean, .number, .string: return []
    }
    return mismatches(items: items, whole: value, of: pattern, at: place, in: scope)
  }
}

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

/// `!size n`, `!size {min, max}`: the number of items of an array, or of members of an object.
struct SizeMatcher: ItemMatcher {
  static let name = "size"

  let bounds: CountBounds

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    guard let argument = tag.argument else {
      compilation.fail("\(tag.name) needs a number or {min, max}", at: tag)
      return .mistake
    }
    return compilation.count(argument, of: tag, named: "the argument of \(tag.name)")
      .map { Self(bounds: $0) }
  }
}

extension SizeMatcher {
  var mayAccept: Kinds { [.array, .object] }
  var alwaysAccepts: Kinds { bounds.isOpen ? mayAccept : [] }
  var acceptsAllItems: Bool { bounds.isOpen }
  var argumentText: QuotingText? { bounds.text }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    switch value {
    case .array(let items): bounds.contain(items.count)
    case .object(let object): bounds.contain(object.count)
    case .null, .boolean, .number, .string: false
    }
  }

  func accepts(items: [JSONValue], in scope: Scope) -> Bool { bounds.contain(items.count) }

  func mismatches(
    items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    [pattern.mismatch(whole, at: place, nearest: MessageText.size(of: whole, at: place))]
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    MessageText.size(of: value, at: place)
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
      [("min", min), ("max", max)].compactMap { name, bound in
        bound.map { (name, QuotingText(words: String($0))) }
      })
  }
}
