// SPDX-License-Identifier: Apache-2.0
// Merges a run of a service with audits of applications into one certificate.

import Suites
import Text

/// Merges a run with audits, or audits alone. The order of the records makes no difference.
struct AuditMerge {
  private struct Part {
    let record: RunRecord
    /// Its index among the records that are merged.
    let index: Int
  }

  private let runs: [Part]
  private let audits: [Part]

  /// - Parameter records: Of runs, of audits, and of both that were merged before.
  init(_ records: [RunRecord]) {
    let parts = records.enumerated().flatMap { index, record in
      record.subject.halves.map { Part(record: record.half($0), index: index) }
    }
    runs = parts.filter { $0.record.subject == .service }
    audits = parts.filter { $0.record.subject == .application }.sorted { left, right in
      left.record.rank.lexicographicallyPrecedes(right.record.rank)
    }
  }
}

extension AuditMerge {
  func merged() throws(MergeError) -> RunRecord {
    let run = try wholeRun()
    guard let first = audits.first else {
      guard let run else { throw MergeError(reason: .nothing, record: nil) }
      return run
    }
    for part in audits { try check(part) }
    var whole = run ?? first.record
    whole.subject = run == nil ? .application : .both
    for part in run == nil ? audits[1...] : audits[...] { try add(part, to: &whole) }
    whole.catalogues.sort { left, right in
      let ranks = [left, right].map { catalogue in
        run?.catalogues.firstIndex { $0.cookbook == catalogue.cookbook } ?? .max
      }
      return (ranks[0], left.cookbook) < (ranks[1], right.cookbook)
    }
    let cookbooks = whole.catalogues.map(\.cookbook)
    let audited = Set(whole.suites.filter { $0.subject == .application }.compactMap(\.cookbook))
    for cookbook in audited { whole.audit?.unseen[cookbook] = nil }
    // The service's suites in the order of the plan, then the rules.
    whole.suites = whole.suites.enumerated().sorted { left, right in
      func rank(_ item: (offset: Int, element: SuiteRecord)) -> (Int, Int, Int, String) {
        let (offset, suite) = item
        guard suite.subject == .application else { return (0, 0, offset, "") }
        let cookbook = suite.cookbook.flatMap { cookbooks.firstIndex(of: $0) } ?? .max
        return (1, cookbook, 0, suite.file)
      }
      return rank(left) < rank(right)
    }.map(\.element)
    return whole
  }

  /// The run of the service, all shards together; nil without one.
  private func wholeRun() throws(MergeError) -> RunRecord? {
    guard let first = runs.first else { return nil }
    if runs.count == 1, first.record.shard == nil { return first.record }
    if let whole = runs.first(where: { $0.record.shard == nil }) {
      throw MergeError(reason: .severalRuns, record: whole.index)
    }
    do throws(MergeError) {
      return try RecordMerge.shards(runs.map(\.record))
    } catch {
      throw error.moved(to: runs.map(\.index))
    }
  }

  private func add(_ part: Part, to whole: inout RunRecord) throws(MergeError) {
    let record = part.record
    for catalogue in record.catalogues
    where !whole.catalogues.contains(where: { $0.cookbook == catalogue.cookbook }) {
      whole.catalogues.append(catalogue)
    }
    let isOfSameTraffic = try add(record.suites, of: part, to: &whole)
    if var audit = record.audit {
      if record.isStrict != whole.isStrict { audit.isStrict = record.isStrict }
      whole.audit = whole.audit.map { $0.adding(audit, isOfSameTraffic: isOfSameTraffic) } ?? audit
    }
    let attested = Set(whole.attestations.map(\.requirement))
    whole.attestations += record.attestations.filter { !attested.contains($0.requirement) }
    whole.known += record.known.filter { !whole.known.contains($0) }
    if let evidence = record.evidence {
      whole.evidence = whole.evidence?.adding(evidence) ?? evidence
    }
    whole.startedAt = min(whole.startedAt, record.startedAt)
    whole.duration = max(whole.duration, record.duration)
    whole.isInterrupted = whole.isInterrupted || record.isInterrupted
    whole.interruption = whole.interruption ?? record.interruption
    whole.remarks += record.remarks.filter { !whole.remarks.contains($0) }
  }

