// SPDX-License-Identifier: Apache-2.0
// `!string {length}`.

/// `!string {length: n}`, `!string {length: {min, max}}`: a string of so many characters.
struct StringMatcher: TextMatcher {
  static let name = "string"

  /// In Unicode scalars; nil for any.
  let length: CountBounds?

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    let options = compilation.options(tag, ["length"]) { compilation, option in
      compilation.count(option.value, of: tag, named: "'length'")
    }
    return options.flatMap { $0.hasUnknown ? .unknown : .known(Self(length: $0["length"])) }
  }
}

extension StringMatcher {
  var alwaysAccepts: Kinds { length?.isOpen ?? true ? .string : [] }
  var argumentText: QuotingText? { length.map { FlowText.options([("length", $0.text)]) } }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    length.map { $0.contain(text.unicodeScalars.count) } ?? true
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    "\(place.name) has \(MessageText.count(text.unicodeScalars.count, "character"))"
  }
}
