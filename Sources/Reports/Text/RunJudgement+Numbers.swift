// SPDX-License-Identifier: Apache-2.0
// The verdict of a run in two words, and its numbers in one line.

import Record

extension RunJudgement {
  /// `862 scenarios: 853 passed, 9 skipped · 5,000 steps and 3,313 requests in 6 s · …`
  var numbers: String {
    var parts = [totalsSentence]
    if let totals = halves.first(where: { $0.subject == .service })?.totals {
      parts.append(
        "\(Wording.count(totals.steps, "step")) and \(Wording.count(totals.requests, "request"))"
          + " in \(Wording.duration(record.duration))")
    }
    if let audit = record.audit { parts.append(audit.sentence) }
    if totals.warnings > 0 { parts.append(Wording.count(totals.warnings, "warning")) }
    return parts.joined(separator: " · ")
  }
}

extension RunOutcome.Kind {
  /// As people read it: `not conformant`.
  var words: String { rawValue.replacing("-", with: " ") }
}
