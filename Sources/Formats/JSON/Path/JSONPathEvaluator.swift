// SPDX-License-Identifier: Apache-2.0
// What a query selects in a document.

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
}

extension JSONPathEvaluator {
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
    case .wildcard:
      for child in node.children { try add(child, to: &selected) }
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

  private mutating func add(
    _ node: JSONNode, to selected: inout [JSONNode]
  ) throws(JSONPathError) {
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
}
