// SPDX-License-Identifier: Apache-2.0
// Merges the records of shards.

import Suites
import Text

/// Merges the shards of a run, and a run with audits.
package enum RecordMerge {
  /// The record of the shards of a run together, or that of a run, in shards or as a whole, and of
  /// audits.
  ///
  /// - Throws: `MergeError` where the records are not all the shards of one run, or contradict each
  ///   other.
  package static func merged(_ records: [RunRecord]) throws(MergeError) -> RunRecord {
    let hasAudit = records.contains { $0.subject != .service }
    return hasAudit ? try AuditMerge(records).merged() : try shards(records)
  }

  /// The record of the whole run, with the scenarios in the order of the plan. A shared fragment
  /// that several shards ran in the same way is there once. So is each scenario of a preflight,
  /// which every shard runs: of several verdicts the worst counts. Of a part that is there twice the
  /// later one counts, and what failed in the earlier one is an earlier failure.
  ///
  /// - Throws: `MergeError` where the records are not all the shards of one run.
  static func shards(_ records: [RunRecord]) throws(MergeError) -> RunRecord {
    guard let first = records.first else { throw MergeError(reason: .nothing, record: nil) }
    try check(records, first)
    // A part that went on with an earlier one began with it, and took longer.
    let inTime = records.sorted { left, right in
      (left.startedAt, left.duration) < (right.startedAt, right.duration)
    }
    var last: [Int: RunRecord] = [:]
    var failures: [EarlierFailure] = []
    for record in inTime {
      guard let index = record.shard?.index else { continue }
      if let earlier = last[index], earlier != record { failures += RecordRerun(earlier).failures }
      last[index] = record
    }
    let counted = records.compactMap { record in
      record.shard.flatMap { last.removeValue(forKey: $0.index) }
    }
    var whole = joined(counted, first)
    whole.earlierFailures = (failures + whole.earlierFailures).unique
    return whole
  }

  /// The record of several runs of parts of one plan, in the order of the plan.
  static func joined(_ records: [RunRecord], _ first: RunRecord) -> RunRecord {
    var whole = first
    whole.shard = nil
    whole.startedAt = records.map(\.startedAt).min() ?? first.startedAt
    whole.duration = records.map(\.duration).max() ?? first.duration
    whole.jobs = records.map(\.jobs).max() ?? first.jobs
    whole.isInterrupted = records.contains(where: \.isInterrupted)
    whole.interruption = records.lazy.compactMap(\.interruption).first
    whole.outage = records.lazy.compactMap(\.outage).min { $0.startedAfter < $1.startedAfter }
    whole.clockLead = records.lazy.compactMap(\.clockLead).first
    whole.timesLead = records.lazy.compactMap(\.timesLead).first
    whole.earlierFailures = records.flatMap(\.earlierFailures).unique
    whole.remarks = records.flatMap(\.remarks).unique
    whole.sharedFragments = []
    whole.suites = []
    var numbers: [SuiteKey: Int] = [:]
    var outlines: [SharedFragmentRecord] = []
    for record in records {
      let ids = whole.adopt(record.sharedFragments, from: record.target, &outlines)
      for suite in record.suites {
        var scenarios = suite.scenarios
        for index in scenarios.indices { scenarios[index].renumberFragments(ids) }
        let key = SuiteKey(file: suite.file, name: suite.name)
        if let number = numbers[key], suite.isPreflight {
          whole.suites[number].scenarios.keepWorst(of: scenarios)
        } else if let number = numbers[key] {
          whole.suites[number].scenarios += scenarios
        } else {
          numbers[key] = whole.suites.count
          whole.suites.append(suite)
          whole.suites[whole.suites.count - 1].scenarios = scenarios
        }
      }
    }
    // The sort is stable: scenarios without a number keep their order.
    for index in whole.suites.indices {
      whole.suites[index].scenarios.sort { $0.planIndex < $1.planIndex }
    }
    whole.suites = whole.suites.enumerated().sorted { left, right in
      let (first, second) = (left.element.firstIndex, right.element.firstIndex)
      return (first, left.offset) < (second, right.offset)
    }.map(\.element)
    whole.numberFragments()
    return whole
  }

  /// The record of a run together with that of the preflights that it began without. What did not
  /// pass in the run is blocked where one of these failed, as if they had come first.
  package static func joined(_ run: RunRecord, preflights: RunRecord) -> RunRecord {
    let failures = RunJudgement(preflights).preflights.map { place in
      (cookbook: preflights.suites[place.suite].cookbook, name: preflights.scenario(at: place).name)
    }
    let catalogues = run.catalogues.byName
    var rest = run
    for suite in rest.suites.indices {
      let chain = rest.suites[suite].cookbook.map(catalogues.names(inChainOf:)) ?? []
      let failure = failures.first { $0.cookbook.map(chain.contains) ?? true }
      guard let failure else { continue }
      for index in rest.suites[suite].scenarios.indices {
        let kind = rest.suites[suite].scenarios[index].verdict.kind
        guard kind.isFault || kind == .blocked else { continue }
        rest.suites[suite].scenarios[index].verdict = .blocked(
          because: "the preflight '\(failure.name)' did not pass")
        rest.suites[suite].scenarios[index].steps = []
        rest.suites[suite].scenarios[index].tries = []
      }
    }
    let used = rest.suites.usedFragments(of: rest.sharedFragments)
    rest.sharedFragments.removeAll { !used.contains($0.id) }
    var whole = joined([preflights, rest], rest)
    whole.shard = run.shard
    whole.duration = run.duration + preflights.duration
    return whole
  }

  private static func check(_ records: [RunRecord], _ first: RunRecord) throws(MergeError) {
    var seen: Set<Int> = []
    // Of a suite, the first part that has it counts.
    var known = first.traits
    for (index, record) in records.enumerated() {
      guard let shard = record.shard else { throw MergeError(reason: .noShard, record: index) }
      let traits = record.traits
      if let reason = RunTrait.difference(traits, known) {
        let name = if case .different(let name, _, _) = reason { name } else { "" }
        let other = records.firstIndex { $0.traits.contains { $0.name == name } }
        throw MergeError(reason: reason, record: index, other: other == index ? 0 : other)
      }
      known += traits
      seen.insert(shard.index)
    }
    // The number of shards comes from a file, so the loop over it has a limit.
    let count = min(first.shard?.count ?? 0, 10_000)
    let missing = (count < 1 ? 1...1 : 1...count).filter { !seen.contains($0) }
    if !missing.isEmpty { throw MergeError(reason: .missingShards(missing), record: nil) }
    try checkScenarios(records)
  }

  /// Checks that no number of the plan is missing. Each scenario of a plan is recorded, so a missing
  /// number means that the shards were cut from different plans.
  private static func checkScenarios(_ records: [RunRecord]) throws(MergeError) {
    var expected = 1
    for index in Set(records.flatMap(\.suites).flatMap(\.scenarios).map(\.planIndex)).sorted()
    where index > 0 {
      guard index == expected else {
        throw MergeError(reason: .missingScenario(expected), record: nil)
      }
      expected += 1
    }
  }

  private struct SuiteKey: Hashable {
    let file: String
    let name: String
  }
}

