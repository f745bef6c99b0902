// SPDX-License-Identifier: Apache-2.0
// A failure that is known, and does not fail a run until a day.

/// A failure that somebody knows of, and answers for until a day.
package struct KnownFailure: Sendable, Equatable {
  /// Whose suites have the cases; nil where only requirements are named.
  package var subject: JudgedParty?
  /// The names of the scenarios, or of the rules; empty for all that break one of `requirements`.
  package var cases: [String]
  /// The end of the path of the file that the cases are in, such as `apple-v2/e-logout.yaml`; nil
  /// for any file.
  package var file: String?
  /// The ids of the requirements that may be broken; empty for whatever fails in the cases.
  package var requirements: [String]
  package var reason: String
  package var link: String?
  /// The last day on which the failure is known.
  package var expires: CalendarDay
  /// Where it stands in the list.
  package var location: SourceLocation

  package init(
    subject: JudgedParty? = nil, cases: [String] = [], file: String? = nil,
    requirements: [String] = [], reason: String, link: String? = nil, expires: CalendarDay,
    location: SourceLocation
  ) {
    self.subject = subject
    self.cases = cases
    self.file = file
    self.requirements = requirements
    self.reason = reason
    self.link = link
    self.expires = expires
    self.location = location
  }
}

extension KnownFailure {
  /// Whether a path has these folders and this file at its end; true without an end.
  package static func path(_ path: String, endsWith end: String?) -> Bool {
    guard let end else { return true }
    let (parts, last) = (path.split(separator: "/"), end.split(separator: "/"))
    return parts.suffix(last.count).elementsEqual(last)
  }

  /// `the reason, until 2027-01-31 (https://…)`
  package var sentence: String {
    "\(reason), until \(expires)" + (link.map { " (\($0))" } ?? "")
  }
}
