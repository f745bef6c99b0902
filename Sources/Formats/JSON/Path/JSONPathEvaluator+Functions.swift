// SPDX-License-Identifier: Apache-2.0
// The function extensions of RFC 9535: length, count, value, match and search.

import Text

extension JSONPathEvaluator {
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

  /// Of a text in characters, of an array or object in items or members; nothing else has one.
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
