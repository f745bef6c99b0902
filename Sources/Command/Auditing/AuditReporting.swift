// SPDX-License-Identifier: Apache-2.0
// Writes the reports of an audit.

import Audit
import Record
import Suites
import Text

/// Writes what an audit says: the reports, the summary, and the verdicts as JSON.
struct AuditReporting {
  let options: AuditOptions
  let folder: ReportFolder
  let console: Console
  /// Reasons to trust the audit less, one sentence each.
  var remarks: [String] = []
  /// The digests of the recordings; nil where the traffic comes from no file.
  var digests: RecordingDigests?
}

extension AuditReporting {
  /// Writes everything.
  ///
  /// - Parameter startedAt: When the judging began.
  /// - Returns: That of the verdict, or `notWritten`.
  /// - Throws: `TrafficError` where an entry can't be read again.
  func write(
    _ result: AuditResult, startedAt: Timestamp
  ) throws(TrafficError) -> ExitStatus {
    let rules = options.rules
    let tool = ToolRecord(name: ConformanceCommand.name, version: ConformanceCommand.version)
    let duration = Duration.milliseconds(Machine.milliseconds - startedAt.milliseconds)
    var record = try result.record(
      of: rules, by: tool, startedAt: startedAt, duration: duration,
      isStrict: options.isStrict, remarks: remarks)
    if result.cookbooks.isEmpty, rules.files.allSatisfy({ $0.cookbook != nil }) {
      let names = Wording.list(rules.cookbooks.sorted(), "or")
      record.remarks.append(
        "nothing shows whether the application follows \(names); add --cookbook")
    }
    record.remarks += result.suggested.map(\.remark) + rules.passedOver
    record.evidence = EvidenceRecord(files: rules.evidence + (digests?.wait() ?? []))
    record.known = options.known
    record.attestations = options.attestations
    record.audit?.atLeast = options.atLeast
    let judgement = RunJudgement(record.judging(result.cookbooks(of: rules)))
    console.showExchanges(of: judgement)
    let isWritten = folder.write(judgement)
    if console.wantsDocument { console.document(AuditVerdicts(result, rules, record).json) }
    return isWritten ? judgement.exitStatus : .notWritten
  }
}
