// SPDX-License-Identifier: Apache-2.0
// Writes the reports of an audit.

import Audit
import HTTP
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
  /// The origin to which URLs of the service lead, where that is another one than its requests have:
  /// behind a proxy. nil elsewhere.
  var service: Origin?
  /// The digests of the recordings; nil where the traffic comes from no file.
  var digests: RecordingDigests?
}

extension AuditReporting {
  /// Writes everything.
  ///
  /// - Parameters:
  ///   - answers: What the answers of the service show, where that is known.
  ///   - startedAt: When the judging began.
  /// - Returns: What was judged, with the status of the verdict or `notWritten`.
  /// - Throws: `TrafficError` where an entry can't be read again.
  func write(
    _ result: AuditResult, knowing answers: AnswerReading? = nil, startedAt: Timestamp
  ) throws(TrafficError) -> (judgement: RunJudgement, status: ExitStatus) {
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
    let own = record.judging(result.cookbooks(of: rules))
    let service = try service(beside: own, result, answers, startedAt)
    let judgement = RunJudgement(service?.record ?? own)
    console.showExchanges(of: judgement)
    let isWritten = folder.write(judgement)
    if console.wantsDocument {
      console.document(AuditVerdicts(result, rules, record, service: service).json)
    }
    return (judgement, isWritten ? judgement.exitStatus : .notWritten)
  }

  /// What the answers of the service show, which are in the same traffic, and the record of both sides; nil
  /// where they are not judged.
  private func service(
    beside record: RunRecord, _ result: AuditResult, _ known: AnswerReading?,
    _ startedAt: Timestamp
  ) throws(TrafficError) -> (answers: AnswerResult, record: RunRecord)? {
    guard let expectations = options.answers else { return nil }
    let audit = AnswerAudit(expectations, options.rules, target: service)
    let answers: AnswerResult
    if let known, known.isComplete(following: result.cookbooks, at: result.traffic.origins) {
      answers = known.result
    } else {
      answers = try audit.judge(
        result.source, of: result.traffic.origins, following: result.cookbooks)
    }
    var service = try answers.record(
      of: audit, beside: result, by: record.tool, startedAt: startedAt,
      duration: .milliseconds(Machine.milliseconds - startedAt.milliseconds),
      isStrict: options.isStrict)
    service.known = options.known
    // Both are by one tool and by the same catalogues, so they belong together.
    return (try? RecordMerge.merged([service, record])).map { (answers, $0) }
  }
}
