// SPDX-License-Identifier: Apache-2.0
// A failure that was run again, and how the record tells it.

import Text

/// A failure that was run again: however it ends then, the run has no clean record.
package struct EarlierFailure: Sendable, Hashable {
  /// The suite of the scenario; nil for a shared fragment.
  package var suite: String?
  package var name: String
  /// `failed`, or `broken`.
  package var kind: Verdict.Kind

  /// `'The token' of 'Access'`.
  var title: String {
    suite.map { "'\(name)' of '\($0)'" } ?? "the shared fragment '\(name)'"
  }

  /// `'The token' of 'Access' failed before it was run again`.
  package var sentence: String {
    "\(title) \(kind == .failed ? "failed" : "ended in error") before it was run again"
  }
}

extension [EarlierFailure] {
  private static let limit = 3

  /// The first of them, and how many more there are: `'The token' of 'Access' and 4 more`.
  var titles: String {
    let more = count - Self.limit
    let shown = prefix(Self.limit).map(\.title)
    return more > 0
      ? "\(shown.joined(separator: ", ")) and \(Wording.grouped(more)) more" : Wording.list(shown)
  }
}

extension RunRecord {
  /// The reasons to trust the run less: its remarks, and what failed before it was run again.
  package var notes: [String] { earlierFailures.map(\.sentence) + remarks }
}
