// SPDX-License-Identifier: Apache-2.0
// Suggestions of known names for mistyped ones.

import Text

/// Suggests known names for mistyped ones, up to 200 times in a load.
///
/// Each suggestion compares with all known names, and a file may have as many mistakes as it has
/// names; the bound keeps loading fast.
package struct Hints: Sendable {
  private static let candidateLimit = 2_000
  private var left = 200

  package init() {}

  /// The nearest known name; nil where none is near, or enough suggestions were looked for.
  ///
  /// - Parameter candidates: They are not put together where nothing is looked for.
  package mutating func nearest(
    to word: String, among candidates: @autoclosure () -> some Collection<String>
  ) -> String? {
    guard left > 0 else { return nil }
    left -= 1
    let candidates = candidates()
    guard candidates.count <= Self.candidateLimit else { return nil }
    return Suggestion.nearest(to: word, among: candidates.sorted())
  }

  /// `", did you mean 'status'?"`, or an empty text.
  package mutating func hint(
    for word: String, among candidates: @autoclosure () -> some Collection<String>
  ) -> String {
    nearest(to: word, among: candidates()).map { ", did you mean '\($0)'?" } ?? ""
  }
}

extension Suggestion {
  /// `did you mean 'status'?`, or `known are status, headers` where nothing is near.
  ///
  /// - Parameter list: The words before the known ones.
  static func text(
    _ nearest: String?, among known: [String], list: String = "known are"
  ) -> String {
    nearest.map { "did you mean '\($0)'?" } ?? "\(list) \(known.joined(separator: ", "))"
  }
}
