// SPDX-License-Identifier: Apache-2.0
// An incident in one line.

import Record
import Suites
import Text

extension Incident {
  /// The headline has at most so many characters: readers of JUnit cut messages at 300.
  private static let headlineLimit = 280

  /// `Create the profile: status: expected 200, found 500`: the first difference between the answer
  /// and what the suite expects, or why there was no answer to judge.
  var headline: String {
    let step = step.map { "\(Visible.name($0.name, limit: 80)): " } ?? ""
    return Visible.name(step + event, limit: Self.headlineLimit)
  }

  private var event: String {
    if let problem { return Visible.name(problem.message, limit: 180) }
    guard let finding = findings.first else { return "failed" }
    return "\(Visible.line(finding.place.description, limit: 60)): "
      + "expected \(Visible.line(finding.expected, limit: 50)), "
      + finding.outcome(Visible.line(finding.found, limit: 50))
  }
}
