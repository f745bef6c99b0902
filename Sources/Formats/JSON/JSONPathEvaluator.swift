// SPDX-License-Identifier: Apache-2.0
// Evaluates queries, with filters and function extensions, on a document.

import Text

/// One run of a query over a document.
struct JSONPathEvaluator {
  let root: JSONValue
  let limits: JSONPathLimits
  private var work = 0
  /// The last regular expression that the document gave: mostly the next node has the same.
  var lastExpression: RegularExpression?

  init(root: JSONValue, limits: JSONPathLimits) {
    self.root = root
    self.limits = limits
  }

  /// Counts work, so that no query takes for ever.
  mutating func spend(_ amount: Int) throws(JSONPathError) {
    work += amount
    if work > limits.work { throw JSONPathError(.tooMuchWork, at: 0) }
  }

  /// - Parameter node: Where the query starts: the root, or the current node of a filter.
  mutating func nodes(
    of query: JSONPathQuery, from node: JSONNode
  ) throws(JSONPathError) -> [JSONNode] {
    var nodes = [node]
    for segment in query.segments {
      var selected: [JSONNode] = []
      for node in nodes {
        if segment.isDescendant {
          try selectBelow(node, by: segment.selectors, into: &selected)
        } else {
          for selector in segment.selectors { try select(selector, of: node, into: &selected) }
        }
      }
      nodes = selected
    }
    return nodes
  }

