// SPDX-License-Identifier: Apache-2.0
// The list of all matchers of the suite language.

internal import Text

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
