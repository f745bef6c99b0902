// SPDX-License-Identifier: Apache-2.0
// The requirements of a matcher of the suite language, and the list of all.

import Formats
import Text

/// A name that may stand after `!` in a pattern.
protocol PatternTag: Sendable {
  /// Without `!`.
  static var name: String { get }

  /// How the argument is read; as a pattern by default.
  static var argumentSyntax: ArgumentSyntax { get }

  /// Reads the argument and reports each mistake in it.
  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
}

extension PatternTag {
  static var argumentSyntax: ArgumentSyntax { .pattern }
}

/// How the argument of a matcher is read, before any variable in it has a value.
enum ArgumentSyntax {
  /// A value or a pattern; also options, whose names are keys.
  case pattern
  /// A regular expression: variables in it stand for their texts.
  case expression
  /// A map whose keys are XML paths.
  case paths
}

/// A matcher of the suite language, such as `!uuid`: which values match, and how others differ.
///
/// A new matcher is a file with a type that conforms, and its line in `MatcherTable`.
protocol Matcher: PatternTag, Equatable {
  /// Reads the argument and reports each mistake in it.
  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self>

  /// Values of other kinds never match.
  var mayAccept: Kinds { get }
  /// Every value of these kinds matches. None unless the matcher says so.
  var alwaysAccepts: Kinds { get }
  /// The patterns directly inside, in the order written. None unless the matcher says so.
  var children: [Pattern] { get }
  /// The names of the members that it asks about by itself, at whatever depth they stand. None
  /// unless the matcher says so.
  var memberNames: [String] { get }
  /// The argument as a suite writes it; nil where there is none.
  var argumentText: QuotingText? { get }

  /// Whether a value matches. It builds no text, because every answer is asked.
  func accepts(_ value: JSONValue, in scope: Scope) -> Bool

  /// The differences inside a value that does not match; empty, as by default, where only the
  /// value as a whole can be named.
  ///
  /// - Parameter pattern: The pattern that this matcher is, for the texts and the position.
  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding]

  /// Why a value of a kind that may match does not match, where that says more than the expected
  /// and the found value; a sentence without a full stop. Nil by default.
  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText?

  /// The expected value as a noun, for "… is a number; expected …". By default from the kinds.
  var noun: String { get }

  /// Whether every value that `other` accepts matches, as far as their form shows. Equality, kinds
  /// and combinations are compared before; false by default.
  func covers(_ other: Pattern) -> Bool

  /// Whether the value alone decides, without the document, the time or the target. True by
  /// default; the patterns inside answer for themselves.
  var dependsOnlyOnValue: Bool { get }

  /// The same matcher, if a query or a header shows it everything that was selected, as an array.
  /// Nil by default.
  var ofItems: (any ItemMatcher)? { get }
}

extension Matcher {
  static func form(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Pattern.Form>
  {
    read(tag, &compilation).map { .matcher($0) }
  }

  var alwaysAccepts: Kinds { [] }
  var children: [Pattern] { [] }
  var memberNames: [String] { [] }
  var argumentText: QuotingText? { nil }
  var noun: String { mayAccept.noun }
  var dependsOnlyOnValue: Bool { true }
  var ofItems: (any ItemMatcher)? { nil }

  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    []
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? { nil }

  func covers(_ other: Pattern) -> Bool { false }

  fileprivate func isSame(as other: any Matcher) -> Bool { self == (other as? Self) }
}

/// A matcher that is asked about the items of an array, or about everything that a query selects.
protocol ItemMatcher: Matcher {
  func accepts(items: [JSONValue], in scope: Scope) -> Bool

  /// How items that do not match differ; at least one mismatch.
  ///
  /// - Parameter whole: The array or object that they are in.
  func mismatches(
    items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding]

  /// Whether any number of any items matches.
  var acceptsAllItems: Bool { get }
}

extension ItemMatcher {
  var ofItems: (any ItemMatcher)? { self }
  var acceptsAllItems: Bool { false }
}

/// A matcher of whatever type, as a part of a pattern.
struct AnyMatcher: Sendable {
  let matcher: any Matcher

  init(_ matcher: some Matcher) {
    self.matcher = matcher
  }

  /// As a suite writes it.
  var text: QuotingText { FlowText.tagged(type(of: matcher), matcher.argumentText) }
}

extension AnyMatcher: Equatable {
  static func == (left: AnyMatcher, right: AnyMatcher) -> Bool {
    left.matcher.isSame(as: right.matcher)
  }
}

/// All matchers, by their names.
package enum MatcherTable {
  static let all: [any PatternTag.Type] = [
    AbsentTag.self,
    AllTag.self,
    AnyValueMatcher.self,
    ArrayMatcher.self,
    Base64Matcher.self,
    BooleanMatcher.self,
    ContainsMatcher.self,
    EachMatcher.self,
    EnhancedErrorMatcher.self,
    ExactlyTag.self,
    HTTPDateMatcher.self,
    IntegerMatcher.self,
    JSONMatcher.self,
    MatchesMatcher.self,
    MediaTypeMatcher.self,
    NoneMatcher.self,
    NotTag.self,
    NumberMatcher.self,
    ObjectMatcher.self,
    OneOfTag.self,
    OptionalTag.self,
    SizeMatcher.self,
    SomeMatcher.self,
    StartsWithMatcher.self,
    StringMatcher.self,
    TimestampMatcher.self,
    URLMatcher.self,
    UUIDMatcher.self,
    UnorderedMatcher.self,
    XMLMatcher.self,
  ]

  /// The names of all matchers, without `!`, in alphabetical order.
  package static let names = all.map { $0.name }.sorted()

  static func tag(named name: String) -> (any PatternTag.Type)? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// `", did you mean '!one-of'?"`, or the list of all names.
  static func hint(for name: String) -> String {
    let known = names.map { "!\($0)" }
    let hint = Suggestion.hint(for: "!\(name)", among: known)
    return hint.isEmpty ? ", expected one of: \(known.joined(separator: ", "))" : hint
  }
}

/// A matcher without argument that accepts every value of some kinds.
protocol KindMatcher: Matcher {
  static var kinds: Kinds { get }
  init()
}

extension KindMatcher {
  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.noArgument(tag).map { Self() }
  }

  var mayAccept: Kinds { Self.kinds }
  var alwaysAccepts: Kinds { Self.kinds }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    Self.kinds.contains(Kinds(of: value))
  }
}

/// `!any`: every value that is there, null too.
struct AnyValueMatcher: KindMatcher {
  static let name = "any"
  static let kinds = Kinds.values
}

/// `!boolean`.
struct BooleanMatcher: KindMatcher {
  static let name = "boolean"
  static let kinds = Kinds.boolean
}

/// `!object`.
struct ObjectMatcher: KindMatcher {
  static let name = "object"
  static let kinds = Kinds.object
}

/// `!array`.
struct ArrayMatcher: KindMatcher {
  static let name = "array"
  static let kinds = Kinds.array
}
