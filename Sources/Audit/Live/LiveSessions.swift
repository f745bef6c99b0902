// SPDX-License-Identifier: Apache-2.0
// The sessions of the exchanges so far.

/// The sessions of the exchanges so far, each judged when it is asked for.
final class LiveSessions {
  let exchanges: ExchangeTable
  private let collection: ExchangeCollection
  private let reading: TrafficReading
  private let store: ExchangeStore
  private let grouping: SessionGrouping
  private let members: [[Int]]
  private var judges: [Int: SessionJudge] = [:]

  init(_ collection: ExchangeCollection, _ reading: TrafficReading, _ source: any TrafficSource) {
    self.collection = collection
    self.reading = reading
    exchanges = collection.sorted()
    store = ExchangeStore(
      exchanges, collection.vocabulary, source, details: reading.numbers.details)
    grouping = SessionGrouping(exchanges, collection.vocabulary)
    members = grouping.members
  }
}

extension LiveSessions {
  /// The sessions in which an exchange is judged.
  func sessions(of index: Int) -> [Int] { grouping.judged(index) }

  /// The latest exchanges that may be occasions of a rule, in the sessions of an exchange.
  func occasions(of rule: AuditRule, with index: Int, _ count: Int) -> [Int] {
    var occasions: Set<Int> = []
    for session in sessions(of: index) {
      let ranks = judge(session).session.ranks
      let own = rule.occasion.kinds.flatMap { (ranks[$0] ?? []).suffix(count) }.sorted()
      occasions.formUnion(own.suffix(count).map { members[session][$0] })
    }
    return occasions.sorted()
  }

  /// What an exchange shows of a rule, in all its sessions; nil where it is not an occasion. With the
  /// value that tells the session apart.
  func verdict(
    _ rule: AuditRule, _ index: Int
  ) throws(TrafficError) -> (verdict: OccasionVerdict, session: String)? {
    let own = sessions(of: index)
    var verdicts: [(verdict: OccasionVerdict, session: String)] = []
    for session in own {
      let judge = judge(session)
      let rank = members[session].countOfFirst { $0 < index }
      guard let verdict = try judge.verdict(rule, rank) else { continue }
      verdicts.append((verdict, judge.session.name))
    }
    return OccasionVerdict.ofSessions(
      verdicts, of: rule, isCut: grouping.sessions[index].count > own.count)
  }

  private func judge(_ session: Int) -> SessionJudge {
    if let judge = judges[session] { return judge }
    let judge = SessionJudge(
      AuditSession(
        name: grouping.names[session].map { reading.numbers.texts[Int($0)] } ?? "",
        members[session], isCut: grouping.isCut, of: exchanges,
        beginnings: collection.vocabulary.beginnings, recordings: reading.recordings),
      store, collection.marks)
    judges[session] = judge
    return judge
  }
}
