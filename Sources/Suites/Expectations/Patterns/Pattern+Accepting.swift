// SPDX-License-Identifier: Apache-2.0
// Whether a value matches a pattern: asked of every answer, so it builds no text.

internal import Formats

extension Pattern {
  /// Whether a value matches the pattern.
  ///
  /// - Parameter value: nil for a missing member.
  func accepts(_ value: JSONValue?, in scope: Scope) -> Bool {
    guard let value else { return acceptsNothing }
    switch form {
    case .unknown, .absent: return false
    case .literal(let literal): return literal.value == value
    case .statusClass(let first): return Self.isStatus(value, ofClass: first)
    case .object(let object): return object.accepts(value, in: scope)
    case .list(let patterns):
      return value.array.map { Self.areAccepted($0, by: patterns, in: scope) } ?? false
    case .optional(let pattern): return pattern.accepts(value, in: scope)
    case .not(let pattern): return pattern.isComplete && !pattern.accepts(value, in: scope)
    case .oneOf(let patterns): return patterns.contains { $0.accepts(value, in: scope) }
    case .all(let patterns): return patterns.allSatisfy { $0.accepts(value, in: scope) }
    case .matcher(let any): return any.matcher.accepts(value, in: scope)
    }
  }

  /// Whether the items of an array match these patterns, one by one.
  static func areAccepted(_ items: [JSONValue], by patterns: [Pattern], in scope: Scope) -> Bool {
    items.count == patterns.count
      && zip(patterns, items).allSatisfy { $0.accepts($1, in: scope) }
  }

  private static func isStatus(_ value: JSONValue, ofClass first: Int) -> Bool {
    value.number?.integer.map { $0 / 100 == first } ?? false
  }
}
