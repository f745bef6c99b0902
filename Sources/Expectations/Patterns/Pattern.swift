// SPDX-License-Identifier: Apache-2.0
// The compiled pattern that a suite expects a value to match.

package import Formats
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

/// A value that the answer must equal, and how the suite writes it.
struct Literal: Sendable, Equatable {
  let value: JSONValue
  /// As written in the suite; nil for the value of a variable, which is shown as JSON.
  let written: String?

  init(_ value: JSONValue, written: String? = nil) {
    self.value = value
    self.written = written
  }

  static func == (left: Literal, right: Literal) -> Bool { left.value == right.value }

  /// As written; the value of a variable as JSON.
  var text: QuotingText { written.map { .text($0) } ?? MessageText.of(value) }

  /// For sentences: `the boolean true`, `the string "a"`, `null`.
  var noun: QuotingText {
    let text = MessageText.of(value)
    return value == .null || Kinds(of: value).isSubset(of: [.array, .object])
      ? text : "the \(words: value.typeName) \(text)"
  }
}

/// A set of kinds of values; "nothing" is the kind of a missing member.
package struct Kinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let nothing = Kinds(rawValue: 1)
  package static let null = Kinds(rawValue: 2)
  package static let boolean = Kinds(rawValue: 4)
  package static let number = Kinds(rawValue: 8)
  package static let string = Kinds(rawValue: 16)
  package static let array = Kinds(rawValue: 32)
  package static let object = Kinds(rawValue: 64)

  /// All kinds of JSON values.
  package static let values: Kinds = [.null, .boolean, .number, .string, .array, .object]
  /// All kinds of JSON values, and nothing.
  package static let everything = values.union(.nothing)
}

extension Kinds {
  /// The kind of a value; nil is nothing.
  package init(of value: JSONValue?) {
    self =
      switch value {
      case nil: .nothing
      case .null: .null
      case .boolean: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}

extension Kinds: CustomStringConvertible {
  /// `a number or a string`.
  package var description: String {
    let names: [(kind: Kinds, name: String)] = [
      (.nothing, "nothing"), (.null, "null"), (.boolean, "a boolean"), (.number, "a number"),
      (.string, "a string"), (.array, "an array"), (.object, "an object"),
    ]
    let held = names.filter { contains($0.kind) }.map(\.name)
    guard let last = held.last, held.count > 1 else { return held.first ?? "no value" }
    return "\(held.dropLast().joined(separator: ", ")) or \(last)"
  }
}