extension RunRecord {
  /// Adds the shared fragments of a shard that differ from those already there.
  ///
  /// - Parameter outlines: `sharedFragments`, reduced to the parts that are compared.
  /// - Returns: The new ids by the ids in the shard.
  fileprivate mutating func adopt(
    _ fragments: [SharedFragmentRecord], from target: TargetRecord,
    _ outlines: inout [SharedFragmentRecord]
  ) -> [Int: Int] {
    var ids: [Int: Int] = [:]
    let start = sharedFragments.count
    for fragment in fragments {
      let outline = fragment.outline(of: target)
      if let known = outlines.firstIndex(of: outline) {
        ids[fragment.id] = sharedFragments[known].id
      } else {
        outlines.append(outline)
        var copy = fragment
        copy.id = sharedFragments.count + 1
        ids[fragment.id] = copy.id
        sharedFragments.append(copy)
      }
    }
    for index in start..<sharedFragments.count { sharedFragments[index].renumberFragments(ids) }
    return ids
  }

  /// Numbers the shared fragments from 1 in the order in which scenarios first use them, so that the
  /// order depends neither on the jobs nor on the shards.
  package mutating func numberFragments() {
    guard !sharedFragments.isEmpty else { return }
    var ids: [Int: Int] = [:]
    func number(_ used: [Int]) {
      for id in used where ids[id] == nil { ids[id] = ids.count + 1 }
    }
    for suite in suites {
      for scenario in suite.scenarios { number(scenario.steps.usedFragments) }
    }
    // Fragments that no scenario uses by itself.
    for fragment in sharedFragments {
      number(fragment.steps.usedFragments)
      if ids[fragment.id] == nil { ids[fragment.id] = ids.count + 1 }
    }
    if ids.allSatisfy({ $0.key == $0.value }) { return sharedFragments.sort { $0.id < $1.id } }
    for suite in suites.indices {
      for index in suites[suite].scenarios.indices {
        suites[suite].scenarios[index].renumberFragments(ids)
      }
    }
    for index in sharedFragments.indices {
      let id = sharedFragments[index].id
      sharedFragments[index].id = ids[id] ?? id
      sharedFragments[index].renumberFragments(ids)
    }
    sharedFragments.sort { $0.id < $1.id }
  }
}

