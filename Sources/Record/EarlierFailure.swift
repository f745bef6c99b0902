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

  /// `'The token' of 'Access' failed before it was run again`.
  package var sentence: String {
    "\(suite.map { "'\(name)' of '\($0)'" } ?? "the shared fragment '\(name)'") "
      + "\(kind == .failed ? "failed" : "ended in error") before it was run again"
  }
}

extension RunRecord {
  /// The reasons to trust the run less: its remarks, and what failed before it was run again.
  package var notes: [String] { earlierFailures.map(\.sentence) + remarks }
}
