// SPDX-License-Identifier: Apache-2.0
// The common part of the matchers of strings.

internal import Formats

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
