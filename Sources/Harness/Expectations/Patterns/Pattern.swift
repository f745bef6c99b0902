// SPDX-License-Identifier: Apache-2.0
// The patterns: what a suite says that an answer must be like, ready to be judged by.

package import JSON
package import SourceText

/// What a suite expects of a value, compiled: it is valid, and matching it builds no text.
///
/// Two patterns are equal if they are written alike; where they stand does not count.
package struct Pattern: Sendable {
  package let form: Form
  /// Where it stands in the suite.
  package let position: Position
  /// No value of another kind can match.
  package let mayAccept: Kinds
  /// Every value of these kinds matches.
  package let alwaysAccepts: Kinds
  /// Whether all its variables have values; a pattern that is not complete matches nothing.
  package let isComplete: Bool

  init(_ form: Form, at position: Position) {
    self.form = form
    self.position = position
    (mayAccept, alwaysAccepts) = form.kinds
    isComplete = form.isComplete
  }
}

extension Pattern {
  package indirect enum Form: Sendable, Equatable {
    /// A variable whose value is not known yet.
    case unknown
    case literal(Literal)
    case statusClass(Int)
    case object(ObjectMatcher)
    case list([Pattern])
    case any
    case absent
    case optional(Pattern)
    case not(Pattern)
    case oneOf([Pattern])
    case all([Pattern])
    case boolean
    case anyObject
    case anyArray
    case string(length: CountBounds?)
    case number(NumberMatcher)
    case matches(ExpressionMatcher)
    case contains(String)
    case startsWith(String)
    case each(Pattern)
    case some(Pattern)
    case none(Pattern)
    case unordered([Pattern])
    case size(CountBounds)
    case timestamp(TimestampMatcher)
    case base64(Pattern?)
    case json(Pattern?)
    case xml([XMLEntry])
    case url(URLMatcher)
    case mediaType(MediaTypeMatcher)
    case uuid
    case enhancedError(ObjectMatcher)
  }

  /// Whether some value of these kinds does not match.
  package func canFail(on kinds: Kinds = .everything) -> Bool {
    !kinds.isSubset(of: alwaysAccepts)
  }

  /// Whether a missing member matches.
  var acceptsNothing: Bool { alwaysAccepts.contains(.nothing) }
}

extension Pattern: Equatable {
  package static func == (left: Pattern, right: Pattern) -> Bool { left.form == right.form }
}

/// A value that must be equal, and how the suite writes it.
package struct Literal: Sendable, Equatable {
  package let value: JSONValue
  /// As written in the suite; nil for what a variable gave, which is shown as JSON.
  package let written: String?

  init(_ value: JSONValue, written: String? = nil) {
    self.value = value
    self.written = written
  }

  package static func == (left: Literal, right: Literal) -> Bool { left.value == right.value }
}

extension Pattern.Form {
  /// The patterns in it, in the order written.
  var children: [Pattern] {
    switch self {
    case .object(let object), .enhancedError(let object): object.entries.map(\.pattern)
    case .list(let items), .oneOf(let items), .all(let items), .unordered(let items): items
    case .optional(let pattern), .not(let pattern), .each(let pattern), .some(let pattern),
      .none(let pattern):
      [pattern]
    case .base64(let pattern), .json(let pattern): pattern.map { [$0] } ?? []
    case .xml(let entries): entries.map(\.pattern)
    case .url(let url): url.parts.map(\.pattern)
    case .unknown, .literal, .statusClass, .any, .absent, .boolean, .anyObject, .anyArray,
      .string, .number, .matches, .contains, .startsWith, .size, .timestamp, .mediaType, .uuid:
      []
    }
  }

  fileprivate var isComplete: Bool {
    if case .unknown = self { return false }
    return children.allSatisfy(\.isComplete)
  }

  /// The kinds of which a value may match, and those of which every value matches.
  fileprivate var kinds: (may: Kinds, always: Kinds) {
    switch self {
    case .unknown: (.everything, [])
    case .literal(let literal):
      (Kinds(of: literal.value), literal.value == .null ? .null : [])
    case .statusClass: (.number, [])
    case .object(let object): object.kinds
    case .list, .unordered: (.array, [])
    case .any: (.values, .values)
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
    case .boolean: (.boolean, .boolean)
    case .anyObject: (.object, .object)
    case .anyArray: (.array, .array)
    case .string(let length): (.string, length?.isOpen ?? true ? .string : [])
    case .number(let number): (.number, number.isOpen ? .number : [])
    case .contains(let text), .startsWith(let text): (.string, text.isEmpty ? .string : [])
    case .each, .some, .none: ([.array, .object], [])
    case .size(let bounds): ([.array, .object], bounds.isOpen ? [.array, .object] : [])
    case .timestamp: ([.number, .string], [])
    case .matches, .base64, .json, .xml, .url, .mediaType, .uuid: (.string, [])
    case .enhancedError: (.object, [])
    }
  }
}
