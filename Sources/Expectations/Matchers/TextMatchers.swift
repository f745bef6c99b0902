// SPDX-License-Identifier: Apache-2.0
// Matchers of strings: `!string`, `!contains`, `!starts-with`, `!matches`, `!uuid`.

import Formats
import Text

/// A matcher that matches strings only.
protocol TextMatcher: Matcher {
  func accepts(_ text: String, in scope: Scope) -> Bool

  /// The differences inside a string that does not match; empty by default.
  func innerMismatches(
    _ text: String, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding]

  /// Why a string does not match, where that says more than the expected and the found value.
  func reason(_ text: String, at place: Place) -> QuotingText?
}

extension TextMatcher {
  var mayAccept: Kinds { .string }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    value.string.map { accepts($0, in: scope) } ?? false
  }

  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    value.string.map { innerMismatches($0, of: pattern, at: place, in: scope) } ?? []
  }

  func innerMismatches(
    _ text: String, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    []
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    value.string.flatMap { reason($0, at: place) }
  }

  func reason(_ text: String, at place: Place) -> QuotingText? { nil }
}

/// `!string {length: n}`, `!string {length: {min, max}}`: a string of so many characters.
struct StringMatcher: TextMatcher {
  /// In Unicode scalars; nil for any.
  let length: CountBounds?

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    let options = compilation.options(tag, ["length"]) { compilation, option in
      compilation.count(option.value, of: tag, named: "'length'")
    }
    return options.flatMap { $0.hasUnknown ? .unknown : .known(Self(length: $0["length"])) }
  }

  var alwaysAccepts: Kinds { length?.isOpen ?? true ? .string : [] }
  var argumentText: QuotingText? { FlowText.options([("length", length?.text)]) }
  var phrase: QuotingText {
    guard let length, !length.isOpen else { return "a string" }
    if length == CountBounds(min: 1, max: nil) { return "a string that is not empty" }
    return "a string of \(words: length.words("character"))"
  }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    length.map { $0.contain(text.unicodeScalars.count) } ?? true
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    "\(place.name) has \(MessageText.count(text.unicodeScalars.count, "character"))"
  }
}

/// `!contains x`: a string with this part, byte by byte.
struct ContainsMatcher: TextMatcher {
  let part: String

  var alwaysAccepts: Kinds { part.isEmpty ? .string : [] }
  var argumentText: QuotingText? { FlowText.plain(part) }
  var phrase: QuotingText { "a string that contains \(MessageText.of(.string(part)))" }

  func accepts(_ text: String, in scope: Scope) -> Bool { StringMatching.contains(text, part) }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    StringMatching.caseHint(text, part, place)
  }
}

/// `!starts-with x`: a string with this beginning, byte by byte.
struct StartsWithMatcher: TextMatcher {
  let prefix: String

  var alwaysAccepts: Kinds { prefix.isEmpty ? .string : [] }
  var argumentText: QuotingText? { FlowText.plain(prefix) }
  var phrase: QuotingText { "a string that begins with \(MessageText.of(.string(prefix)))" }

  func accepts(_ text: String, in scope: Scope) -> Bool { text.utf8.starts(with: prefix.utf8) }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    StringMatching.caseHint(text, prefix, place)
  }
}

/// `!matches 're'`: a regular expression that matches the whole of a string.
struct MatchesMatcher: TextMatcher {
  let expression: RegularExpression
  let source: String

  var argumentText: QuotingText? { FlowText.quoted(source) }
  var phrase: QuotingText {
    let (isAnyCase, isPadded) = (source.hasPrefix("(?i)"), source.hasPrefix(#"\s*"#))
    let text = source.dropFirst(isAnyCase ? 4 : isPadded ? 3 : 0)
    guard isAnyCase || isPadded && text.hasSuffix(#"\s*"#),
      let plain = Self.plain(isPadded ? text.dropLast(3) : text)
    else { return "a string of the form \(FlowText.quoted(source))" }
    let rest = isAnyCase ? "in any case of letters" : "with or without white space around it"
    return "\(MessageText.of(.string(plain))), \(words: rest)"
  }

  /// The only text that an expression matches; nil where there may be several.
  private static func plain(_ expression: Substring) -> String? {
    let special = #"^$.|?*+()[]{}"#
    var (text, isEscaped) = ("", false)
    for character in expression {
      if isEscaped ? character.isLetter || character.isNumber : special.contains(character) {
        return nil
      }
      isEscaped = !isEscaped && character == #"\"#
      if !isEscaped { text.append(character) }
    }
    return text.isEmpty || isEscaped ? nil : text
  }

  func accepts(_ text: String, in scope: Scope) -> Bool { expression.matchesWhole(text) }

  static func == (left: Self, right: Self) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }
}

/// `!uuid`: 8-4-4-4-12 hexadecimal digits.
struct UUIDMatcher: TextMatcher {
  var phrase: QuotingText { "a UUID" }

  func accepts(_ text: String, in scope: Scope) -> Bool { UUIDText.isUUID(text) }
}
