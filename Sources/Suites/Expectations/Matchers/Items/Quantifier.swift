// SPDX-License-Identifier: Apache-2.0
// The common part of `!each`, `!some` and `!none`: one pattern for many values.

internal import Formats

/// A matcher that asks its pattern about every item of an array, or every value of an object.
protocol Quantifier: ItemMatcher {
  var pattern: Pattern { get }
  init(pattern: Pattern)

  func accepts(values: some Collection<JSONValue>, in scope: Scope) -> Bool
}

extension Quantifier {
  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.onePattern(tag, tag.subject.item).map { Self(pattern: $0) }
  }

  var mayAccept: Kinds { [.array, .object] }
  var children: [Pattern] { [pattern] }
  var argumentText: QuotingText? { pattern.argumentText }

  func accepts(items: [JSONValue], in scope: Scope) -> Bool { accepts(values: items, in: scope) }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    switch value {
    case .array(let items): accepts(values: items, in: scope)
    case .object(let object): accepts(values: object.members.lazy.map(\.value), in: scope)
    case .null, .boolean, .number, .string: false
    }
  }

  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    let items: [Pattern.Item]
    switch value {
    case .array(let values): items = values.enumerated().map { ($1, place.item($0)) }
    case .object(let object): items = object.members.map { ($0.value, place.member($0.name)) }
    case .null, .boolean, .number, .string: return []
    }
    return mismatches(items: items, whole: value, of: pattern, at: place, in: scope)
  }
}
