// SPDX-License-Identifier: Apache-2.0
// Judges the traffic of an application by rules.

import Record
import Redaction
import Suites
import Text

/// Judges the traffic of an application by rules.
package struct Audit: Sendable {
  let rules: AuditRules
  /// The origins of the service; nil where they follow from the traffic.
  let origins: [String]?
  /// Before anything was read: with the patterns compiled.
  private let blank: TrafficReading

  /// - Parameters:
  ///   - rules: Without errors.
  ///   - origins: The origins of the service, as in `https://api.example.com`; nil where they follow
  ///     from the traffic.
  ///   - findsSecrets: false where nothing of the results is shown.
  package init(_ rules: AuditRules, origins: [String]? = nil, findsSecrets: Bool = true) {
    self.rules = rules
    self.origins = origins?.map { RecordedURL($0).origin }
    blank = TrafficReading(rules, findsSecrets: findsSecrets)
  }
}

extension Audit {
  /// Judges recordings.
  ///
  /// - Parameter logs: What the applications asked their frameworks meanwhile.
  /// - Throws: `TrafficError` for a recording that can't be read.
  package func judge(
    _ source: any TrafficSource, logs: [FrameworkLog] = []
  ) throws(TrafficError) -> AuditResult {
    var reading = blank
    try reading.read(source)
    return try judge(reading, source, logs)
  }

  /// Judges recordings that were read.
  ///
  /// - Parameter settled: By the vocabulary, what is known of the exchanges of a single recording.
  func judge(
    _ reading: TrafficReading, _ source: any TrafficSource, _ logs: [FrameworkLog],
    _ settled: [Int: SettledVerdicts] = [:]
  ) throws(TrafficError) -> AuditResult {
    let chosen = reading.origins.chosen(origins)
    var traffic = reading.traffic(source.recordings, chosen)
    let followed = reading.followed(
      chosen, partners: Set(logs.filter { !$0.calls.isEmpty }.map(\.partner)))
    let cookbooks = rules.catalogues.names(
      chosenBy: followed.compactMap { rules.files[$0].cookbook }
    ).sorted()
    var judged: [GroupedExchanges] = []
    for (index, collection) in reading.collections.enumerated()
    where rules.files.enumerated().contains(where: {
      $1.vocabulary == index && followed.contains($0)
    }) {
      let exchanges = collection.sorted(of: chosen)
      if exchanges.isEmpty { continue }
      judged.append(
        GroupedExchanges(
          collection: index, exchanges: exchanges,
          grouping: SessionGrouping(exchanges, collection.vocabulary)))
    }
    let joins = judged.map {
      FrameworkJoin(logs, $0, reading, firstLog: source.recordings.count)
    }
    let joined = JoinedTraffic(
      source, logs, joins.reduce(into: [:]) { $0.merge($1.recorded) { first, _ in first } })
    for (place, join) in joins.enumerated() {
      judged[place].add(join.exchanges, reading.collections[judged[place].collection].vocabulary)
    }
    traffic.recordings = joined.recordings
    traffic.calls = Set(joins.flatMap(\.recorded.keys)).count
    let spans = joins.map(\.spans)
    var results = RuleResults(rules, hasLog: traffic.calls > 0)
    let applications = ApplicationGrouping(judged, reading)
    for (place, group) in judged.enumerated() {
      let (index, exchanges, grouping) = (group.collection, group.exchanges, group.grouping)
      let collection = reading.collections[index]
      let files = rules.files.enumerated().filter {
        $1.vocabulary == index && followed.contains($0)
      }
      results.applications = applications.numbers[place]
      traffic.sessions = max(traffic.sessions, grouping.names.count)
      let store = ExchangeStore(
        exchanges, ExchangeDocuments(collection.vocabulary, joined), facts: rules.facts)
      let members = grouping.members
      try judge(
        SessionRules(rules, vocabulary: index), followed, collection.marks, grouping, members,
        store,
        reading, spans[place], traffic.calls > 0 ? nil : settled[index], &results)
      results.finish(exchanges) { grouping.sessions[$0].count > max(1, grouping.judged($0).count) }
      try judgeAmong(files, collection.marks, grouping, members, store, reading, &results)
    }
    return AuditResult(
      traffic: traffic, source: joined, remarks: FrameworkJoin.remarks(on: logs, joins),
      cookbooks: cookbooks, suggested: reading.suggested(chosen, besides: cookbooks),
      rules: results.results,
      applications: applications.applications,
      secrets: reading.secrets ?? KnownSecrets())
  }

