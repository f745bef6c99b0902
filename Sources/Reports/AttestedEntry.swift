// SPDX-License-Identifier: Apache-2.0
// An attested requirement as reports show it.

import Record
import Suites
import Text

/// A requirement that a person attests, as reports show it.
struct AttestedEntry {
  let id: String
  let text: String
  /// Who says so, and when: `Jo Doe, 2026-11-20, until 2027-11-20`.
  let witness: String
  let evidence: String
  /// `screens/logout.png (SHA-256 0123…)`; nil without a file.
  let file: String?
  let url: WebAddress?

  /// How the reports introduce the list.
  static let introduction =
    "No traffic shows these requirements. The people named here say that they are met; the tool has "
    + "seen nothing of it, and none of them counts as proved."

  /// In the order of the catalogues.
  static func all(of run: RunJudgement) -> [AttestedEntry] {
    run.coverage.rows.compactMap { row in
      guard row.verdict == .attested, let attestation = row.attestation else { return nil }
      let until = attestation.until.map { ", until \($0)" } ?? ""
      return AttestedEntry(
        id: row.requirement.id, text: Sanitized.line(row.requirement.text, limit: 500),
        witness: Sanitized.line("\(attestation.words)\(until)", limit: 200),
        evidence: Sanitized.line(attestation.evidence, limit: 1000),
        file: attestation.file.map {
          "\(Sanitized.line($0.path, limit: 200)) (SHA-256 \($0.digest.prefix(16))…)"
        }, url: attestation.url)
    }
  }
}
