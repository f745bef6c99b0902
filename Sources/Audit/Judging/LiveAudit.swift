// SPDX-License-Identifier: Apache-2.0
// Judges exchanges one by one, as they come, in their sessions.

import Formats
import Record
import Suites
import Synchronization
import Text

/// Judges exchanges as they come, and all of them at the end. Every exchange is one of the service.
///
/// Its verdict on the way is the one that it would give if the application stopped there. A
/// later exchange may still break what was obeyed so far; of the occasions of a rule it looks at the
/// latest 100 again. Rules about exchanges with the same value of something (`among:`) are judged at
/// the end. `finish()` is what counts.
package final class LiveAudit: Sendable {
  private let rules: AuditRules
  private let state: Mutex<State>

  private struct State {
    var reading: TrafficReading
    var source: ExchangeList
    /// How many exchanges came.
    var count = 0
    /// Whether an occasion of a rule that looks ahead was broken when it was last judged.
    var told: [Told: Bool] = [:]
    /// The devices of each exchange, as far as they were told.
    var devices: [EntryReference: [String]] = [:]
  }

  private struct Told: Hashable {
    let rule: RulePlace
    let entry: EntryReference
  }

  /// The number of earlier occasions of a rule that an exchange may still decide. Older ones are
  /// judged at the end.
  private static let openLimit = 100

  /// - Parameters:
  ///   - rules: Without errors.
  ///   - name: What the exchanges are called as a recording.
  package init(_ rules: AuditRules, name: String) {
    self.rules = rules
    var reading = TrafficReading(rules)
    reading.begin([name])
    state = Mutex(State(reading: reading, source: ExchangeList(recordings: [name])))
  }
}

/// The verdict of a rule on an exchange, as it comes.
package struct LiveVerdict: Sendable {
  package let rule: RulePlace
  /// The occasion: the exchange that came, or an earlier one that it decides.
  package let entry: EntryReference
  /// nil where the rule was obeyed.
  package let broken: BrokenOccasion?
}

/// What exchanges show that came together.
package struct LiveNews: Sendable {
  /// What each of them shows.
  package internal(set) var exchanges: [LiveExchange] = []
  /// The devices of exchanges, also of earlier ones of which they were not known or are others now: the
  /// values that tell devices apart, which are secret.
  package internal(set) var devices: [EntryReference: [String]] = [:]
  /// The cookbooks that the exchanges so far follow, and those that they extend, sorted.
  package internal(set) var cookbooks: [String] = []
}

/// What an exchange shows as it comes.
package struct LiveExchange: Sendable {
  /// The calls that it may be, as the documents write them; several where cookbooks differ.
  package internal(set) var calls: [String] = []
  package internal(set) var verdicts: [LiveVerdict] = []
}

extension LiveAudit {
  /// Judges exchanges that came together, and the earlier occasions that they decide. All
  /// exchanges so far are told apart anew, so it takes about as long for many as for one.
  ///
  /// - Parameter exchanges: Their entries are given to them here: the next of the recording.
  /// - Returns: What each of them shows.
  package func add(_ exchanges: [RecordedExchange]) -> LiveNews {
    state.withLock { state in
      let first = state.count
      for exchange in exchanges {
        var exchange = exchange
        exchange.entry = state.source.append(exchange)
        state.reading.add(.exchange(exchange))
        state.count += 1
      }
      // Exchanges in memory can always be read.
      return (try? news(since: first, &state))
        ?? LiveNews(exchanges: Array(repeating: LiveExchange(), count: exchanges.count))
    }
  }

  /// The result of all exchanges.
  ///
  /// - Parameter logs: What the applications asked their frameworks.
  package func finish(logs: [FrameworkLog] = []) -> AuditResult {
    let (source, origins) = state.withLock { ($0.source, $0.reading.origins.texts) }
    return (try? Audit(rules, origins: origins).judge(source, logs: logs))
      ?? AuditResult(
        traffic: AuditRecord(recordings: source.recordings), source: source, rules: [])
  }

  /// The exchanges so far.
  package var source: any TrafficSource { state.withLock { $0.source } }

