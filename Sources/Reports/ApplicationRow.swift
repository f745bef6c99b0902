// SPDX-License-Identifier: Apache-2.0
// A row for each of the applications that an audit tells apart.

import Record
import Text

/// A row for one of several applications: which it is, and the verdict on it.
struct ApplicationRow {
  /// `Application 2`
  let name: String
  /// Host and device, what was judged, and the verdict.
  let words: String
}

extension RunJudgement {
  /// The rows of all applications; none where there is only one.
  ///
  /// - Parameter limit: The others are counted in a last row.
  func applications(limit: Int) -> [ApplicationRow] {
    let record = observed.half(.application)
    guard let all = record.audit?.applications, all.count > 1 else { return [] }
    let rows = all.prefix(limit).enumerated().map { number, application in
      let outcome = RunJudgement(record.ofApplication(number)).outcome
      return ApplicationRow(
        name: "Application \(number + 1)",
        words: "\(application.place): "
          + "\(Wording.count(application.entries, "entry", "entries")), "
          + "\(Wording.count(application.sessions, "device")); \(outcome.sentence)")
    }
    let more = all.count - rows.count
    return rows
      + (more > 0
        ? [ApplicationRow(name: "And", words: Wording.count(more, "further application"))] : [])
  }
}