  /// Checks that an audit has the tool and the cookbooks of the other records, and the rules, the setting
  /// of --strict and the service of the other audits. All else of a service and an application may
  /// differ.
  private func check(_ part: Part) throws(MergeError) {
    for other in runs + audits where other.index != part.index {
      let isRun = other.record.subject == .service
      // Of two audits, the later in the list is compared with the earlier.
      guard isRun || other.index < part.index else { continue }
      if let reason = RunTrait.difference(
        part.record.auditTraits(with: other.record, isRun: isRun),
        other.record.auditTraits(with: part.record, isRun: isRun))
      {
        throw MergeError(reason: reason, record: part.index, other: other.index)
      }
    }
  }

  /// Adds the rules of an audit.
  ///
  /// - Returns: Whether it judged recordings that were judged before, by other rules.
  private func add(
    _ suites: [SuiteRecord], of part: Part, to whole: inout RunRecord
  ) throws(MergeError) -> Bool {
    let known = Set(whole.audit?.recordings ?? [])
    let repeated = part.record.audit?.recordings.first { known.contains($0) }
    for suite in suites {
      guard
        let number = whole.suites.firstIndex(where: {
          $0.subject == .application && $0.file == suite.file && $0.name == suite.name
        })
      else {
        whole.suites.append(suite)
        continue
      }
      if let repeated { throw MergeError(reason: .repeatedRecording(repeated), record: part.index) }
      for rule in suite.scenarios {
        let scenarios = whole.suites[number].scenarios
        guard let index = scenarios.firstIndex(where: { $0.name == rule.name }) else {
          whole.suites[number].scenarios.append(rule)
          continue
        }
        whole.suites[number].scenarios[index] = scenarios[index].joined(with: rule)
      }
    }
    return repeated != nil
  }
}

extension RunRecord {
  /// What an audit has in common with another record.
  fileprivate func auditTraits(with other: RunRecord, isRun: Bool) -> [RunTrait] {
    let common = catalogues.filter { catalogue in
      other.catalogues.contains { $0.cookbook == catalogue.cookbook }
    }
    var traits = [toolTrait] + common.sorted { $0.cookbook < $1.cookbook }.map(\.trait)
    if isRun { return traits }
    traits.append(RunTrait(name: "setting of --strict", value: isStrict ? "on" : "off"))
    let (own, others) = (audit?.origins ?? [], other.audit?.origins ?? [])
    if !own.isEmpty, !others.isEmpty, Set(own).isDisjoint(with: others) {
      traits.append(RunTrait(name: "service", value: Wording.list(own)))
    }
    return traits
      + suites.filter { suite in
        other.suites.contains { $0.file == suite.file && $0.name == suite.name }
      }.map { RunTrait(name: "file of rules \($0.file)", value: RunTrait.digest($0.digest)) }
  }

  /// Decides the order among audits.
  fileprivate var rank: [String] {
    (audit?.recordings ?? []) + [startedAt.iso8601] + suites.map { "\($0.file) \($0.digest)" }
  }
}

extension ScenarioRecord {
  /// Joins the verdicts of two audits on one rule: it is broken if one of them broke it, and obeyed if one of them
  /// obeyed it.
  fileprivate func joined(with other: ScenarioRecord) -> ScenarioRecord {
    var joined = self
    let judged = [self, other].filter { $0.verdict.kind != .skipped }
    guard let first = judged.first else {
      guard case .skipped(let reason) = verdict, case .skipped(let further) = other.verdict,
        reason != further
      else { return self }
      joined.verdict = .skipped(because: "\(reason); \(further)")
      return joined
    }
    let broken = judged.filter { $0.verdict.kind != .passed }
    joined.verdict = broken.first?.verdict ?? first.verdict
    joined.isAdvisory = broken.isEmpty ? first.isAdvisory : broken.allSatisfy(\.isAdvisory)
    joined.duration = duration + other.duration
    // Those that broke it come first, as in one audit of everything.
    let steps = judged.flatMap(\.steps)
    joined.steps =
      steps.filter { $0.verdict.kind != .passed } + steps.filter { $0.verdict.kind == .passed }
    return joined
  }
}
