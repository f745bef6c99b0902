// SPDX-License-Identifier: Apache-2.0
// Judges the occasions of one session.

import Expectations
import Formats
import Suites
import Text

/// Judges the occasions of one session. It remembers where the exchanges are that patterns mean.
final class SessionJudge {
  private(set) var session: AuditSession
  let store: ExchangeStore
  let marks: PatternMarks
  /// The exchanges that a pattern may mean, by its number.
  var candidates: [Int: CandidateGroups] = [:]
  /// What was found out about the candidates of patterns with values in them.
  var comparisons: [KnownComparisons.Key: KnownComparisons] = [:]
  /// How many bytes these have.
  var comparedBytes = 0
  /// How many exchanges were read once more to be compared.
  var comparedReadings = 0
  /// Whether a later exchange may change the latest verdict.
  var isOpen = false

  /// The state of an occasion.
  struct Occasion {
    let rank: Int
    let index: Int
    let time: Int
    let facts: [String: JSONValue]
    /// The values saved so far.
    private(set) var saved: [String: JSONValue] = [:]
    /// The ranks of the other exchanges that they were saved from.
    private(set) var sources: [String: Int] = [:]
  }

  /// At most so many exchanges are compared with a pattern on one occasion.
  static let comparisonLimit = 1_000

  init(_ session: AuditSession, _ store: ExchangeStore, _ marks: PatternMarks) {
    self.session = session
    self.store = store
    self.marks = marks
  }

  /// Judges further occasions with the exchanges that came later.
  func extend(to members: [Int], recording: ClosedRange<Int>?) {
    session.extend(to: members, of: store.exchanges, recording: recording)
  }

  func time(_ rank: Int) -> Int { store.exchanges[session.members[rank]].time }

  func isDeliberate(_ rank: Int) -> Bool { store.exchanges[session.members[rank]].isDeliberate }
}

extension SessionJudge.Occasion {
  func value(of name: String) -> JSONValue? {
    saved[name] ?? (name == "now" ? .integer(time) : nil)
  }

  mutating func save(_ value: JSONValue, as name: String, from rank: Int) {
    saved[name] = value
    sources[name] = rank == self.rank ? nil : rank
  }

  /// The values for patterns.
  var bindings: Bindings {
    let time = time
    var bindings = Bindings(
      facts: facts,
      builtIn: { name, member in name == "now" && member == nil ? .integer(time) : nil })
    for (name, value) in saved { bindings.saved[name] = .json(value) }
    return bindings
  }
}

extension SessionJudge {
  /// The verdict of a rule on the exchange with this rank; nil where it is not an occasion.
  func verdict(_ rule: AuditRule, _ rank: Int) throws(TrafficError) -> OccasionVerdict? {
    isOpen = false
    let index = session.members[rank]
    if store.exchanges[index].isDeliberate { return nil }
    var occasion = Occasion(
      rank: rank, index: index, time: store.exchanges[index].time, facts: store.facts)
    switch try match(rule.occasion, rank, occasion) {
    case .no: return nil
    case .unknown(let doubt): return .notJudged(doubt)
    case .yes: break
    }
    if rule.needsLog, session.callSpan == nil { return .notJudged(.noLog) }
    for save in rule.occasion.saves + rule.saves {
      if let doubt = try self.save(save, from: rank, &occasion) { return .notJudged(doubt) }
    }
    for condition in rule.conditions {
      switch try holds(condition, &occasion) {
      case .yes: break
      case .no: return nil
      case .unknown(let doubt): return .notJudged(doubt)
      }
    }
    return try judge(rule.demand, occasion)
  }

  private func judge(_ demand: Demand, _ occasion: Occasion) throws(TrafficError) -> OccasionVerdict
  {
    switch demand {
    case .expect(let pattern): return try expect(pattern, occasion.rank, occasion)
    case .earlier(let search):
      switch try lookBack(search, occasion) {
      case .found: return .met
      case .unknown(let doubt): return .notJudged(doubt)
      case .none(isClosed: false): return .notJudged(.beginsInTheMiddle)
      case .none(isClosed: true):
        return try missing(.earlier, search, occasion)
      }
    case .notEarlier(let search):
      switch try lookBack(search, occasion, skipsUnanswered: true) {
      case .found(let rank): return try broken(.notEarlier, search, occasion, [rank])
      case .unknown(let doubt): return .notJudged(doubt)
      case .none(let isClosed): return isClosed ? .met : .notJudged(.beginsInTheMiddle)
      }
    case .later(let search):
      switch try lookAhead(search, occasion) {
      case .found: return .met
      case .unknown(let doubt): return .notJudged(doubt)
      case .none(isClosed: false): return .notJudged(.endsTooSoon)
      case .none(isClosed: true):
        return try missing(.later, search, occasion)
      }
    case .notLater(let search):
      switch try lookAhead(search, occasion, skipsUnrelated: true) {
      case .found(let rank): return try broken(.notLater, search, occasion, [rank])
      case .unknown(let doubt): return .notJudged(doubt)
      case .none(let isClosed):
        let goesOn = isClosed || occasion.rank + 1 < session.members.count
        return goesOn ? .met : .notJudged(.endsTooSoon)
      }
    case .next(let of, let expected, let before, let position):
      let search = Search(pattern: of, bound: before, position: position)
      switch try lookAhead(search, occasion, skipsUnrelated: true, wantsFirst: true) {
      case .found(let rank):
        if isDeliberate(rank) { return .notJudged(.deliberate) }
        return try expect(expected, rank, occasion, .next, search)
      case .unknown(let doubt): return .notJudged(doubt)
      case .none: return .notJudged(.endsTooSoon)
      }
    case .latest(let of, let wanted, let position):
      let search = Search(pattern: of, bound: nil, position: position)
      switch try lookBack(search, occasion, wantsFirst: true) {
      case .found(let rank): return try expect(wanted, rank, occasion, .latest, search)
      case .unknown(let doubt): return .notJudged(doubt)
      case .none: return .notJudged(.beginsInTheMiddle)
      }
    case .atMost(let count, let search): return try atMost(count, search, occasion)
    case .apart(let distance, let search):
      let least: Duration
      do {
        least = try distance.duration(in: occasion.bindings)
      } catch {
        return .notJudged(.unfit(error.message))
      }
      switch try lookAhead(search, occasion, skipsUnrelated: true) {
      case .found(let rank):
        let gap = time(rank) - occasion.time
        if gap >= least.wholeMilliseconds { return .met }
        return try broken(.apart, search, occasion, [rank], limit: least)
      case .unknown(let doubt): return .notJudged(doubt)
      case .none(let isClosed): return isClosed ? .met : .notJudged(.endsTooSoon)
      }
    case .all(let demands, _):
      var verdicts: [OccasionVerdict] = []
      for demand in demands { verdicts.append(try judge(demand, occasion)) }
      return .all(verdicts)
    case .any(let demands, _):
      // Telling how something differs takes much longer than telling whether it does.
      for case .expect(let pattern) in demands
      where try surely(.yes, pattern, occasion) { return .met }
      var others: [OccasionVerdict?] = []
      for demand in demands {
        if case .expect = demand {
          others.append(nil)
          continue
        }
        if case .all(let parts, _) = demand, try areMet(parts, occasion) { return .met }
        let verdict = try judge(demand, occasion)
        if case .met = verdict { return .met }
        others.append(verdict)
      }
      return try anyOf(demands, others, occasion)
    }
  }

