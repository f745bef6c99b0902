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
    case .some: "at least one item that is \(pattern.phrase)"
    case .none:
      right.map { "only items that are \($0.phrase)" } ?? "no item that is \(pattern.phrase)"
    }
  }
  var seesItems: Bool { true }

  /// What an item may be where the pattern is a negation, which nobody wants to read twice: of
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
          right.map { isUnwanted ? "\($0.words), or nothing" : $0.words }
          ?? "nothing that is \(pattern.words)"
        if isUnwanted { finding.excess = .unwanted }
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

/// A count: `3`, or `{min: 1, max: 5}`, both included.
struct CountBounds: Sendable, Equatable {
  let min: Int?
  let max: Int?

  /// Whether every count is within them.
  var isOpen: Bool { (min ?? 0) <= 0 && max == nil }

  func contain(_ count: Int) -> Bool { count >= (min ?? 0) && count <= (max ?? .max) }

  /// `3 items`, `at least 1 item`, `1 to 5 items`.
  func words(_ noun: String) -> String {
    switch (min ?? 0, max) {
    case (let least, nil): "at least \(MessageText.count(least, noun))"
    case (0, let most?): "at most \(MessageText.count(most, noun))"
    case (let least, let most?):
      least == most ? MessageText.count(most, noun) : "\(least) to \(MessageText.count(most, noun))"
    }
  }

  /// As written in a suite.
  var text: QuotingText {
    if let min, min == max { return QuotingText(words: String(min)) }
    return FlowText.options(
      [("min", min), ("max", max)].map { ($0, $1.map { QuotingText(words: "\($0)") }) }) ?? "{}"
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

/// A greatest set of pairs of a pattern and an item that it matches, each in one pair at most.
///
/// Found by augmenting paths (Kuhn): taking the first fitting item for each pattern would miss
/// pairs: `[!any, a]` fits `[a, b]`.
struct Assignment {
  /// By pattern, the item; nil for one without.
  private var itemOf: [Int?]
  private var patternOf: [Int?]

  init(_ patterns: [Pattern], _ items: [JSONValue], in scope: Scope) {
    itemOf = Array(repeating: nil, count: patterns.count)
    patternOf = Array(repeating: nil, count: items.count)
    let literals = patterns.compactMap { pattern in
      if case .literal(let literal) = pattern.form { literal.value } else { nil }
    }
    if literals.count == patterns.count {
      pair(literals, items)
      return
    }
    var fits: [[Bool?]] = Array(
      repeating: Array(repeating: nil, count: items.count), count: patterns.count)
    for pattern in patterns.indices {
      augment(from: pattern) { pattern, item in
        if let known = fits[pattern][item] { return known }
        let answer = patterns[pattern].accepts(items[item], in: scope)
        fits[pattern][item] = answer
        return answer
      }
    }
  }

  var isComplete: Bool { !itemOf.contains(nil) }
  var freePatterns: [Int] { itemOf.indices.filter { itemOf[$0] == nil } }
  var freeItems: [Int] { patternOf.indices.filter { patternOf[$0] == nil } }

  /// Equality makes classes, so the first equal item will do; keys make long lists fast.
  private mutating func pair(_ literals: [JSONValue], _ items: [JSONValue]) {
    var waiting: [String: [Int]] = [:]
    for index in items.indices.reversed() {
      waiting[Self.key(items[index]), default: []].append(index)
    }
    for (pattern, literal) in literals.enumerated() {
      let key = Self.key(literal)
      guard let candidates = waiting[key],
        let place = candidates.lastIndex(where: { items[$0] == literal })
      else { continue }
      let item = candidates[place]
      waiting[key]?.remove(at: place)
      itemOf[pattern] = item
      patternOf[item] = pattern
    }
  }

  /// The same for equal values.
  private static func key(_ value: JSONValue) -> String {
    switch value {
    case .null, .boolean: JSONWriter.text(value)
    case .number(let number): "\(number.double)"
    case .string(let text): "\"\(text)"
    case .array(let items): "[\(items.count)"
    case .object(let object): "{\(object.names.sorted().joined(separator: ","))"
    }
  }

  /// Gives a pattern an item, moving other patterns: a breadth-first search for a free item.
  private mutating func augment(from start: Int, fits: (Int, Int) -> Bool) {
    var reachedFrom: [Int?] = Array(repeating: nil, count: patternOf.count)
    var queue = [start]
    var next = 0
    while next < queue.count {
      let pattern = queue[next]
      next += 1
      for item in patternOf.indices where reachedFrom[item] == nil && fits(pattern, item) {
        reachedFrom[item] = pattern
        guard let owner = patternOf[item] else {
          turn(pathTo: item, reachedFrom)
          return
        }
        queue.append(owner)
      }
    }
  }

  private mutating func turn(pathTo item: Int, _ reachedFrom: [Int?]) {
    var item: Int? = item
    while let current = item, let pattern = reachedFrom[current] {
      item = itemOf[pattern]
      itemOf[pattern] = current
      patternOf[current] = pattern
    }
  }
}
