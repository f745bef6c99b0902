// SPDX-License-Identifier: Apache-2.0
// `!starts-with x`.

/// `!starts-with x`: a string with this beginning, byte by byte.
struct StartsWithMatcher: TextMatcher {
  static let name = "starts-with"

  let prefix: String

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.text(tag).map { Self(prefix: $0) }
  }
}

extension StartsWithMatcher {
  var alwaysAccepts: Kinds { prefix.isEmpty ? .string : [] }
  var argumentText: QuotingText? { FlowText.plain(prefix) }

  func accepts(_ text: String, in scope: Scope) -> Bool { text.utf8.starts(with: prefix.utf8) }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    StringMatching.caseHint(text, prefix, place)
  }
}