  /// The verdict of alternatives if no single one is surely met.
  ///
  /// - Parameter others: The verdicts of those that are not about the occasion alone.
  private func anyOf(
    _ demands: [Demand], _ others: [OccasionVerdict?], _ occasion: Occasion
  ) throws(TrafficError) -> OccasionVerdict {
    var hasDoubt = false
    for case .notJudged? in others { hasDoubt = true }
    var verdicts: [OccasionVerdict] = []
    for (demand, other) in zip(demands, others) {
      if let other {
        verdicts.append(other)
      } else if hasDoubt, case .expect(let pattern) = demand, try surely(.no, pattern, occasion) {
        // How it differs doesn't count then.
        continue
      } else {
        verdicts.append(try judge(demand, occasion))
      }
    }
    return .any(verdicts)
  }

  /// Whether an exchange surely is, or surely is not, what is expected of it.
  private func surely(
    _ wanted: Match, _ pattern: ExchangePattern, _ occasion: Occasion
  ) throws(TrafficError) -> Bool {
    switch mark(pattern, occasion.index) {
    case .yes?: return wanted == .yes
    case .no?: return wanted == .no
    case .unknown?, nil: break
    }
    guard case .success(let bound) = store.documents.bound(pattern, occasion) else { return false }
    return try store.match(bound.pattern, occasion.index, at: occasion.time) == wanted
  }

  /// Whether an occasion surely meets some demands, of which at least one is quickly judged.
  private func areMet(_ demands: [Demand], _ occasion: Occasion) throws(TrafficError) -> Bool {
    for demand in demands {
      if case .expect(let pattern) = demand {
        guard try surely(.yes, pattern, occasion) else { return false }
      }
    }
    for demand in demands {
      if case .expect = demand { continue }
      guard case .met = try judge(demand, occasion) else { return false }
    }
    return true
  }

  /// The verdict on an exchange by its expectation.
  ///
  /// - Parameters:
  ///   - demand: The demand by which another exchange than the occasion is looked at.
  ///   - search: The search that found it.
  private func expect(
    _ pattern: ExchangePattern, _ rank: Int, _ occasion: Occasion,
    _ demand: CallOrder.Demand? = nil, _ search: Search? = nil
  ) throws(TrafficError) -> OccasionVerdict {
    let index = session.members[rank]
    if mark(pattern, index) == .yes { return .met }
    switch store.documents.bound(pattern, occasion) {
    case .failure(let error): return .notJudged(.unfit(error.message))
    case .success(let bound):
      if try store.match(bound.pattern, index, at: occasion.time) == .yes { return .met }
      let document = try store.document(index)
      let (findings, lacking) = bound.pattern.findings(document, at: occasion.time)
      if !findings.isEmpty {
        guard let demand, let search else { return try broken(findings, of: pattern, occasion) }
        return try broken(findings, demand, search, occasion, rank)
      }
      return lacking.isEmpty ? .met : .notJudged(.lacks(lacking))
    }
  }

  private func atMost(
    _ count: Int, _ search: Search, _ occasion: Occasion
  ) throws(TrafficError) -> OccasionVerdict {
    var found: [Int] = []
    var start = occasion.rank
    while true {
      switch try lookAhead(search, occasion, after: start, skipsUnrelated: true) {
      case .found(let rank):
        found.append(rank)
        start = rank
        if found.count > count {
          return try broken(count == 0 ? .notLater : .atMost, search, occasion, found, most: count)
        }
      case .unknown(let doubt): return .notJudged(doubt)
      case .none(let isClosed): return isClosed || !found.isEmpty ? .met : .notJudged(.endsTooSoon)
      }
    }
  }
}
