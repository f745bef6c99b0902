// SPDX-License-Identifier: Apache-2.0
// Which item each pattern of `!unordered` gets.

import Formats

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
