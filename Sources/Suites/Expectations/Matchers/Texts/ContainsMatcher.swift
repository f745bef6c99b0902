// SPDX-License-Identifier: Apache-2.0
// `!contains x`.

/// `!contains x`: a string with this part, byte by byte.
struct ContainsMatcher: TextMatcher {
  static let name = "contains"

  let part: String

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.text(tag).map { Self(part: $0) }
  }
}

extension ContainsMatcher {
  var alwaysAccepts: Kinds { part.isEmpty ? .string : [] }
  var argumentText: QuotingText? { FlowText.plain(part) }

  func accepts(_ text: String, in scope: Scope) -> Bool { StringMatching.contains(text, part) }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    StringMatching.caseHint(text, part, place)
  }
}
