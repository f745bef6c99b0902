// SPDX-License-Identifier: Apache-2.0
// The reasons of the verdicts on requirements that answers show.

import Expectations
import Record
import Suites
import Text

/// The results of answers beside their record, in which nothing is secret.
struct AnswerReasons {
  private let answers: AnswerResult
  private let record: RunRecord
  private let recordings: [String]
  private let rows: [String: Coverage.Row]

  /// - Parameters:
  ///   - record: That of both sides.
  ///   - recordings: The names of the recordings.
  init(_ answers: AnswerResult, _ record: RunRecord, among recordings: [String]) {
    self.answers = answers
    self.record = record
    self.recordings = recordings
    rows = Dictionary(
      Coverage(record).rows.map { ($0.requirement.id, $0) }, uniquingKeysWith: { first, _ in first }
    )
  }
}

extension AnswerReasons {
  /// The verdict on a requirement, with its reason and the entries that show it; nil where no answer does.
  func verdict(
    on id: String
  ) -> (verdict: RequirementVerdict, because: String, entries: [EntryReference])? {
    guard let row = rows[id], !row.proofs.isEmpty else { return nil }
    switch row.verdict {
    case .failed, .known, .warned: return breach(of: row)
    case .passed:
      let steps = answers.calls.flatMap(\.steps).filter { $0.covers.contains { $0.id == id } }
      let count = steps.reduce(0) { $0 + $1.right }
      let entries = steps.map(\.first)
      let such = entries.first.map { ", such as \($0.place(among: recordings))" } ?? ""
      return (.passed, "shown by \(Wording.count(count, "answer"))\(such)", entries)
    default: return nil
    }
  }

  private func breach(
    of row: Coverage.Row
  ) -> (verdict: RequirementVerdict, because: String, entries: [EntryReference]) {
    let id = row.requirement.id
    var sentence = row.verdict == .warned ? "a recommendation is missed" : "broken"
    if let place = row.proofs.first?.place {
      let scenario = record.suites[place.suite].scenarios[place.scenario]
      sentence += ": \(scenario.name)"
      let own = scenario.steps.filter { $0.covers.contains { $0.id == id } }
      let findings = own.flatMap { step -> [Finding] in
        if case .failed(let findings) = step.verdict { return findings }
        return row.verdict == .warned ? step.warnings : []
      }
      if let finding = findings.first { sentence += ": \(finding.nearest ?? "\(finding.told)")" }
    }
    let broken = answers.calls.flatMap(\.broken).filter { $0.verdict.broken.contains(id) }
    let warned = answers.calls.flatMap(\.steps).compactMap(\.warned)
      .filter { $0.verdict.covers.contains { $0.id == id } }
    let entries = (broken.isEmpty ? warned : broken).map(\.entry)
    let such = entries.first.map { " (\($0.place(among: recordings)))" } ?? ""
    return (row.verdict, sentence + such, entries)
  }
}
