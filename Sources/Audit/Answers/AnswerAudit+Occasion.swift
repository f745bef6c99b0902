// SPDX-License-Identifier: Apache-2.0
// The record of one wrong answer, while traffic still comes.

package import Record
package import Redaction
import Suites
package import Text

extension AnswerAudit {
  /// The record that reports would be made from if an answer were all that a service gave. What looks like
  /// a secret is masked, too: what comes later may show that it is one.
  ///
  /// - Parameters:
  ///   - verdict: That of the step that the answer breaks.
  ///   - entry: That of the answer.
  ///   - secrets: Those that are known so far.
  /// - Throws: `TrafficError` where the entry can't be read again.
  package func record(
    of verdict: AnswerVerdict, at entry: EntryReference, in source: any TrafficSource,
    knowing secrets: KnownSecrets, by tool: ToolRecord, startedAt: Timestamp
  ) throws(TrafficError) -> RunRecord {
    let file = verdict.step.file
    var answers = CallAnswers(call: verdict.step.name, file: file)
    answers.broken = [BrokenAnswer(entry: entry, verdict: verdict)]
    answers.brokenCount = 1
    let recording = AnswerRecording(answers: answers, source: source, rules: rules)
    var suite = SuiteRecord(name: file, file: file, scenarios: [])
    suite.cookbook = expectations.cookbooks[file]
    let record = RunRecord(
      tool: tool,
      target: TargetRecord(
        name: "service", url: "", serviceProvider: nil, mvpds: [],
        framework: "that of the application"), startedAt: startedAt)
    return try rules.record(record, suite, knowing: secrets) { known throws(TrafficError) in
      try recording.record(in: file, expectations: expectations, learning: &known)
    }
  }
}