extension SuiteRecord {
  fileprivate var firstIndex: Int { scenarios.first?.planIndex ?? .max }
}

extension [ScenarioRecord] {
  /// Replaces scenarios by those of the same name that ended worse, and adds the ones that are
  /// missing.
  fileprivate mutating func keepWorst(of others: [ScenarioRecord]) {
    for other in others {
      guard let index = firstIndex(where: { $0.name == other.name }) else {
        append(other)
        continue
      }
      let worst = [other, self[index]].map(\.verdict.kind)
      let kinds: [Verdict.Kind] = [.failed, .broken, .blocked, .interrupted, .notReached, .skipped]
      if kinds.first(where: worst.contains) == worst[0], worst[0] != worst[1] {
        self[index] = other
      }
    }
  }
}

extension Retried {
  /// Gives the shared fragments that it refers to other numbers.
  fileprivate mutating func renumberFragments(_ ids: [Int: Int]) {
    verdict.renumberFragment(ids)
    steps.renumberFragments(ids)
  }
}

extension Verdict {
  fileprivate mutating func renumberFragment(_ ids: [Int: Int]) {
    if let id = blocker { blocker = ids[id] ?? id }
  }
}

extension [StepRecord] {
  /// The ids of the shared fragments that the steps use, in the order of use.
  package var usedFragments: [Int] {
    var used: [Int] = []
    visit { visit in if let id = visit.step.sharedFragment, !used.contains(id) { used.append(id) } }
    return used
  }

  /// Gives the shared fragments that the steps use other numbers.
  fileprivate mutating func renumberFragments(_ ids: [Int: Int], depth: Int = 0) {
    guard depth < Self.depthLimit else { return }
    for index in indices {
      if let id = self[index].sharedFragment { self[index].sharedFragment = ids[id] ?? id }
      self[index].verdict.renumberFragment(ids)
      self[index].steps.renumberFragments(ids, depth: depth + 1)
    }
  }

  fileprivate mutating func clearTimes(andBase url: String, depth: Int) {
    guard depth < Self.depthLimit else { return }
    for index in indices {
      self[index].startedAfter = .zero
      self[index].duration = .zero
      self[index].sharedFragment = nil
      self[index].verdict.blocker = nil
      for exchange in self[index].exchanges.indices {
        self[index].exchanges[exchange].duration = .zero
        let whole = self[index].exchanges[exchange].url
        if whole.hasPrefix(url) {
          self[index].exchanges[exchange].url = String(whole.dropFirst(url.count))
        }
      }
      self[index].steps.clearTimes(andBase: url, depth: depth + 1)
    }
  }
}

extension SharedFragmentRecord {
  /// The parts that are equal in two shards, whose targets may have different URLs.
  fileprivate func outline(of target: TargetRecord) -> SharedFragmentRecord {
    var copy = self
    copy.id = 0
    copy.duration = .zero
    copy.verdict.blocker = nil
    copy.steps.clearTimes(andBase: target.url, depth: 0)
    return copy
  }
}
