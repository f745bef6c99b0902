// SPDX-License-Identifier: Apache-2.0
// Judges the traffic of an application by rules.

internal import Catalogues
internal import Encodings
internal import Findings
internal import Results
package import Traffic

/// Judges the traffic of an application by rules.
package struct Audit: Sendable {
  let rules: AuditRules
  /// The origins of the service; nil where they follow from the traffic.
  let origins: [String]?

  /// - Parameters:
  ///   - rules: Without errors.
  ///   - origins: The origins of the service, as in `https://api.example.com`; nil where they follow
  ///     from the traffic.
  package init(_ rules: AuditRules, origins: [String]? = nil) {
    self.rules = rules
    self.origins = origins?.map { RecordedURL($0).origin }
  }
}

extension Audit {
  /// Judges recordings.
  ///
  /// - Throws: `TrafficError` for a recording that can't be read.
  package func judge(_ source: any TrafficSource) throws(TrafficError) -> AuditResult {
    var reading = TrafficReading(rules)
    try reading.read(source)
    let chosen = reading.origins.chosen(origins)
    var traffic = reading.traffic(source.recordings, chosen, wanted: origins)
    let followed = reading.followed(chosen)
    traffic.cookbooks = Set(
      rules.files.filter { followed.contains($0.vocabulary) }.compactMap(\.cookbook)
    ).sorted()
    var results = RuleResults(rules)
    for (index, collection) in reading.collections.enumerated() {
      let exchanges = collection.sorted(of: chosen)
      let files = rules.files.enumerated().filter { $1.vocabulary == index }
      guard followed.contains(index), !exchanges.isEmpty, !files.isEmpty else { continue }
      let store = ExchangeStore(exchanges, collection.vocabulary, source)
      let grouping = SessionGrouping(exchanges, collection.vocabulary)
      traffic.sessions = max(traffic.sessions, grouping.names.count)
      let byKind = Self.rulesByKind(files)
      let several = Dictionary(
        uniqueKeysWithValues: exchanges.indices.filter { grouping.sessions[$0].count > 1 }
          .map { ($0, grouping.judged($0)) })
      for (number, members) in grouping.members.enumerated() {
        let place = number
        let session = AuditSession(
          name: grouping.names[number].map { reading.numbers.texts[Int($0)] } ?? "", members,
          isCut: grouping.isCut, of: exchanges, beginnings: collection.vocabulary.beginnings,
          recordings: reading.recordings)
        let judge = SessionJudge(session, store, collection.marks)
        for (rank, member) in session.members.enumerated() {
          let own = several[member]
          if let own, !own.contains(place) { continue }
          for (file, number, rule) in byKind[exchanges[member].kind] ?? [] {
            if own != nil, !results.wants(rule, (file, number), exchange: member) { continue }
            guard let verdict = try judge.verdict(rule, rank) else { continue }
            results.add(
              verdict, rule: (file, number), exchange: member, isShared: own != nil,
              session: session.name, exchanges)
          }
        }
      }
      results.finish(exchanges) { grouping.sessions[$0].count > (several[$0]?.count ?? 1) }
    }
    return AuditResult(traffic: traffic, rules: results.results)
  }

  /// The rules with their places, by the kinds that they are about.
  private static func rulesByKind(
    _ files: [(offset: Int, element: RuleFile)]
  ) -> [Int: [(file: Int, number: Int, rule: AuditRule)]] {
    var rules: [Int: [(file: Int, number: Int, rule: AuditRule)]] = [:]
    for (index, file) in files {
      for (number, rule) in file.rules.enumerated() {
        for kind in rule.occasion.kinds { rules[kind, default: []].append((index, number, rule)) }
      }
    }
    return rules
  }
}
