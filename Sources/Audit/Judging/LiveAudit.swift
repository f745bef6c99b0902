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
/// latest 100 again. Rules about exchanges with the same value of something (`among:`), and about pages
/// that a user agent opens, are judged at the end. `finish()` is what counts.
package final class LiveAudit: Sendable {
  private let rules: AuditRules
  /// The exchanges so far.
  package let source: any TrafficSource
  /// By the vocabulary: the rules that are judged as exchanges come, and those of them that look ahead.
  private let sessionRules: [SessionRules]
  private let aheadRules: [[SessionRules.Member]]
  private let state: Mutex<State>

  private struct State {
    var reading: TrafficReading
    /// How many exchanges came.
    var count = 0
    /// By the vocabulary.
    var sessions: [Int: LiveSessions] = [:]
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
  ///   - source: Has each exchange once it is added, in one recording.
  package init(_ rules: AuditRules, source: any TrafficSource) {
    self.rules = rules
    self.source = source
    sessionRules = rules.vocabularies.indices.map { SessionRules(rules, vocabulary: $0) }
    aheadRules = sessionRules.map { $0.all.filter { $0.rule.looksAhead && !$0.readsPages } }
    var reading = TrafficReading(rules)
    reading.begin(source.recordings)
    state = Mutex(State(reading: reading))
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
  /// Judges exchanges that came together, and the earlier occasions that they decide. The order of all
  /// exchanges so far is found anew, so it takes about as long for many as for one.
  ///
  /// - Parameter exchanges: The next entries of the recording.
  package func add(_ exchanges: some Collection<RecordedExchange>) -> LiveNews {
    state.withLock { state in
      let first = state.count
      for exchange in exchanges { state.reading.add(exchange) }
      state.count += exchanges.count
      // What can't be read again is an error at the end.
      return (try? news(since: first, &state))
        ?? LiveNews(exchanges: Array(repeating: LiveExchange(), count: exchanges.count))
    }
  }

  /// Takes in the next entry of the recording, to be judged at the end alone.
  package func take(_ exchange: RecordedExchange) {
    state.withLock { state in
      state.reading.add(exchange)
      state.count += 1
    }
  }

  /// The result of all exchanges.
  ///
  /// - Parameter logs: What the applications asked their frameworks.
  /// - Throws: `TrafficError` where an exchange can't be read again.
  package func finish(logs: [FrameworkLog] = []) throws(TrafficError) -> AuditResult {
    var (reading, settled) = state.withLock { ($0.reading, $0.sessions.mapValues(\.settled)) }
    reading.addOpened()
    return try Audit(rules, origins: reading.origins.texts).judge(reading, source, logs, settled)
  }

  /// What the exchanges from this one on show.
  private func news(since first: Int, _ state: inout State) throws(TrafficError) -> LiveNews {
    var news = LiveNews(exchanges: Array(repeating: LiveExchange(), count: state.count - first))
    let followed = state.reading.followed()
    let judged = Set(followed.map { rules.files[$0].vocabulary })
    for (index, collection) in state.reading.collections.enumerated() where judged.contains(index) {
      let sessions =
        state.sessions[index]
        ?? LiveSessions(
          sessionRules[index], collection.vocabulary, source, facts: rules.facts)
      state.sessions[index] = sessions
      sessions.update(collection, state.reading)
      addDevices(sessions, &state.devices, to: &news)
      let new = sessions.exchanges.indices.filter { sessions.exchanges[$0].entry.index >= first }
        .sorted { sessions.exchanges[$0].entry.index < sessions.exchanges[$1].entry.index }
      let latest = Set(
        Dictionary(new.map { (sessions.sessions(of: $0), $0) }, uniquingKeysWith: { $1 }).values)
      for member in new {
        let place = sessions.exchanges[member].entry.index - first
        let call = collection.vocabulary.call(of: sessions.exchanges[member].kind)
        if !news.exchanges[place].calls.contains(call) { news.exchanges[place].calls.append(call) }
        for rule in sessionRules[index][sessions.exchanges[member].kind]
        where !rule.rule.looksAhead && !rule.readsPages && followed.contains(rule.place.file) {
          let verdict = try verdict(rule, member, sessions, &state.told)
          if let verdict { news.exchanges[place].verdicts.append(verdict) }
        }
        // A rule that looks ahead is judged once for all that came.
        guard latest.contains(member) else { continue }
        for rule in aheadRules[index] where followed.contains(rule.place.file) {
          let occasions = sessions.openOccasions(of: rule, with: member, Self.openLimit + new.count)
          for occasion in occasions {
            let verdict = try verdict(rule, occasion, sessions, &state.told)
            if let verdict { news.exchanges[place].verdicts.append(verdict) }
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
    for index in sessions.regrouped {
      let entry = sessions.exchanges[index].entry
      let devices = sessions.sessions(of: index).compactMap { sessions.name(of: $0) }
      if devices.isEmpty || told[entry] == devices { continue }
      told[entry] = devices
      news.devices[entry] = devices
    }
  }

  /// The verdict of a rule on an exchange; nil where it was told before.
  private func verdict(
    _ member: SessionRules.Member, _ occasion: Int, _ sessions: LiveSessions,
    _ told: inout [Told: Bool]
  ) throws(TrafficError) -> LiveVerdict? {
    guard let (verdict, session) = try sessions.verdict(member, occasion) else { return nil }
    let exchange = sessions.exchanges[occasion]
    var broken: BrokenOccasion?
    switch verdict {
    case .notJudged: return nil
    case .met: break
    case .broken(let findings, let others):
      broken = BrokenOccasion(
        exchange, session, findings, of: member.rule,
        others: others.map { sessions.exchanges[$0].entry })
    }
    if member.rule.looksAhead {
      let key = Told(rule: member.place, entry: exchange.entry)
      let before = told.updateValue(broken != nil, forKey: key)
      if before == true || before == false && broken == nil { return nil }
    }
    return LiveVerdict(rule: member.place, entry: exchange.entry, broken: broken)
  }
}

extension AuditRule {
  /// Whether what comes after an occasion counts.
  fileprivate var looksAhead: Bool {
    demand.looksAhead || conditions.contains { if case .next = $0 { true } else { false } }
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
