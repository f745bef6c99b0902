// SPDX-License-Identifier: Apache-2.0
// The answers to one call, with the wrong ones.

import HTTP
import Record
import Suites
import Text

/// The answers to one call, as judged.
struct CallAnswers: Sendable {
  /// As the documents write it: `GET /api/v2/{serviceProvider}/profiles`.
  let call: String
  /// The file of the fragments that judge it; nil where none does.
  let file: String?
  /// The steps that judge them, with what was seen of each.
  var steps: [StepAnswers] = []
  /// The wrong ones that are listed, in the order of the recording.
  var broken: [BrokenAnswer] = []
  /// How many wrong ones there are.
  var brokenCount = 0
  /// How many of each status there are, without those of the proxy.
  var statuses: [Int: Int] = [:]
  /// The answers 5xx that no step expects, the first of them.
  var troubles: [EntryReference] = []
  /// How many answers no step judges, whatever their status.
  var unknown = 0
  /// Why answers were not judged, and how many.
  var notJudged: [String: Int] = [:]
}

/// A wrong answer.
struct BrokenAnswer: Sendable {
  let entry: EntryReference
  let verdict: AnswerVerdict
}

extension CallAnswers {
  mutating func add(_ judgement: AnswerJudgement, _ exchange: RecordedExchange) {
    if let status = exchange.response?.status, status > 0 { statuses[status, default: 0] += 1 }
    switch judgement {
    case .notJudged(let reason): notJudged[reason, default: 0] += 1
    case .unknownCall: if !exchange.isDeliberate { unknown += 1 }
    case .trouble:
      if troubles.count < AnswerResult.listedLimit { troubles.append(exchange.entry) }
    case .judged(let verdicts):
      for verdict in verdicts { add(verdict, exchange.entry) }
      if verdicts.contains(where: { !$0.findings.isEmpty }) { brokenCount += 1 }
    }
  }

  private mutating func add(_ verdict: AnswerVerdict, _ entry: EntryReference) {
    let answer = BrokenAnswer(entry: entry, verdict: verdict)
    guard verdict.findings.isEmpty else {
      let alike = broken.count { $0.verdict.broken == verdict.broken }
      if alike < AnswerResult.listedLimit { broken.append(answer) }
      return
    }
    let index =
      steps.firstIndex {
        $0.step.position == verdict.step.position
          && $0.step.file == verdict.step.file && $0.step.name == verdict.step.name
      } ?? steps.count
    if index == steps.count { steps.append(StepAnswers(step: verdict.step, first: entry)) }
    steps[index].right += 1
    steps[index].covers = (steps[index].covers + verdict.covers).unique
    steps[index].chosen = (steps[index].chosen + verdict.chosen).unique
    if !verdict.warnings.isEmpty {
      steps[index].warned = steps[index].warned ?? answer
      steps[index].warnedCount += 1
    }
  }
}
