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
  ///   - service: What the answers show, and the record of both sides; nil where answers are not judged.
  package init(
    _ result: AuditResult, _ rules: AuditRules, _ record: RunRecord,
    service: (answers: AnswerResult, record: RunRecord)? = nil
  ) {
    let recordings = result.traffic.recordings
    let judged = VerdictReasons(result, rules, record)
    let answers = service.map { AnswerReasons($0.answers, $0.record, among: recordings) }
    let lines = Coverage(record).rows.map { row -> JSONValue in
      let id = row.requirement.id
      let ofService = row.verdict == .shownByRun ? answers?.verdict(on: id) : nil
      let (because, entries) =
        ofService.map { ($0.because, $0.entries) } ?? judged.reason(for: row)
      let verdict = ofService?.verdict ?? row.verdict
      return [
        "id": .string(id), "verdict": .string(verdict.wordOfAudit), "because": .string(because),
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
