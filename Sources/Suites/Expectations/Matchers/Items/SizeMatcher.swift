// SPDX-License-Identifier: Apache-2.0
// `!size n`.

internal import Formats

/// `!size n`, `!size {min, max}`: the number of items of an array, or of members of an object.
struct SizeMatcher: ItemMatcher {
  static let name = "size"

  let bounds: CountBounds

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    guard let argument = tag.argument else {
      compilation.fail("\(tag.name) needs a number or {min, max}", at: tag)
      return .mistake
    }
    return compilation.count(argument, of: tag, named: "the argument of \(tag.name)")
      .map { Self(bounds: $0) }
  }
}

extension SizeMatcher {
  var mayAccept: Kinds { [.array, .object] }
  var alwaysAccepts: Kinds { bounds.isOpen ? mayAccept : [] }
  var acceptsAllItems: Bool { bounds.isOpen }
  var argumentText: QuotingText? { bounds.text }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    switch value {
    case .array(let items): bounds.contain(items.count)
    case .object(let object): bounds.contain(object.count)
    case .null, .boolean, .number, .string: false
    }
  }

  func accepts(items: [JSONValue], in scope: Scope) -> Bool { bounds.contain(items.count) }

  func mismatches(
    items: [Pattern.Item], whole: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    [pattern.mismatch(whole, at: place, nearest: MessageText.size(of: whole, at: place))]
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    MessageText.size(of: value, at: place)
  }
}
