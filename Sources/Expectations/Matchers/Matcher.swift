// SPDX-License-Identifier: Apache-2.0
// The requirements of a matcher of the suite language, and the list of all.

import Formats
import Text

/// A matcher of the suite language, such as `!uuid`: which values match, and how others differ.
///
/// A new matcher is a type that conforms, and its line in `MatcherTable`.
protocol Matcher: Equatable, Sendable {
  /// Values of other kinds never match.
  var mayAccept: Kinds { get }
  /// Every value of these kinds matches. None unless the matcher says so.
  var alwaysAccepts: Kinds { get }
  /// The patterns directly inside, in the order written. None unless the matcher says so.
  var children: [Pattern] { get }
  /// The members that it asks about by itself, at any depth. None unless the matcher says so.
  var memberNames: [String] { get }
  /// The argument as a suite writes it; nil without an argument.
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

  /// The reason why a value of an accepted kind differs, without a full stop. Nil by default.
  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText?

  /// The meaning of a value that does not match, to stand behind it: `2001-09-09T01:46:40Z`. Nil by default.
  func gloss(_ value: JSONValue) -> String?

  /// The expected value as a noun, for "… is a number; expected …". By default from the kinds.
  var noun: String { get }

  /// What matches, as the end of a sentence: `an integer from 1 to 9`. By default the noun.
  var phrase: QuotingText { get }

  /// Whether every value that `other` accepts matches, if their form shows it. False by default.
  func covers(_ other: Pattern) -> Bool

  /// Whether the value alone decides (patterns inside speak for themselves). True by default.
  var dependsOnlyOnValue: Bool { get }

  /// Whether it sees the items of an array, or of a selection, as one array. False by default.
  var seesItems: Bool { get }

  /// How items that do not match differ; at least one mismatch. Asked where it sees items.
  ///
  /// - Parameter whole: The array or object that they are in.
  func itemMismatches(
    _ items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding]
}

extension Matcher {
  var alwaysAccepts: Kinds { [] }
  var children: [Pattern] { [] }
  var memberNames: [String] { [] }
  var argumentText: QuotingText? { nil }
  var noun: String { mayAccept.noun }
  var phrase: QuotingText { QuotingText(words: noun) }
  var dependsOnlyOnValue: Bool { true }
  var seesItems: Bool { false }

  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard seesItems, mayAccept.contains(Kinds(of: value)) else { return [] }
    let items = Pattern.items(of: value, at: place)
    return itemMismatches(items, whole: value, of: pattern, at: place, in: scope)
  }

  func itemMismatches(
    _ items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] { [] }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? { nil }

  func gloss(_ value: JSONValue) -> String? { nil }

  func covers(_ other: Pattern) -> Bool { false }

  fileprivate func isSame(as other: any Matcher) -> Bool { self == (other as? Self) }
}

/// A matcher of any type, as a part of a pattern.
struct AnyMatcher: Sendable {
  /// Without `!`.
  let name: String
  let matcher: any Matcher

  /// As a suite writes it.
  var text: QuotingText { FlowText.tagged(name, matcher.argumentText) }
}

extension AnyMatcher: Equatable {
  static func == (left: AnyMatcher, right: AnyMatcher) -> Bool {
    left.matcher.isSame(as: right.matcher)
  }
}

/// A name that may stand after `!` in a pattern, and how its argument is read.
struct MatcherEntry: Sendable {
  typealias Reader<Value> = @Sendable (TagUse, inout PatternCompilation) -> Argument<Value>

  /// Without `!`.
  let name: String
  let syntax: ArgumentSyntax
  /// Reads the argument and reports each mistake in it.
  let form: Reader<Pattern.Form>

  /// A combination of patterns.
  fileprivate static func form(_ name: String, _ form: @escaping Reader<Pattern.Form>) -> Self {
    Self(name: name, syntax: .pattern, form: form)
  }

  fileprivate static func matcher(
    _ name: String, _ syntax: ArgumentSyntax = .pattern, _ read: @escaping Reader<some Matcher>
  ) -> Self {
    Self(name: name, syntax: syntax) { tag, compilation in
      read(tag, &compilation).map { .matcher(AnyMatcher(name: name, matcher: $0)) }
    }
  }

