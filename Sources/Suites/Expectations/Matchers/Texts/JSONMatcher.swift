// SPDX-License-Identifier: Apache-2.0
// `!json p`.

internal import Formats

/// `!json p`: a string that is JSON and whose value matches `p`; without `p`, any JSON. Queries in
/// `p` are over that value.
struct JSONMatcher: TextMatcher {
  static let name = "json"

  let pattern: Pattern?

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.optionalPattern(tag, .item).map { Self(pattern: $0) }
  }
}

extension JSONMatcher {
  var children: [Pattern] { pattern.map { [$0] } ?? [] }
  var argumentText: QuotingText? { pattern?.argumentText }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard let value = JSONReading(Array(text.utf8)).value else { return false }
    return pattern?.accepts(value, in: scope.over(value)) ?? true
  }

  func innerMismatches(
    _ text: String, of json: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard let pattern, let document = JSONReading(Array(text.utf8)).value else { return [] }
    return pattern.mismatches(
      document, at: .inside(place, .body(.root)), in: scope.over(document))
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    let bytes = Array(text.utf8)
    return JSONReading(bytes).problem?.reason(of: bytes, as: place.name)
  }
}
