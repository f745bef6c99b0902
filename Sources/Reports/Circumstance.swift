// SPDX-License-Identifier: Apache-2.0
// On which occasion a call fails that is else answered as expected.

import Expectations
import Record
import Suites
import Text

extension IncidentGroup {
  /// The occasion on which the call fails: `in 'A device leaves' and 1 other scenario, after 'Log out'`.
  /// nil where it fails whenever it is made, or where the occasion has no name.
  var circumstance: String? {
    guard isOccasional, let visit = incident.visit else { return nil }
    let others = places.count - 1
    var parts: [String] = []
    if fragments.isEmpty {
      let more = others > 0 ? " and \(Wording.count(others, "other scenario"))" : ""
      parts.append("in \(Self.quoted(scenario.name))\(more)")
    } else {
      // A shared fragment is called as the suites do; its steps tell more.
      parts.append("at \(Self.quoted(visit.step.name))")
    }
    // Where the request alone does not tell why, it is what happened before.
    if !fragments.isEmpty || contrast?.isSame ?? false,
      let last = visit.earlier(in: scenario.steps, [.passed, .failed]).last
    {
      parts.append("after \(Self.quoted(last))")
    }
    return parts.joined(separator: ", ")
  }

  private static func quoted(_ name: String) -> String { "'\(Sanitized.name(name, limit: 100))'" }
}
