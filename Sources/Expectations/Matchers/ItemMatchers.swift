// SPDX-License-Identifier: Apache-2.0
// Matchers of items: `!each`, `!some`, `!none`, `!size`, `!unordered`.

import Formats

/// `!each p`, `!some p`, `!none p`: how many items of an array, or values of an object, match.
struct QuantityMatcher: Matcher {
  enum Quantity: Sendable {
    /// All items, and at least one.
    case each
    /// At least one item.
    case some
    case none
  }

  let quantity: Quantity
  let pattern: Pattern

  var mayAccept: Kinds { [.array, .object] }
  var children: [Pattern] { [pattern] }
  var argumentText: QuotingText? { pattern.argumentText }
  var phrase: QuotingText {
    switch quantity {
    case .each: "one item or more, each of them \(pattern.phrase)"
    case .some: "at least one item\(pattern.asAttribute)"
    case .none:
      right.map { "only items that are \($0.phrase)" } ?? "no item\(pattern.asAttribute)"
    }
  }
  /// What does not match, as the end of a sentence.
  var opposite: QuotingText {
    switch quantity {
    case .each: "no item, or one that is \(pattern.opposite)"
    case .some: Self(quantity: .none, pattern: pattern).phrase
    case .none: Self(quantity: .some, pattern: pattern).phrase
    }
  }
  var seesItems: Bool { true }

  /// What an item may be where the pattern is a negation, which is hard to read twice: of
  /// `!none [!not x]` it is `x`, of `!none {a: !not x}` an object in which `a` is `x`.
  private var right: Pattern? {
    switch pattern.form {
    case .not(let right): return right
    case .object(let object):
      guard let entry = object.entries.first, object.entries.count == 1, !object.isClosed,
        case .not(let right) = entry.pattern.form
      else { return nil }
      let member = ObjectPattern.Entry(key: entry.key, pattern: right)
      return Pattern(
        .object(ObjectPattern(entries: [member], isClosed: false)), at: pattern.position)
    default: return nil
    }
  }

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
      let nearest = items.isEmpty ? "\(place.name) is empty" : pattern.closest(of: items, in: scope)
      return [outer.mismatch(whole, at: place, nearest: nearest)]
    case .none:
      let right = right
      let isUnwanted = if case .not = pattern.form { false } else { true }
      return outer.listed(items.filter { pattern.accepts($0.value, in: scope) }, at: place) {
        item in
        let why = right?.mismatches(item.value, at: item.place, in: scope).first?.sentence
        var finding = outer.mismatch(
          item.value, at: item.place, nearest: why ?? "\(item.place) is \(pattern.words)")
        // An item that must be missing is no item; one that must be so, as the inner pattern says.
        finding.wordsText =
          right.map { isUnwanted ? "missing, unless \($0.exception)" : $0.words }
          ?? "no item\(pattern.asAttribute)"
        finding.expectedValue.kind = nil
        if isUnwanted {
          finding.excess = .unwanted
          finding.expectedValue.kind = right == nil ? .items : .nothing
        }
        return [finding]
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

extension PatternCompilation {
  mutating func quantity(_ quantity: QuantityMatcher.Quantity, _ tag: TagUse) -> Argument<
    QuantityMatcher
  > { onePattern(tag, tag.subject.item).map { QuantityMatcher(quantity: quantity, pattern: $0) } }
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

  var mayAccept: Kinds { [.array, .object] }
  var alwaysAccepts: Kinds { bounds.isOpen ? mayAccept : [] }
  var seesItems: Bool { true }
  var argumentText: QuotingText? { bounds.text }
  var phrase: QuotingText {
    switch (bounds.min ?? 0, bounds.max) {
    case (0, 0): "empty"
    case (1, nil): "something that is not empty"
    default: "something with \(words: bounds.words("item"))"
    }
  }

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

/// `!unordered [..]`: an array of these items in any order, one for each pattern.
struct UnorderedMatcher: Matcher {
  let patterns: [Pattern]

  var mayAccept: Kinds { .array }
  var children: [Pattern] { patterns }
  var argumentText: QuotingText? { FlowText.list(patterns) }
  var phrase: QuotingText {
    patterns.isEmpty ? "empty" : "the items \(Pattern.joined(patterns, "and")) in any order"
  }
  var seesItems: Bool { true }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    guard let items = value.array, items.count == patterns.count else { return false }
    return Assignment(patterns, items, in: scope).isComplete
  }

  func itemMismatches(
    _ items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    if items.count != patterns.count {
      return [pattern.countMismatch(items, expected: patterns.count, at: place)]
    }
    let assignment = Assignment(patterns, items.map(\.value), in: scope)
    var free = assignment.freeItems.map { items[$0] }
    return pattern.listed(assignment.freePatterns, at: place) { index in
      let pattern = patterns[index]
      guard let meant = pattern.meant(among: free, in: scope) else {
        return [pattern.mismatch(whole, at: place, nearest: pattern.closest(of: free, in: scope))]
      }
      // No other pattern means the same item.
      free.removeAll { $0.place == meant.place }
      return pattern.mismatches(meant.value, at: meant.place, in: scope)
    }
  }
}
