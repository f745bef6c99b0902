// SPDX-License-Identifier: Apache-2.0
// A known failure as reports show it.

import Expectations
import Record
import Text

/// A known failure as reports show it.
struct KnownEntry {
  let failure: KnownFailure
  /// How many cases fail with it, or that it excuses nothing any more: `known failure of 2 scenarios`.
  let headline: String
  /// The reason, the last day and the link.
  let reason: String

  /// Those that excuse something, now pass or have expired; not those of which nothing was judged.
  static func all(of run: RunJudgement) -> [KnownEntry] {
    run.known.flatMap { standing -> [KnownEntry] in
      let failure = standing.failure
      let reason = Sanitized.line(failure.sentence, limit: 500)
      var headlines: [String] = []
      if standing.failingCount > 0 {
        let word = failure.subject?.caseWord ?? run.record.subject.halves[0].caseWord
        headlines.append("known failure of \(Wording.count(standing.failingCount, word))")
      }
      if standing.isExpired {
        headlines.append("known failure that expired on \(failure.expires)")
      } else if let first = standing.passing.first {
        let more = standing.passing.count - 1
        let others = more == 0 ? "" : " and \(Wording.grouped(more)) more"
        headlines.append(
          "known failure that now passes; remove it from the list: "
            + "\(Sanitized.name(first))\(others)")
      }
      return headlines.map { KnownEntry(failure: failure, headline: $0, reason: reason) }
    }
  }
}
