// SPDX-License-Identifier: Apache-2.0
// The verdict of an audit on each requirement, for other tools.

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
    let judged = JudgedRules(result, rules, record)
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
  /// One of `passed`, `failed`, `known`, `warned`, `not-judged`, `not-testable`.
  fileprivate var wordOfAudit: String {
    switch self {
    case .passed, .failed, .known, .warned, .notTestable: rawValue
    case .broken, .notJudged, .skipped, .unproved: RequirementVerdict.notJudged.rawValue
    }
  }
}

/// The results of rules beside their records, in which nothing is secret.
private struct JudgedRules {
  struct Rule {
    let result: RuleResult
    let record: ScenarioRecord
  }

  private let recordings: [String]
  private var byRequirement: [String: [Rule]] = [:]

  /// How many entries are named for a requirement.
  private static let entryLimit = 100

  init(_ result: AuditResult, _ rules: AuditRules, _ record: RunRecord) {
    recordings = result.traffic.recordings
    var results = result.rules.makeIterator()
    for (file, suite) in zip(rules.files, record.suites) {
      for (rule, scenario) in zip(file.rules, suite.scenarios) {
        let result =
          results.next()
          ?? RuleResult(name: rule.name, location: scenario.location, covers: rule.covers)
        for cover in rule.covers {
          byRequirement[cover.id, default: []].append(Rule(result: result, record: scenario))
        }
      }
    }
  }

  func reason(for row: Coverage.Row) -> (because: String, entries: [EntryReference]) {
    let id = row.requirement.id
    let rules = byRequirement[id] ?? []
    switch row.verdict {
    case .failed, .known, .warned, .broken: return breach(of: id, rules)
    case .passed:
      let met = rules.reduce(0) { $0 + $1.result.met }
      let entries = Self.named(rules.flatMap(\.result.examples))
      let such = entries.first.map { ", such as \($0.place(among: recordings))" } ?? ""
      // A rule that is broken elsewhere may show that this requirement of it was obeyed.
      let what = met > 0 ? "obeyed on \(Wording.count(met, "occasion"))" : "obeyed"
      return ("\(what)\(such)", entries)
    case .notTestable: return (row.whyNotTestable ?? "nothing in traffic shows it", [])
    case .notJudged, .skipped, .unproved:
      if rules.isEmpty { return ("no rule judges it", []) }
      let reasons = rules.map(\.result.whyNotJudged).unique
      // A rule without an occasion adds nothing to what others have seen.
      let told = reasons.filter { $0 != RuleResult.noOccasion }
      return ((told.isEmpty ? reasons : told).joined(separator: "; "), [])
    }
  }

  private func breach(
    of id: String, _ rules: [Rule]
  ) -> (because: String, entries: [EntryReference]) {
    var sentences: [String] = []
    var entries: [EntryReference] = []
    for rule in rules {
      let broken = rule.result.broken.enumerated().filter { $1.blamed.contains(id) }
      guard let (number, first) = broken.first else { continue }
      var sentence = "broken: \(rule.record.name)"
      let steps = rule.record.steps
      if steps.indices.contains(number), case .failed(let findings) = steps[number].verdict,
        let finding = findings.first
      {
        sentence += ": \(finding.nearest ?? "\(finding.told)")"
      }
      sentence += " (\(first.entry.place(among: recordings)), \(first.startedAt.iso8601)"
      let count = rule.result.brokenCount(of: id)
      if count > 1 { sentence += ", and \(count - 1) more" }
      sentences.append("\(sentence))")
      entries += broken.flatMap { [$0.element.entry] + $0.element.others }
    }
    return (sentences.joined(separator: "; "), Self.named(entries))
  }

  private static func named(_ entries: [EntryReference]) -> [EntryReference] {
    Array(entries.unique.prefix(entryLimit))
  }
}