  fileprivate static func kind(_ name: String, _ kinds: Kinds) -> Self {
    .matcher(name) { $1.noArgument($0).map { KindMatcher(kinds: kinds) } }
  }
}

/// All matchers, by their names.
package enum MatcherTable {
  private static let all: [MatcherEntry] = [
    // Nothing is there.
    .form("absent") { $1.noArgument($0).map { .absent } },
    // All of these patterns.
    .form("all") { $1.manyPatterns($0, $0.subject).map { .all($0) } },
    // Every value that is there, null too.
    .kind("any", .values), .kind("array", .array),
    .matcher("base64") {
      $1.optionalPattern($0, .text("the decoded text")).map(Base64Matcher.init)
    }, .kind("boolean", .boolean), .matcher("contains") { $1.text($0).map(ContainsMatcher.init) },
    .matcher("each") { $1.quantity(.each, $0) },
    .matcher("enhanced-error") { EnhancedErrorMatcher.read($0, &$1) },
    // An object with these members and no others.
    .form("exactly") { $1.closedObject($0) },
    .matcher("http-date") { TimeBounds.read($0, &$1).map(HTTPDateMatcher.init) },
    .matcher("integer") { $1.number($0, isWhole: true) },
    .matcher("json") { $1.optionalPattern($0, .item).map(JSONMatcher.init) },
    .matcher("jws") { JWSMatcher.read($0, &$1) },
    .matcher("matches", .expression) { $1.expression($0).map(MatchesMatcher.init) },
    .matcher("media-type") { MediaTypeMatcher.read($0, &$1) },
    .matcher("none") { $1.quantity(.none, $0) },
    // Exactly the values, or nothing, that the pattern does not match.
    .form("not") { $1.onePattern($0, $0.subject).map { .not($0) } },
    .matcher("number") { $1.number($0, isWhole: false) }, .kind("object", .object),
    // Any of these patterns.
    .form("one-of") { $1.manyPatterns($0, $0.subject).map { .oneOf($0) } },
    // Nothing, or what the pattern matches.
    .form("optional") { $1.onePattern($0, $0.subject).map { .optional($0) } },
    .matcher("size") { SizeMatcher.read($0, &$1) }, .matcher("some") { $1.quantity(.some, $0) },
    .matcher("starts-with") { $1.text($0).map(StartsWithMatcher.init) },
    .matcher("string") { StringMatcher.read($0, &$1) },
    .matcher("timestamp") {
      TimeBounds.read($0, &$1).map { TimestampMatcher(bounds: $0, isInSeconds: false) }
    },
    .matcher("timestamp-seconds") {
      TimeBounds.read($0, &$1).map { TimestampMatcher(bounds: $0, isInSeconds: true) }
    },
    .matcher("unordered") {
      $1.manyPatterns($0, $0.subject.item, canBeEmpty: true).map(UnorderedMatcher.init)
    }, .matcher("url") { URLMatcher.read($0, &$1) },
    .matcher("uuid") { $1.noArgument($0).map { UUIDMatcher() } },
    .matcher("xml", .paths) { $1.paths($0).map(XMLMatcher.init) },
  ]

  /// The names of all matchers, without `!`, in alphabetical order.
  package static let names = all.map(\.name).sorted()

  /// The syntax of a matcher's argument; that of patterns for an unknown one.
  package static func argumentSyntax(of name: String) -> ArgumentSyntax {
    entry(named: name)?.syntax ?? .pattern
  }

  static func entry(named name: String) -> MatcherEntry? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// `", did you mean '!one-of'?"`, or the list of all names.
  static func hint(for name: String) -> String {
    let known = names.map { "!\($0)" }
    let hint = Suggestion.hint(for: "!\(name)", among: known)
    return hint.isEmpty ? ", expected one of: \(known.joined(separator: ", "))" : hint
  }
}

/// `!any`, `!array`, `!boolean`, `!object`: every value of some kinds.
struct KindMatcher: Matcher {
  let kinds: Kinds

  var mayAccept: Kinds { kinds }
  var alwaysAccepts: Kinds { kinds }
  var noun: String { kinds == .values ? "any value" : kinds.noun }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool { kinds.contains(Kinds(of: value)) }
}
