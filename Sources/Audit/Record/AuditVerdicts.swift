// SPDX-License-Identifier: Apache-2.0
// The verdict of an audit on each requirement, for other tools.

import Expectations
package import Formats
package import Record
import Suites
import Text

/// The verdict of an audit on each requirement of the catalogues, with the entries that show it.
package struct AuditVerdicts: Sendable {
  /// The version of the JSON form.
  private static let format = 1

  /// `{"format": 1, "requirements": [{"id", "verdict", "because", "entries": [{"file", "entry"}]}]}`.
  package let json: JSONValue

  /// - Parameters:
  ///   - record: That of the result, of all rules.
  package init(_ result: AuditResult, _ rules: AuditRules, _ record: RunRecord) {
    let recordings = result.traffic.recordings
    let judged = VerdictReasons(result, rules, record)
    let lines = Coverage(record).rows.map { row -> JSONValue in
      let id = row.requirement.id
      let (because, entries) = judged.reason(for: row)
      return [
        "id": .string(id), "verdict": .string(row.verdict.wordOfAudit), "because": .string(because),
        "entries": .array(
          entries.map { entry in
            let isKnown = recordings.indices.contains(entry.recording)
            let name = isKnown ? recordings[entry.recording] : ""
            return ["file": .string(name), "entry": .integer(entry.index)]
          }),
      ]
    }
    json = ["format": .integer(Self.format), "requirements": .array(lines)]
  }
}

extension RequirementVerdict {
  /// `passed`, `failed`, `known`, `warned`, `not-judged`, or what else shows it.
  fileprivate var wordOfAudit: String {
    switch self {
    case .passed, .failed, .known, .warned: rawValue
    case .shownByRun, .shownByAudit, .shownByFrameworkLog, .shownOutside, .attested, .bindsNoSide:
      rawValue
    case .broken, .notJudged, .skipped, .unproved: RequirementVerdict.notJudged.rawValue
    }
  }
}
