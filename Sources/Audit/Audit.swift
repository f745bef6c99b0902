// SPDX-License-Identifier: Apache-2.0
// Judges the traffic of an application by rules.

import Record
import Suites
import Text

/// Judges the traffic of an application by rules.
package struct Audit: Sendable {
  let rules: AuditRules
  /// The origins of the service; nil where they follow from the traffic.
  let origins: [String]?
  /// How many threads judge. Nothing else depends on it.
  let jobs: Int
  /// Before anything was read: with the patterns compiled.
  private let blank: TrafficReading

  /// - Parameters:
  ///   - rules: Without errors.
  ///   - origins: The origins of the service, as in `https://api.example.com`; nil where they follow
  ///     from the traffic.
  ///   - jobs: How many threads read and judge. The result is the same for any number.
  package init(_ rules: AuditRules, origins: [String]? = nil, jobs: Int = 1) {
    self.rules = rules
    self.jobs = jobs
    self.origins = origins?.map { RecordedURL($0).origin }
    blank = TrafficReading(rules)
  }
}

extension Audit {
  /// Judges recordings.
  ///
  /// - Throws: `TrafficError` for a recording that can't be read.
  package func judge(_ source: any TrafficSource) throws(TrafficError) -> AuditResult {
    var reading = blank
    try reading.read(source, jobs: jobs)
    let chosen = reading.origins.chosen(origins)
    var traffic = reading.traffic(source.recordings, chosen, wanted: origins)
    let followed = reading.followed(chosen)
    traffic.cookbooks = Set(
      rules.files.filter { followed.contains($0.vocabulary) }.compactMap(\.cookbook)
    ).sorted()
    var results = RuleResults(rules)
    for index in reading.collections.indices {
      let exchanges = reading.takeExchanges(of: index, chosen)
      let collection = reading.collections[index]
      let files = rules.files.enumerated().filter { $1.vocabulary == index }
      guard followed.contains(index), !exchanges.isEmpty, !files.isEmpty else { continue }
      let grouping = SessionGrouping(exchanges, collection.vocabulary)
      traffic.sessions = max(traffic.sessions, grouping.names.count)
      let several = Dictionary(
        uniqueKeysWithValues: exchanges.indices.filter { grouping.sessions[$0].count > 1 }
          .map { ($0, grouping.judged($0)) })
      let members = grouping.members
      let sessions = SessionsJudge(
        rules: rules, byKind: Self.rulesByKind(files), exchanges: exchanges,
        vocabulary: collection.vocabulary, marks: collection.marks, source: source,
        details: reading.numbers.details, names: grouping.names, texts: reading.numbers.texts,
        members: members, several: several, isCut: grouping.isCut,
        recordings: reading.recordings)
      try sessions.judge(jobs: jobs, &results)
      results.finish(exchanges) { grouping.sessions[$0].count > (several[$0]?.count ?? 1) }
      let store = ExchangeStore(
        exchanges, collection.vocabulary, source, details: reading.numbers.details)
      try judge(files, collection, grouping, members, store, reading, &results)
    }
    return AuditResult(traffic: traffic, rules: results.results)
  }

  /// The rules with their places, by the kinds that they are about.
  private static func rulesByKind(
    _ files: [(offset: Int, element: RuleFile)]
  ) -> [Int: [(file: Int, number: Int, rule: AuditRule)]] {
    var rules: [Int: [(file: Int, number: Int, rule: AuditRule)]] = [:]
    for (index, file) in files {
      for (number, rule) in file.rules.enumerated() where rule.among == nil {
        for kind in rule.occasion.kinds { rules[kind, default: []].append((index, number, rule)) }
      }
    }
    return rules
  }

  /// Judges the rules that look at all exchanges with the same value of something.
  private func judge(
    _ files: [(offset: Int, element: RuleFile)], _ collection: ExchangeCollection,
    _ grouping: SessionGrouping, _ members: [[Int]], _ store: ExchangeStore,
    _ reading: TrafficReading, _ results: inout RuleResults
  ) throws(TrafficError) {
    let exchanges = store.exchanges
    let texts = reading.numbers.texts
    let beginnings = collection.vocabulary.beginnings
    let isWhole = members.map { members in
      members.first.map {
        beginnings.contains(exchanges[$0].kind) && !exchanges[$0].isDeliberate
      } ?? false
    }
    for value in Set(files.flatMap(\.element.rules).compactMap(\.among)).sorted() {
      var groups: [Int32: [Int]] = [:]
      for index in exchanges.indices {
        if case .number(let number) = exchanges.value(value, of: index) {
          groups[number, default: []].append(index)
        }
      }
      for (_, members) in groups.sorted(by: { $0.key < $1.key }) {
        guard let first = members.first else { continue }
        // Before the answer that gives the value, nothing has it.
        let begins = try store.answers(value, in: first)
        let session = AuditSession(
          name: grouping.sessions[first].first.flatMap { grouping.names[$0] }.map { texts[Int($0)] }
            ?? "", members, of: exchanges,
          isWhole: begins
            || members.allSatisfy { grouping.sessions[$0].allSatisfy { isWhole[$0] } },
          recordings: reading.recordings)
        let judge = SessionJudge(session, store, collection.marks)
        for (file, rules) in files {
          for (number, rule) in rules.rules.enumerated() where rule.among == value {
            try each(rule, judge) { verdict, member in
              results.add(
                verdict, rule: (file, number), exchange: member, isShared: false,
                session: session.name, exchanges)
            }
          }
        }
      }
    }
    results.finish(exchanges) { _ in false }
  }

  /// The verdicts of a rule on its occasions, with the indices of their exchanges.
  private func each(
    _ rule: AuditRule, _ judge: SessionJudge, _ body: (OccasionVerdict, Int) -> Void
  ) throws(TrafficError) {
    for kind in rule.occasion.kinds {
      for rank in judge.session.ranks[kind] ?? [] {
        guard let verdict = try judge.verdict(rule, rank) else { continue }
        body(verdict, judge.session.members[rank])
      }
    }
  }
}
