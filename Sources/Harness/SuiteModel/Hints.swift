// SPDX-License-Identifier: Apache-2.0
// "Did you mean", as often as an author will read it.

import SourceText

/// Suggestions for mistyped names, so many in a load: each looks at all the names there are, and a
/// file may have as many mistakes as it has names.
struct Hints {
  private static let candidateLimit = 2_000
  private var left = 200

  /// The nearest name; nil where none is near, or enough were given.
  mutating func nearest(to word: String, among candidates: some Collection<String>) -> String? {
    guard left > 0, candidates.count <= Self.candidateLimit else { return nil }
    left -= 1
    return Suggestion.nearest(to: word, among: candidates.sorted())
  }

  /// `", did you mean 'status'?"`, or an empty text.
  mutating func hint(for word: String, among candidates: some Collection<String>) -> String {
    nearest(to: word, among: candidates).map { ", did you mean '\($0)'?" } ?? ""
  }
}
