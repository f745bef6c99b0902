// SPDX-License-Identifier: Apache-2.0
// Whether a node meets the condition of a filter.

import Text

extension JSONPathEvaluator {
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

  /// What a query within a filter selects; its places are not asked for.
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
}