  /// Judges the rules that look at sessions.
  private func judge(
    _ rules: SessionRules, _ followed: Set<Int>, _ marks: PatternMarks,
    _ grouping: SessionGrouping, _ members: [[Int]], _ store: ExchangeStore,
    _ reading: TrafficReading, _ logs: [EntryReference: ClosedRange<Int>],
    _ settled: SettledVerdicts?, _ results: inout RuleResults
  ) throws(TrafficError) {
    let exchanges = store.exchanges
    let indices =
      settled == nil
      ? [:]
      : Dictionary(
        exchanges.indices.map { (exchanges[$0].entry, $0) }, uniquingKeysWith: { first, _ in first }
      )
    let judged = exchanges.indices.map { grouping.judged($0) }
    for (place, members) in members.enumerated() {
      let session = AuditSession(
        name: grouping.names[place].map { reading.numbers.texts[$0] } ?? "", members,
        isCut: grouping.isCut, of: exchanges,
        isWhole: store.vocabulary.begins(members, exchanges), recordings: reading.recordings,
        logs: logs)
      let judge = SessionJudge(session, store, marks)
      var mistakes = FirstWrongValues(store.vocabulary)
      for (rank, member) in members.enumerated() where !exchanges[member].isDeliberate {
        let isShared = grouping.sessions[member].count > 1
        if isShared, !judged[member].contains(place) { continue }
        for (slot, rule) in rules[exchanges[member].kind].enumerated()
        where followed.contains(rule.place.file) {
          let rulePlace = (file: rule.place.file, number: rule.place.rule)
          var found: OccasionVerdict?
          if isShared {
            guard results.wants(rule.rule, rulePlace, exchange: member) else { continue }
            found = try judge.verdict(rule.rule, rank)
          } else {
            let known = settled?.known(entry: exchanges[member].entry.index, slot: slot) {
              indices[$0]
            }
            switch known {
            case .noOccasion?: break
            case .verdict(let verdict)?: found = verdict
            case nil: found = try judge.verdict(rule.rule, rank)
            }
          }
          guard var verdict = found else { continue }
          if case .broken = verdict, rule.readsPages,
            !reading.showsPage(of: exchanges[member], store.vocabulary)
          {
            verdict = .notJudged(.otherHost)
          }
          results.add(
            mistakes.counted(verdict, of: rule.rule, member, exchanges[member]), rule: rulePlace,
            exchange: member, isShared: isShared, session: session.name, exchanges)
        }
      }
    }
  }

  /// Judges the rules that look at all exchanges with the same value of something.
  private func judgeAmong(
    _ files: [(offset: Int, element: RuleFile)], _ marks: PatternMarks,
    _ grouping: SessionGrouping, _ members: [[Int]], _ store: ExchangeStore,
    _ reading: TrafficReading, _ results: inout RuleResults
  ) throws(TrafficError) {
    let exchanges = store.exchanges
    let texts = reading.numbers.texts
    let isWhole = members.map { store.vocabulary.begins($0, exchanges) }
    for value in Set(files.flatMap(\.element.rules).compactMap(\.among)).sorted() {
      var groups: [Int: [Int]] = [:]
      for index in exchanges.indices {
        if case .number(let number) = exchanges[index].values[value] {
          groups[number, default: []].append(index)
        }
      }
      for (_, members) in groups.sorted(by: { $0.key < $1.key }) {
        guard let first = members.first else { continue }
        // Before the answer that gives the value, nothing has it.
        let begins = try store.answers(value, in: first)
        let session = AuditSession(
          name: grouping.sessions[first].first.flatMap { grouping.names[$0] }.map { texts[$0] }
            ?? "", members, of: exchanges,
          isWhole: begins
            || members.allSatisfy { grouping.sessions[$0].allSatisfy { isWhole[$0] } },
          recordings: reading.recordings)
        let judge = SessionJudge(session, store, marks)
        for (file, rules) in files {
          for (number, rule) in rules.rules.enumerated()
          where rule.among == value && self.rules.missingFacts(of: rule).isEmpty {
            for rank in rule.occasion.kinds.flatMap({ session.ranks[$0] ?? [] }) {
              guard let verdict = try judge.verdict(rule, rank) else { continue }
              results.add(
                verdict, rule: (file, number), exchange: session.members[rank], isShared: false,
                session: session.name, exchanges)
            }
          }
        }
      }
    }
    results.finish(exchanges) { _ in false }
  }
}