  /// What the exchanges from this one on show.
  private func news(since first: Int, _ state: inout State) throws(TrafficError) -> LiveNews {
    var news = LiveNews(exchanges: Array(repeating: LiveExchange(), count: state.count - first))
    let followed = state.reading.followed()
    let judged = Set(followed.map { rules.files[$0].vocabulary })
    for (index, collection) in state.reading.collections.enumerated() where judged.contains(index) {
      let sessions = LiveSessions(collection, state.reading, state.source, facts: rules.facts)
      addDevices(sessions, &state.devices, to: &news)
      let new = sessions.exchanges.indices.filter { sessions.exchanges[$0].entry.index >= first }
        .sorted { sessions.exchanges[$0].entry.index < sessions.exchanges[$1].entry.index }
      let latest = Set(
        Dictionary(new.map { (sessions.sessions(of: $0), $0) }, uniquingKeysWith: { $1 }).values)
      for member in new {
        let place = sessions.exchanges[member].entry.index - first
        let call = collection.vocabulary.call(of: sessions.exchanges[member].kind)
        if !news.exchanges[place].calls.contains(call) { news.exchanges[place].calls.append(call) }
        for (file, rules) in rules.files.enumerated()
        where rules.vocabulary == index && followed.contains(file) {
          for (number, rule) in rules.rules.enumerated()
          where rule.among == nil && self.rules.missingFacts(of: rule).isEmpty {
            let looksAhead = rule.demand.looksAhead
            // A rule that looks ahead is judged once for all that came.
            if looksAhead, !latest.contains(member) { continue }
            let occasions =
              looksAhead
              ? sessions.occasions(of: rule, with: member, Self.openLimit + new.count)
              : [member].filter { rule.occasion.kinds.contains(sessions.exchanges[$0].kind) }
            for occasion in occasions {
              let verdict = try verdict(
                RulePlace(file: file, rule: number), occasion, sessions, tellsOnce: looksAhead,
                &state.told)
              if let verdict { news.exchanges[place].verdicts.append(verdict) }
            }
          }
        }
      }
    }
    let cookbooks = rules.catalogues.names(
      chosenBy: followed.compactMap { rules.files[$0].cookbook })
    news.cookbooks = cookbooks.sorted()
    return news
  }

  /// Tells the devices of exchanges that are known anew.
  private func addDevices(
    _ sessions: LiveSessions, _ told: inout [EntryReference: [String]], to news: inout LiveNews
  ) {
    for index in sessions.exchanges.indices {
      let entry = sessions.exchanges[index].entry
      let devices = sessions.sessions(of: index).compactMap { sessions.name(of: $0) }
      if devices.isEmpty || told[entry] == devices { continue }
      told[entry] = devices
      news.devices[entry] = devices
    }
  }

  /// The verdict of a rule on an exchange; nil where it was told before.
  ///
  /// - Parameter tellsOnce: Whether it is not told again where it was the same before.
  private func verdict(
    _ place: RulePlace, _ occasion: Int, _ sessions: LiveSessions, tellsOnce: Bool,
    _ told: inout [Told: Bool]
  ) throws(TrafficError) -> LiveVerdict? {
    let rule = rules[place]
    guard let (verdict, session) = try sessions.verdict(rule, occasion) else { return nil }
    let exchange = sessions.exchanges[occasion]
    var broken: BrokenOccasion?
    switch verdict {
    case .notJudged: return nil
    case .met: break
    case .broken(let findings, let others):
      broken = BrokenOccasion(
        exchange, session, findings, of: rule, others: others.map { sessions.exchanges[$0].entry })
    }
    if tellsOnce {
      let key = Told(rule: place, entry: exchange.entry)
      let before = told.updateValue(broken != nil, forKey: key)
      if before == true || before == false && broken == nil { return nil }
    }
    return LiveVerdict(rule: place, entry: exchange.entry, broken: broken)
  }
}

extension Demand {
  /// Whether what comes after an occasion counts.
  fileprivate var looksAhead: Bool {
    switch self {
    case .later, .notLater, .next, .atMost, .apart: true
    case .all(let demands, _), .any(let demands, _): demands.contains(where: \.looksAhead)
    default: false
    }
  }
}

/// The sessions of the exchanges so far, each judged when it is asked for.
final class LiveSessions {
  let exchanges: [IndexedExchange]
  private let collection: ExchangeCollection
  private let reading: TrafficReading
  private let store: ExchangeStore
  private let grouping: SessionGrouping
  private let members: [[Int]]
  private var judges: [Int: SessionJudge] = [:]

  init(
    _ collection: ExchangeCollection, _ reading: TrafficReading, _ source: any TrafficSource,
    facts: [String: JSONValue]
  ) {
    self.collection = collection
    self.reading = reading
    exchanges = collection.sorted()
    store = ExchangeStore(exchanges, collection.vocabulary, source, facts: facts)
    grouping = SessionGrouping(exchanges, collection.vocabulary)
    members = grouping.members
  }
}

extension LiveSessions {
  /// The sessions in which an exchange is judged.
  func sessions(of index: Int) -> [Int] { grouping.judged(index) }

  /// The value that tells a session apart; nil for one without it.
  func name(of session: Int) -> String? {
    grouping.names[session].map { reading.numbers.texts[$0] }
  }

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

  /// The verdict of a rule on an exchange in all its sessions, with the value that tells the session
  /// apart; nil where it is not an occasion.
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
        name: name(of: session) ?? "", members[session],
        isCut: grouping.isCut, of: exchanges,
        isWhole: collection.vocabulary.begins(members[session], exchanges),
        recordings: reading.recordings), store, collection.marks)
    judges[session] = judge
    return judge
  }
}
