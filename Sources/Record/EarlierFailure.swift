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
    suite.map { "'\(name)' of '\($0)'" } ?? "the preparation '\(name)'"
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
  /// The reasons to trust the run less: its remarks, what failed before it was run again, traffic of
  /// another service, attestations that have run out.
  package var notes: [String] {
    earlierFailures.map(\.sentence)
      + [foreignTraffic, expiredAttestations].compactMap(\.self) + remarks
      + (audit?.remarksOnUnseen ?? [])
  }

  /// Says that the recordings spoke to another service than the run; nil where they did not.
  private var foreignTraffic: String? {
    guard subject == .both, let origins = audit?.origins, !origins.isEmpty,
      !origins.contains(where: { target.url == $0 || target.url.hasPrefix($0 + "/") })
    else { return nil }
    let place = target.isEmbedded ? "the embedded service" : target.url
    return "the run judged \(place), and the recordings spoke to \(Wording.list(origins)): what is "
      + "said of the application holds for that service"
  }
}
