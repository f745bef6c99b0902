// SPDX-License-Identifier: Apache-2.0
// A person's word for a requirement that no traffic shows.

package import Suites

/// A person's word for a requirement that no traffic shows, such as how a screen looks. It is never a
/// proof: reports list it with its name and its day.
package struct Attestation: Sendable, Equatable {
  /// The id of the requirement.
  package var requirement: String
  /// The name of the person who says so.
  package var by: String
  /// The day on which that person saw it.
  package var date: CalendarDay
  /// What was seen, in words.
  package var evidence: String
  /// Shows it.
  package var file: File?
  /// A page that shows it.
  package var url: WebAddress?
  /// The last day on which it counts; nil for every day.
  package var until: CalendarDay?
  /// Its place in the list.
  package var location: SourceLocation

  /// Whether it counts on a day.
  package func counts(on day: CalendarDay) -> Bool { until.map { day <= $0 } ?? true }

  /// `Jo Doe, 2026-11-20`
  package var words: String { "\(by), \(date)" }
}

extension Attestation {
  /// A file that shows what is attested.
  package struct File: Sendable, Equatable {
    /// As the list names it.
    package var path: String
    /// The SHA-256 of its bytes, in hexadecimal.
    package var digest: String

    package init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }
}

extension RunRecord {
  /// The attestations that count on the day on which the run began, by requirement.
  package var attested: [String: Attestation] {
    let day = CalendarDay(startedAt)
    return attestations.filter { $0.counts(on: day) }
      .reduce(into: [:]) { $0[$1.requirement] = $1 }
  }

  /// A sentence about the attestations that have run out; nil without one.
  var expiredAttestations: String? {
    let day = CalendarDay(startedAt)
    let expired = attestations.filter { !$0.counts(on: day) }
    guard let first = expired.first, let until = first.until else { return nil }
    let more = expired.count == 1 ? "" : ", and \(Wording.count(expired.count - 1, "other")) too"
    return
      "the attestation of \(first.requirement) ran out on \(until)\(more), so it does not count: "
      + "look again, and give it a new 'date'"
  }
}
