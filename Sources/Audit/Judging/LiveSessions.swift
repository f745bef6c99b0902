// SPDX-License-Identifier: Apache-2.0
// The sessions of the exchanges of a vocabulary, as the exchanges come.

import Formats
import Suites
import Text

/// The sessions of the exchanges so far, each judged when it is asked for. Their order and their
/// sessions follow from all exchanges so far, and are found anew with each that comes; what was found out
/// about exchanges and occasions is kept where a later exchange can't change it.
final class LiveSessions {
  private let rules: SessionRules
  private let facts: [String: JSONValue]
  private let documents: ExchangeDocuments
  private var store: ExchangeStore
  private var marks: PatternMarks?
  private var grouping: SessionGrouping
  private var members: [[Int]] = []
  private var names: [String] = []
  private var isWhole: [Bool] = []
  private var recordings: [ClosedRange<Int>?] = []
  private var judges: [Key: SessionJudge] = [:]
  /// The verdicts that no later exchange can change.
  private(set) var settled = SettledVerdicts()
  /// The exchanges that are new, or whose sessions may be others than before the latest update.
  private(set) var regrouped: [Int] = []

  /// What tells a session apart for as long as it only grows.
  private struct Key: Hashable {
    let name: String
    let first: EntryReference
  }

  init(
    _ rules: SessionRules, _ vocabulary: ExchangeVocabulary, _ source: any TrafficSource,
    facts: [String: JSONValue]
  ) {
    self.rules = rules
    self.facts = facts
    documents = ExchangeDocuments(vocabulary, source)
    store = ExchangeStore([], documents, facts: facts)
    grouping = SessionGrouping([], vocabulary)
  }

  var exchanges: [IndexedExchange] { store.exchanges }
}

extension LiveSessions {
  /// Takes in the exchanges that came since.
  func update(_ collection: ExchangeCollection, _ reading: TrafficReading) {
    let count = store.exchanges.count
    let new = collection.sorted(after: count)
    guard let first = new.first else {
      regrouped = []
      return
    }
    let isExtended = store.exchanges.last?.isBefore(first) ?? true
    let before = (sessions: grouping.sessions, names: grouping.names, isCut: grouping.isCut)
    var old: [EntryReference] = []
    if isExtended {
      // It shares the memory of the exchanges, which are many, and grow in their place.
      grouping = SessionGrouping([], collection.vocabulary)
      store.append(new)
    } else {
      old = store.exchanges.map(\.entry)
      store = ExchangeStore(collection.sorted(), documents, facts: facts)
    }
    grouping = SessionGrouping(store.exchanges, collection.vocabulary)
    members = grouping.members
    names = grouping.names.map { name in name.map { reading.numbers.texts[$0] } ?? "" }
    isWhole = members.map { collection.vocabulary.begins($0, store.exchanges) }
    recordings = reading.recordings
    marks = collection.marks
    let areNamesKept = isExtended && zip(before.names, grouping.names).allSatisfy { $0 == $1 }
    regrouped = store.exchanges.indices.filter { index in
      !areNamesKept || index >= count || grouping.sessions[index] != before.sessions[index]
    }
    keep(old, isExtended: isExtended, wasCut: before.isCut)
  }

  /// Keeps the judges of the sessions that only grew, and forgets what was settled about others.
  ///
  /// - Parameter old: The entries of the exchanges before, where their order has changed.
  private func keep(_ old: [EntryReference], isExtended: Bool, wasCut: Bool) {
    let sessions = Dictionary(
      members.indices.compactMap { session in key(session).map { ($0, session) } },
      uniquingKeysWith: { first, _ in first })
    for (key, judge) in judges {
      let known = judge.session.members
      let all = sessions[key].map { members[$0] } ?? []
      let hasGrown =
        wasCut == grouping.isCut
        && (isExtended
          ? all.starts(with: known)
          // A new one may be earlier than what was known to be over.
          : known.count == all.count
            && zip(known, all).allSatisfy { old[$0] == store.exchanges[$1].entry })
      if !hasGrown {
        for member in known {
          settled.forget(entry: (isExtended ? store.exchanges[member].entry : old[member]).index)
        }
      }
      if !hasGrown || !isExtended { judges[key] = nil }
    }
  }

  private func key(_ session: Int) -> Key? {
    members[session].first.map { Key(name: names[session], first: store.exchanges[$0].entry) }
  }

  /// The sessions in which an exchange is judged.
  func sessions(of index: Int) -> [Int] { grouping.judged(index) }

  /// The value that tells a session apart; nil for one without it.
  func name(of session: Int) -> String? { names[session].isEmpty ? nil : names[session] }

  /// The latest exchanges that may be occasions of a rule and whose verdict a later exchange may change,
  /// in the sessions of an exchange.
  func openOccasions(of rule: SessionRules.Member, with index: Int, _ count: Int) -> [Int] {
    var occasions: Set<Int> = []
    for session in sessions(of: index) {
      let ranks = judge(session)?.session.ranks ?? [:]
      let own = rule.rule.occasion.kinds.flatMap { (ranks[$0] ?? []).suffix(count) }.sorted()
      occasions.formUnion(own.suffix(count).map { members[session][$0] })
    }
    return occasions.filter { occasion in
      let exchange = store.exchanges[occasion]
      guard let slot = rule.slots[exchange.kind] else { return false }
      return !settled.isKnown(entry: exchange.entry.index, slot: slot)
    }.sorted()
  }

  /// The verdict of a rule on an exchange in all its sessions, with the value that tells the session
  /// apart; nil where it is not an occasion.
  func verdict(
    _ member: SessionRules.Member, _ index: Int
  ) throws(TrafficError) -> (verdict: OccasionVerdict, session: String)? {
    let own = sessions(of: index)
    let exchange = store.exchanges[index]
    var verdicts: [(verdict: OccasionVerdict, session: String)] = []
    for session in own {
      guard let judge = judge(session) else { continue }
      let rank = members[session].countOfFirst { $0 < index }
      let verdict = try judge.verdict(member.rule, rank)
      if let verdict { verdicts.append((verdict, names[session])) }
      if grouping.sessions[index].count == 1, !judge.isOpen,
        let slot = member.slots[exchange.kind]
      {
        settled.settle(
          entry: exchange.entry.index, slot: slot, of: rules[exchange.kind].count, verdict
        ) { store.exchanges[$0].entry }
      }
    }
    return OccasionVerdict.ofSessions(
      verdicts, of: member.rule, isCut: grouping.sessions[index].count > own.count)
  }

  private func judge(_ session: Int) -> SessionJudge? {
    guard let key = key(session), let marks else { return nil }
    if let judge = judges[key] {
      judge.extend(to: members[session], recording: recordings.first ?? nil)
      return judge
    }
    let judge = SessionJudge(
      AuditSession(
        name: names[session], members[session], isCut: grouping.isCut, of: store.exchanges,
        isWhole: isWhole[session], recordings: recordings), store, marks)
    judges[key] = judge
    return judge
  }
}