  /// The one value of a singular query.
  mutating func value(
    of query: JSONPathQuery, at current: JSONValue
  ) throws(JSONPathError) -> JSONValue? {
    var value = query.isAbsolute ? root : current
    for segment in query.segments {
      var next: JSONValue?
      switch segment.selectors[0] {
      case .name(let name): next = try member(name, of: value)
      case .index(let index): next = Self.item(index, of: value)?.value
      case .wildcard, .slice, .filter: break
      }
      try spend(1)
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// The node itself and all below it, each before what is in it.
  private mutating func selectBelow(
    _ node: JSONNode, by selectors: [JSONPathQuery.Selector], into selected: inout [JSONNode]
  ) throws(JSONPathError) {
    var pending = [node]
    while let node = pending.popLast() {
      try spend(1)
      for selector in selectors { try select(selector, of: node, into: &selected) }
      pending += node.children.reversed()
    }
  }

  private mutating func select(
    _ selector: JSONPathQuery.Selector, of node: JSONNode, into selected: inout [JSONNode]
  ) throws(JSONPathError) {
    switch selector {
    case .name(let name):
      if let value = try member(name, of: node.value) {
        try add(node.member(name, value), to: &selected)
      }
    case .wildcard: for child in node.children { try add(child, to: &selected) }
    case .index(let index):
      if let item = Self.item(index, of: node.value) {
        try add(node.item(item.index, item.value), to: &selected)
      }
    case .slice(let start, let end, let step):
      guard case .array(let items) = node.value else { return }
      for index in Self.indices(from: start, to: end, by: step, count: items.count) {
        try add(node.item(index, items[index]), to: &selected)
      }
    case .filter(let condition):
      for child in node.children {
        try spend(1)
        if try holds(condition, for: child.value) { try add(child, to: &selected) }
      }
    }
  }

  private mutating func add(_ node: JSONNode, to selected: inout [JSONNode]) throws(JSONPathError) {
    try spend(1)
    guard selected.count < limits.nodes else {
      throw JSONPathError(.tooManyNodes(limit: limits.nodes), at: 0)
    }
    selected.append(node)
  }

  private mutating func member(
    _ name: String, of value: JSONValue
  ) throws(JSONPathError) -> JSONValue? {
    guard case .object(let object) = value else { return nil }
    try spend(object.count / 8)
    return object[name]
  }

  private static func item(_ index: Int, of value: JSONValue) -> (index: Int, value: JSONValue)? {
    guard case .array(let items) = value else { return nil }
    let index = index < 0 ? index + items.count : index
    return items.indices.contains(index) ? (index, items[index]) : nil
  }

  /// The indices of a slice (RFC 9535, section 2.3.4.2.2).
  private static func indices(
    from start: Int?, to end: Int?, by step: Int, count: Int
  ) -> StrideTo<Int> {
    func normalized(_ index: Int) -> Int { index < 0 ? index + count : index }
    if step == 0 { return stride(from: 0, to: 0, by: 1) }
    if step > 0 {
      let lower = min(max(normalized(start ?? 0), 0), count)
      let upper = min(max(normalized(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step)
    }
    let upper = min(max(normalized(start ?? count - 1), -1), count - 1)
    let lower = min(max(end.map(normalized) ?? -1, -1), count - 1)
    return stride(from: upper, to: lower, by: step)
  }

  /// Recursion ends with the depth of the query, which the parser limits.
  mutating func holds(
    _ condition: JSONPathCondition, for current: JSONValue
  ) throws(JSONPathError) -> Bool {
    try spend(1)
    switch condition {
    case .any(let conditions):
      for condition in conditions where try holds(condition, for: current) { return true }
      return false
    case .all(let conditions):
      for condition in conditions where try !holds(condition, for: current) { return false }
      return true
    case .not(let condition): return try !holds(condition, for: current)
    case .exists(let query):
      if query.isSingular { return try value(of: query, at: current) != nil }
      return try !values(of: query, at: current).isEmpty
    case .comparison(let left, let comparison, let right):
      return try compares(
        try value(of: left, at: current), comparison, try value(of: right, at: current))
    case .matches(let text, let expression, let somewhere):
      return try matches(text, expression, somewhere: somewhere, at: current)
    }
  }

  /// The nodes that a query within a filter selects, without their places.
  mutating func values(
    of query: JSONPathQuery, at current: JSONValue
  ) throws(JSONPathError) -> [JSONNode] {
    try nodes(of: query, from: JSONNode(query.isAbsolute ? root : current, at: nil))
  }

  /// RFC 9535, section 2.3.5.2.2; nil is nothing.
  private mutating func compares(
    _ left: JSONValue?, _ comparison: JSONPathComparison, _ right: JSONValue?
  ) throws(JSONPathError) -> Bool {
    switch comparison {
    case .equal: return try equals(left, right)
    case .unequal: return try !equals(left, right)
    case .less: return try precedes(left, right)
    case .greater: return try precedes(right, left)
    case .lessOrEqual:
      if try precedes(left, right) { return true }
      return try equals(left, right)
    case .greaterOrEqual:
      if try precedes(right, left) { return true }
      return try equals(left, right)
    }
  }

  private mutating func equals(
    _ left: JSONValue?, _ right: JSONValue?
  ) throws(JSONPathError) -> Bool {
    if let left { try spend(onReading: left) }
    return left == right
  }

  private mutating func precedes(
    _ left: JSONValue?, _ right: JSONValue?
  ) throws(JSONPathError) -> Bool {
    switch (left, right) {
    case (.number(let left)?, .number(let right)?):
      try spend((left.literal.utf8.count + right.literal.utf8.count) / 16)
      return left < right
    case (.string(let left)?, .string(let right)?):
      try spend(left.utf8.count / 64)
      // The order of bytes in UTF-8 is that of scalars, which RFC 9535 asks for.
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    default: return false
    }
  }

  /// Counts the work of going through a value once.
  private mutating func spend(onReading value: JSONValue) throws(JSONPathError) {
    var pending = [value]
    while let value = pending.popLast() {
      switch value {
      case .null, .boolean: try spend(1)
      case .number(let number): try spend(1 + number.literal.utf8.count / 16)
      case .string(let text): try spend(1 + text.utf8.count / 64)
      case .array(let items):
        try spend(1)
        pending += items
      case .object(let object):
        try spend(1)
        pending += object.members.map(\.value)
      }
    }
  }

  /// The value of an operand; nil is nothing.
  mutating func value(
    of operand: JSONPathOperand, at current: JSONValue
  ) throws(JSONPathError) -> JSONValue? {
    switch operand {
    case .literal(let value): return value
    case .query(let query): return try value(of: query, at: current)
    case .length(let operand): return try length(of: try value(of: operand, at: current))
    case .count(let query): return .integer(try values(of: query, at: current).count)
    case .value(let query):
      let nodes = try values(of: query, at: current)
      return nodes.count == 1 ? nodes[0].value : nil
    }
  }

  /// The characters of a text, or the items or members of an array or object; else nil.
  private mutating func length(of value: JSONValue?) throws(JSONPathError) -> JSONValue? {
    switch value {
    case .string(let text)?:
      try spend(text.utf8.count / 64)
      return .integer(text.unicodeScalars.count)
    case .array(let items)?: return .integer(items.count)
    case .object(let object)?: return .integer(object.count)
    default: return nil
    }
  }

  /// False where either is no text, or the expression is no I-Regexp.
  mutating func matches(
    _ text: JSONPathOperand, _ expression: JSONPathExpression, somewhere: Bool,
    at current: JSONValue
  ) throws(JSONPathError) -> Bool {
    guard case .string(let text)? = try value(of: text, at: current),
      let expression = try regularExpression(expression, at: current)
    else { return false }
    // An instruction of a matcher is a part of the work on a node.
    let (steps, overflows) = expression.size.multipliedReportingOverflow(by: text.utf8.count)
    try spend(overflows ? limits.work : expression.size / 4 + steps / 4)
    return somewhere ? expression.matchesSomewhere(in: text) : expression.matchesWhole(text)
  }

  private mutating func regularExpression(
    _ expression: JSONPathExpression, at current: JSONValue
  ) throws(JSONPathError) -> RegularExpression? {
    switch expression {
    case .fixed(let expression): return expression
    case .never: return nil
    case .computed(let operand):
      guard case .string(let source)? = try value(of: operand, at: current) else { return nil }
      if let last = lastExpression, last.source.utf8.elementsEqual(source.utf8) { return last }
      try spend(source.utf8.count)
      let expression: RegularExpression
      do throws(ExpressionError) {
        expression = try RegularExpression(source, dialect: .iRegexp)
      } catch {
        guard case .syntax = error.reason else { throw JSONPathError(.expression(error), at: 0) }
        return nil
      }
      try spend(expression.size)
      lastExpression = expression
      return expression
    }
  }
}
