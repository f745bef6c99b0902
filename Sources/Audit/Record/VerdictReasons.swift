// SPDX-License-Identifier: Apache-2.0
// The reasons of the verdicts on requirements.

import Expectations
import Formats
import Record
import Suites
import Text

/// The results of rules beside their records, in which nothing is secret.
struct VerdictReasons {
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
    case .shownByRun, .shownByAudit, .shownByFrameworkLog, .shownOutside, .attested, .bindsNoSide:
      return ([row.verdict.words, row.whyUnseen].compactMap(\.self).joined(separator: ": "), [])
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
