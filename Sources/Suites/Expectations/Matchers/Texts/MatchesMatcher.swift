// SPDX-License-Identifier: Apache-2.0
// `!matches 're'`.

internal import Formats
internal import Text

/// `!matches 're'`: a regular expression that matches the whole of a string.
struct MatchesMatcher: TextMatcher {
  static let name = "matches"
  static let argumentSyntax = ArgumentSyntax.expression

  let expression: RegularExpression
  let source: String

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.expression(tag).map { Self(expression: $0.expression, source: $0.source) }
  }
}

extension MatchesMatcher {
  var argumentText: QuotingText? { FlowText.quoted(source) }

  func accepts(_ text: String, in scope: Scope) -> Bool { expression.matchesWhole(text) }

  static func == (left: Self, right: Self) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }
}
