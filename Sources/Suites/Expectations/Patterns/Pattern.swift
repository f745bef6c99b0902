// SPDX-License-Identifier: Apache-2.0
// The compiled pattern: what a suite expects of a value, ready to judge by.

internal import Formats
package import Text

/// What a suite expects of a value, compiled. It is valid, and matching it builds no text.
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
  /// A matcher is a type of its own that conforms to `Matcher`, so that a new one adds no case.
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
  package func canFail(on kinds: Kinds = .everything) -> Bool {
    !kinds.isSubset(of: alwaysAccepts)
  }

  /// Whether a missing member matches.
  var acceptsNothing: Bool { alwaysAccepts.contains(.nothing) }

  /// The matcher of this type, if the pattern is one.
  func matcher<Wanted: Matcher>(_ type: Wanted.Type) -> Wanted? {
    if case .matcher(let any) = form { any.matcher as? Wanted } else { nil }
  }
}

extension Pattern: Equatable {
  package static func == (left: Pattern, right: Pattern) -> Bool { left.form == right.form }
}

extension Pattern.Form {
  /// A matcher as a pattern.
  static func matcher(_ matcher: some Matcher) -> Pattern.Form { .matcher(AnyMatcher(matcher)) }

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
    case .literal(let literal):
      (Kinds(of: literal.value), literal.value == .null ? .null : [])
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
