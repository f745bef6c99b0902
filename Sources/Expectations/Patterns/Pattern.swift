// SPDX-License-Identifier: Apache-2.0
// The compiled pattern that a suite expects a value to match.

import Formats
package import Text

/// A compiled expectation of a value. It is valid, and matching it builds no text.
///
/// Two patterns are equal if they are written alike; their positions do not count.
package struct Pattern: Sendable {
  let form: Form
  /// Where it stands in the suite.
  package let position: Position
  /// Values of other kinds never match.
  package let mayAccept: Kinds
  /// Every value of these kinds matches.
  package let alwaysAccepts: Kinds
  /// Whether all its variables have values. An incomplete pattern matches nothing.
  package let isComplete: Bool

  init(_ form: Form, at position: Position) {
    self.form = form
    self.position = position
    (mayAccept, alwaysAccepts) = form.kinds
    isComplete = form.isComplete
  }
}

extension Pattern {
  /// The structure of a pattern: values, collections, combinations, and the matchers as leaves.
  ///
  /// A matcher is a type that conforms to `Matcher`, so that a new one adds no case.
  indirect enum Form: Sendable, Equatable {
    /// A variable whose value is not known yet.
    case unknown
    case literal(Literal)
    /// `2xx`, by its first digit.
    case statusClass(Int)
    case object(ObjectPattern)
    case list([Pattern])
    case absent
    case optional(Pattern)
    case not(Pattern)
    case oneOf([Pattern])
    case all([Pattern])
    case matcher(AnyMatcher)
  }

  /// Whether some value of these kinds does not match.
  package func canFail(on kinds: Kinds = .everything) -> Bool { !kinds.isSubset(of: alwaysAccepts) }

  /// Whether a missing member matches.
  var acceptsNothing: Bool { alwaysAccepts.contains(.nothing) }

  func matcher<Wanted: Matcher>(_ type: Wanted.Type) -> Wanted? {
    if case .matcher(let any) = form { any.matcher as? Wanted } else { nil }
  }
}

extension Pattern {
  /// The names of the members that it asks for, at any depth.
  var memberNames: Set<String> {
    switch form {
    case .object(let object):
      object.entries.reduce(into: []) { names, entry in
        if case .absent = entry.pattern.form { return }
        if let name = entry.key.name { names.insert(name) }
        names.formUnion(entry.pattern.memberNames)
      }
    case .not: []
    case .matcher(let any):
      any.matcher.children.reduce(into: Set(any.matcher.memberNames)) {
        $0.formUnion($1.memberNames)
      }
    default: form.children.reduce(into: []) { $0.formUnion($1.memberNames) }
    }
  }

  /// Whether it says only which values there must not be.
  var isRefusal: Bool {
    switch form {
    case .not: true
    case .optional(let pattern): pattern.isRefusal
    case .object(let object):
      !object.entries.isEmpty && object.entries.allSatisfy(\.pattern.isRefusal)
    case .all(let patterns): !patterns.isEmpty && patterns.allSatisfy(\.isRefusal)
    default: false
    }
  }
}

extension JSONValue {
  /// The names of all members, at any depth.
  fileprivate var ownNames: [String] {
    switch self {
    case .object(let object): object.members.flatMap { [$0.name] + $0.value.ownNames }
    case .array(let items): items.flatMap(\.ownNames)
    case .null, .boolean, .number, .string: []
    }
  }

  /// The names of all members, at any depth.
  var memberNames: Set<String> { Set(ownNames) }
}

extension Pattern: Equatable {
  package static func == (left: Pattern, right: Pattern) -> Bool { left.form == right.form }
}

extension Pattern.Form {
  /// The patterns directly inside, in the order written.
  var children: [Pattern] {
    switch self {
    case .object(let object): object.entries.map(\.pattern)
    case .list(let items), .oneOf(let items), .all(let items): items
    case .optional(let pattern), .not(let pattern): [pattern]
    case .matcher(let any): any.matcher.children
    case .unknown, .literal, .statusClass, .absent: []
    }
  }

  fileprivate var isComplete: Bool {
    if case .unknown = self { return false }
    return children.allSatisfy(\.isComplete)
  }

  /// The kinds of which some value may match, and those of which every value matches.
  fileprivate var kinds: (may: Kinds, always: Kinds) {
    switch self {
    case .unknown: (.everything, [])
    case .literal(let literal): (Kinds(of: literal.value), literal.value == .null ? .null : [])
    case .statusClass: (.number, [])
    case .object(let object): object.kinds
    case .list: (.array, [])
    case .absent: (.nothing, .nothing)
    case .optional(let pattern):
      (pattern.mayAccept.union(.nothing), pattern.alwaysAccepts.union(.nothing))
    case .not(let pattern):
      (
        Kinds.everything.subtracting(pattern.alwaysAccepts),
        Kinds.everything.subtracting(pattern.mayAccept)
      )
    case .oneOf(let patterns):
      patterns.reduce(into: (may: Kinds(), always: Kinds())) {
        $0.may.formUnion($1.mayAccept)
        $0.always.formUnion($1.alwaysAccepts)
      }
    case .all(let patterns):
      patterns.reduce(into: (may: Kinds.everything, always: Kinds.everything)) {
        $0.may.formIntersection($1.mayAccept)
        $0.always.formIntersection($1.alwaysAccepts)
      }
    case .matcher(let any): (any.matcher.mayAccept, any.matcher.alwaysAccepts)
    }
  }
}

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
    items.count == patterns.count && zip(patterns, items).allSatisfy { $0.accepts($1, in: scope) }
  }

  static func isStatus(_ value: JSONValue, ofClass first: Int) -> Bool {
    value.number?.integer.map { $0 / 100 == first } ?? false
  }
}
