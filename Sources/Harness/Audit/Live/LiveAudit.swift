// SPDX-License-Identifier: Apache-2.0
// Judges exchanges one by one, as they come.

internal import Encodings
internal import Synchronization
package import Traffic

/// Judges exchanges as they come, and all of them at the end. Every exchange is one of the service.
///
/// What it says of an occasion on the way may still change: a later exchange may break what was
/// obeyed so far. `finish()` is what counts.
package final class LiveAudit: Sendable {
  private let rules: AuditRules
  private let state: Mutex<State>

  private struct State {
    var reading: TrafficReading
    var source: ExchangeList
    /// Whether an occasion was broken when it was last judged.
    var told: [Told: Bool] = [:]
  }

  private struct Told: Hashable {
    let file: Int
    let rule: Int
    let entry: EntryReference
  }

  /// Of so many earlier occasions of a rule an exchange may still change the verdict.
  private static let openLimit = 100
  /// So many exchanges are looked at when one comes. With those before them it is judged at the end.
  private static let recentLimit = 2_000

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

/// What an exchange shows of a rule, as it comes.
package struct LiveVerdict: Sendable {
  /// The name of the file of rules.
  package let application: String
  package let rule: String
  /// The occasion: the exchange that came, or one before it of which it decides.
  package let entry: EntryReference
  /// nil where the rule was obeyed.
  package let broken: BrokenOccasion?
}

extension LiveAudit {
  /// The exchanges so far, as a recording.
  package var source: ExchangeList { state.withLock { $0.source } }

  /// Judges an exchange, and the occasions before it of which it decides.
  ///
  /// - Parameter exchange: Its entry is given to it here: the next of the recording.
  package func add(_ exchange: RecordedExchange) -> [LiveVerdict] {
    state.withLock { state in
      var exchange = exchange
      exchange.entry = state.source.append(exchange)
      state.reading.add(.exchange(exchange))
      // An exchange in memory can always be read.
      return (try? verdicts(exchange.entry, &state)) ?? []
    }
  }

  /// What all exchanges show.
  package func finish() -> AuditResult {
    let (source, origins) = state.withLock { ($0.source, $0.reading.origins.texts) }
    return (try? Audit(rules, origins: origins).judge(source))
      ?? AuditResult(traffic: AuditedTraffic(recordings: source.recordings), rules: [])
  }

  private func verdicts(
    _ entry: EntryReference, _ state: inout State
  ) throws(TrafficError) -> [LiveVerdict] {
    var verdicts: [LiveVerdict] = []
    let followed = state.reading.followed()
    for (index, collection) in state.reading.collections.enumerated() where followed.contains(index)
    {
      let exchanges = collection.latest(Self.recentLimit)
      guard let latest = exchanges.firstIndex(where: { $0.entry == entry }) else { continue }
      let store = ExchangeStore(
        exchanges, collection.vocabulary, state.source, details: state.reading.numbers.details)
      let grouping = SessionGrouping(exchanges, collection.vocabulary)
      let members = grouping.members
      guard let number = grouping.sessions[latest].first else { continue }
      // What was sent before those that are looked at is as if it was not recorded.
      let isWhole = collection.exchanges.count <= Self.recentLimit
      let span = state.reading.recordings.map { span in
        span.map { max($0.lowerBound, exchanges[0].time)...max($0.upperBound, exchanges[0].time) }
      }
      let session = AuditSession(
        name: grouping.names[number].map { state.reading.numbers.texts[Int($0)] } ?? "",
        members[number], of: exchanges,
        beginnings: isWhole ? collection.vocabulary.beginnings : [],
        recordings: isWhole ? state.reading.recordings : span)
      let judge = SessionJudge(session, store, collection.marks)
      for (file, rules) in rules.files.enumerated() where rules.vocabulary == index {
        for (number, rule) in rules.rules.enumerated() where rule.among == nil {
          for rank in ranks(rule, session, exchanges, latest) {
            guard let verdict = try judge.verdict(rule, rank) else { continue }
            let occasion = exchanges[session.members[rank]]
            let told = Told(file: file, rule: number, entry: occasion.entry)
            switch verdict {
            case .notJudged: continue
            case .met:
              if state.told.updateValue(false, forKey: told) == nil {
                verdicts.append(
                  LiveVerdict(
                    application: rules.name, rule: rule.name, entry: occasion.entry, broken: nil))
              }
            case .broken(let findings, let others):
              if state.told.updateValue(true, forKey: told) != true {
                verdicts.append(
                  LiveVerdict(
                    application: rules.name, rule: rule.name, entry: occasion.entry,
                    broken: BrokenOccasion(
                      occasion, session.name, findings, of: rule,
                      others: others.map { exchanges[$0].entry })))
              }
            }
          }
        }
      }
    }
    return verdicts
  }

  /// The occasions of a rule that an exchange may decide of.
  private func ranks(
    _ rule: AuditRule, _ session: AuditSession, _ exchanges: [IndexedExchange], _ latest: Int
  ) -> [Int] {
    let ranks = rule.occasion.kinds.flatMap { session.ranks[$0] ?? [] }.sorted()
    if rule.demand.looksAhead { return ranks.suffix(Self.openLimit) }
    return ranks.filter { session.members[$0] == latest }
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
