// SPDX-License-Identifier: Apache-2.0
// Looks for exchanges before and after an occasion.

import Formats
import Suites
import Text

/// What became of a search.
enum SearchResult {
  case found(Int)
  /// There is none; closed if one would have been recorded.
  case none(isClosed: Bool)
  case unknown(Doubt)
}

extension SessionJudge {
  /// Looks back from an occasion, the most recent first.
  ///
  /// - Parameters:
  ///   - skipsUnanswered: Whether deliberate exchanges don't count, nor those whose answer came too
  ///     late for the application to know it.
  ///   - wantsFirst: Whether only the most recent counts.
  func lookBack(
    _ search: Search, _ occasion: Occasion, skipsUnanswered: Bool = false, wantsFirst: Bool = false
  ) throws(TrafficError) -> SearchResult {
    guard case .done(let closing, let doubted) = try bound(of: search, occasion, back: true) else {
      return .unknown(.tooMany)
    }
    let readsAnswer =
      search.pattern.validity != nil
      || search.pattern.parts.contains { !$0.parts.isDisjoint(with: .answer) }
    let limit = search.pattern.within.map { occasion.time - $0.wholeMilliseconds }
    let result = try walk(
      search.pattern, occasion, from: occasion.rank, to: closing, back: true
    ) { rank in
      guard skipsUnanswered else { return true }
      if isDeliberate(rank) { return false }
      return !readsAnswer || end(rank) <= occasion.time
    }
    guard case .done(let found, let unsure) = result else { return .unknown(.tooMany) }
    if let found {
      if let doubted, found <= doubted.rank { return .unknown(doubted.doubt) }
      if wantsFirst, let unsure { return .unknown(unsure.doubt) }
      return .found(found)
    }
    if let unsure { return .unknown(unsure.doubt) }
    var isClosed = false
    if let closing {
      isClosed = session.span.covers(time(closing), occasion.time)
    } else if session.isWhole {
      isClosed = session.span.covers(time(0), occasion.time)
    }
    if let limit, session.span.covers(limit, occasion.time) { isClosed = true }
    return .none(isClosed: isClosed)
  }

  /// Looks ahead from an occasion, the next first.
  ///
  /// - Parameters:
  ///   - start: The rank behind which to look; that of the occasion by default.
  ///   - skipsUnrelated: Whether deliberate exchanges don't count, nor those that were sent before
  ///     the answer of the occasion came.
  ///   - wantsFirst: Whether only the next counts; then deliberate ones count too.
  func lookAhead(
    _ search: Search, _ occasion: Occasion, after start: Int? = nil, skipsUnrelated: Bool = false,
    wantsFirst: Bool = false
  ) throws(TrafficError) -> SearchResult {
    guard case .done(let closing, let doubted) = try bound(of: search, occasion, back: false) else {
      return .unknown(.tooMany)
    }
    let limit = search.pattern.within.map { occasion.time + $0.wholeMilliseconds }
    let answered = end(occasion.rank)
    let result = try walk(
      search.pattern, occasion, from: start ?? occasion.rank, to: closing, back: false
    ) { rank in
      if skipsUnrelated, !wantsFirst, isDeliberate(rank) { return false }
      return !skipsUnrelated || time(rank) >= answered
    }
    guard case .done(let found, let unsure) = result else { return .unknown(.tooMany) }
    if let found {
      if let doubted, found >= doubted.rank { return .unknown(doubted.doubt) }
      if wantsFirst {
        if let unsure { return .unknown(unsure.doubt) }
        // One in between may be on a part that was not recorded.
        if !session.span.covers(occasion.time, time(found)) {
          return .unknown(.endsTooSoon)
        }
      }
      return .found(found)
    }
    if let unsure { return .unknown(unsure.doubt) }
    var isClosed = false
    if let closing { isClosed = session.span.covers(occasion.time, time(closing)) }
    if let limit, session.span.covers(occasion.time, limit) { isClosed = true }
    return .none(isClosed: isClosed)
  }
}

extension SessionJudge {
  private enum Walk {
    /// The first that matches, and the first before it of which nobody knows.
    case done(Int?, (rank: Int, doubt: Doubt)?)
    case tooMany
  }

  /// Looks for the exchange that ends a search.
  private func bound(
    of search: Search, _ occasion: Occasion, back: Bool
  ) throws(TrafficError) -> Walk {
    guard let bound = search.bound else { return .done(nil, nil) }
    return try walk(bound, occasion, from: occasion.rank, back: back) { _ in true }
  }

  /// When the answer of an exchange was complete; when it was sent, where that is not known.
  private func end(_ rank: Int) -> Int {
    let index = session.members[rank]
    return store.exchanges[index].end ?? store.exchanges[index].time
  }

  /// Goes through the exchanges that a pattern may mean, away from a rank.
  ///
  /// - Parameters:
  ///   - to: A rank that ends it.
  ///   - counts: Whether the exchange with a rank counts at all.
  private func walk(
    _ pattern: ExchangePattern, _ occasion: Occasion, from: Int, to: Int? = nil, back: Bool,
    _ counts: (_ rank: Int) -> Bool
  ) throws(TrafficError) -> Walk {
    let list: CandidateList
    let same: [Int32]
    switch candidates(pattern, occasion) {
    case .failure(let doubt): return .done(nil, (occasion.rank, doubt))
    case .success(let found): (list, same) = found
    }
    let within = pattern.within.map(\.wholeMilliseconds)
    var comparison: Comparison?
    var unsure: (rank: Int, doubt: Doubt)?
    var left = Self.comparisonLimit
    let items = list.items
    var position =
      back
      ? items.countOfFirst { $0.rank < from } - 1 : items.countOfFirst { $0.rank <= from }
    while items.indices.contains(position) {
      if unsure != nil {
        // Of these, the first that is unknown is enough.
        position = list.surePlace(from: position, back: back)
        guard items.indices.contains(position) else { break }
      }
      let place = position
      let rank = items[place].rank
      position += back ? -1 : 1
      if let to, back ? rank <= to : rank >= to { break }
      if let within, abs(time(rank) - occasion.time) > within { break }
      guard counts(rank) else { continue }
      switch items[place].mark {
      case .yes?: return .done(rank, unsure)
      case .no?: continue
      case .unknown? where unsure != nil: continue
      case .unknown?, nil: break
      }
      if let doubt = items[place].doubt {
        unsure = unsure ?? (rank, doubt)
        continue
      }
      left -= 1
      if left < 0 || comparedReadings > readingLimit { return .tooMany }
      if comparison == nil {
        switch bound(pattern, occasion) {
        case .failure(let error): return .done(nil, (occasion.rank, .unfit(error.message)))
        case .success(let bound):
          comparison = Comparison(
            bound: bound, known: known(pattern, same, occasion, items.count, bound))
        }
      }
      let readings = store.readCount
      let match = try comparison?.match(place, session.members[rank], store, at: occasion.time)
      comparedReadings += store.readCount - readings
      switch match {
      case .yes?: return .done(rank, unsure)
      case .no?, nil: break
      case .unknown(let doubt)?: unsure = unsure ?? (rank, doubt)
      }
    }
    return .done(nil, unsure)
  }

  /// What is known of a search that is made for the second time, at least.
  private func known(
    _ pattern: ExchangePattern, _ same: [Int32], _ occasion: Occasion, _ count: Int,
    _ bound: BoundSearch
  ) -> KnownMatches? {
    guard bound.isTimeless, count > 4 else { return nil }
    let key = SearchKey(
      pattern: pattern.id, same: same, saved: pattern.names.map { occasion.number(of: $0) })
    if let known = searches[key] { return known }
    if searchedOnce.count >= Self.searchLimit { searchedOnce.removeAll(keepingCapacity: true) }
    guard !searchedOnce.insert(key).inserted else { return nil }
    if stateCount + count > Self.stateLimit {
      searches.removeAll(keepingCapacity: true)
      stateCount = 0
    }
    stateCount += count
    let known = KnownMatches(count)
    searches[key] = known
    return known
  }

  /// So many exchanges of the session are read once more, at most, to be compared.
  private var readingLimit: Int { 20_000 + session.members.count }

  /// So many searches are known to have been made once.
  private static let searchLimit = 10_000
  /// Of so many candidates of all searches it is remembered whether they match.
  private static let stateLimit = 8_000_000
}

/// A pattern that is compared with candidates.
private struct Comparison {
  let bound: BoundSearch
  let known: KnownMatches?

  func match(
    _ place: Int, _ index: Int, _ store: ExchangeStore, at now: Int
  ) throws(TrafficError) -> Match {
    switch known?.states[place] {
    case .yes?: return .yes
    case .no?: return .no
    case .unknown?: if let doubt = known?.doubts[place] { return .unknown(doubt) }
    case .unasked?, nil: break
    }
    let match = try bound.match(index, store, at: now)
    switch match {
    case .yes: known?.states[place] = .yes
    case .no: known?.states[place] = .no
    case .unknown(let doubt):
      known?.states[place] = .unknown
      known?.doubts[place] = doubt
    }
    return match
  }
}

/// The exchanges that a pattern may mean, in their order.
final class CandidateList {
  /// An exchange that a pattern may mean.
  struct Candidate {
    let rank: Int
    /// nil where it has to be compared on each occasion.
    let mark: Mark?
    /// Why nobody knows whether its values are those of the occasion.
    var doubt: Doubt?
  }

  let items: [Candidate]
  /// For each place the nearest before it, and behind it, of which it is not unknown whether it
  /// matches.
  private lazy var surePlaces: (before: [Int32], after: [Int32]) = makeSurePlaces()

  init(_ items: [Candidate]) {
    self.items = items
  }
}

extension CandidateList {
  /// The nearest place from one on of which it is not unknown whether the exchange matches.
  func surePlace(from place: Int, back: Bool) -> Int {
    guard items.indices.contains(place) else { return place }
    return Int(back ? surePlaces.before[place] : surePlaces.after[place])
  }

  private func makeSurePlaces() -> (before: [Int32], after: [Int32]) {
    var before = [Int32](repeating: -1, count: items.count)
    var after = [Int32](repeating: Int32(items.count), count: items.count)
    for place in items.indices {
      let isSure = items[place].mark != .unknown
      before[place] = isSure ? Int32(place) : place > 0 ? before[place - 1] : -1
    }
    for place in items.indices.reversed() {
      let isSure = items[place].mark != .unknown
      after[place] =
        isSure ? Int32(place) : place + 1 < items.count ? after[place + 1] : Int32(items.count)
    }
    return (before, after)
  }
}

/// The exchanges that a pattern may mean, by the values that have to be the same.
final class CandidateGroups {
  /// The values of the pattern by which the groups are told apart.
  var groups: [[Int32]: CandidateList] = [:]
  /// Those of whose values nobody knows.
  var unsure: [CandidateList.Candidate] = []
}

/// What a search depends on: the pattern, the values that are the same, and those saved.
struct SearchKey: Hashable {
  let pattern: Int
  let same: [Int32]
  let saved: [SavedNumber]
}

/// What is known of the candidates of a search.
final class KnownMatches {
  enum State: UInt8 {
    case unasked
    case yes
    case no
    case unknown
  }

  var states: [State]
  var doubts: [Int: Doubt] = [:]

  init(_ count: Int) {
    states = Array(repeating: .unasked, count: count)
  }
}

extension SessionJudge {
  /// What is known of an exchange and a pattern that depends on nothing else; nil for another
  /// pattern.
  func mark(_ pattern: ExchangePattern, _ index: Int) -> Mark? {
    marks.mark(pattern, of: store.exchanges[index], store.exchanges.rows)
  }

  /// The exchanges that a pattern may mean on an occasion, in order, and the values that they have
  /// to have.
  func candidates(
    _ pattern: ExchangePattern, _ occasion: Occasion
  ) -> Result<(list: CandidateList, same: [Int32]), Doubt> {
    var key: [Int32] = []
    for value in pattern.same {
      switch store.exchanges.value(value, of: occasion.index) {
      case .number(let number): key.append(number)
      case .none: return .failure(.noValue(store.vocabulary.valueNames[value]))
      case .unknown: return .failure(.lacks(store.parts(ofValue: value, in: occasion.index)))
      }
    }
    let known: CandidateGroups
    if let groups = candidateGroups[pattern.id] {
      known = groups
    } else {
      known = groups(pattern)
      candidateGroups[pattern.id] = known
    }
    if known.unsure.count > Self.comparisonLimit { return .failure(.tooMany) }
    if let list = known.groups[key] { return .success((list, key)) }
    // None has these values, but some may have.
    let list = CandidateList(known.unsure)
    known.groups[key] = list
    return .success((list, key))
  }

  private func groups(_ pattern: ExchangePattern) -> CandidateGroups {
    let result = CandidateGroups()
    var groups: [[Int32]: [CandidateList.Candidate]] = [:]
    var ranks = pattern.kinds.flatMap { session.ranks[$0] ?? [] }
    if pattern.kinds.count > 1 { ranks.sort() }
    for rank in ranks {
      let index = session.members[rank]
      var candidate = CandidateList.Candidate(rank: rank, mark: mark(pattern, index))
      if candidate.mark == .no { continue }
      var key: [Int32] = []
      for value in pattern.same {
        switch store.exchanges.value(value, of: index) {
        case .number(let number): key.append(number)
        case .none: break
        case .unknown: candidate.doubt = .lacks(store.parts(ofValue: value, in: index))
        }
      }
      if candidate.doubt != nil {
        // What is surely so of it is not enough.
        result.unsure.append(
          CandidateList.Candidate(rank: rank, mark: nil, doubt: candidate.doubt))
      } else if key.count == pattern.same.count,
        marks.markOfConstantParts(
          pattern, of: store.exchanges[index], store.exchanges.rows) != .no
      {
        groups[key, default: []].append(candidate)
      }
    }
    let unsure = result.unsure
    result.groups = groups.mapValues { group in
      // Beyond the limit nobody looks at them.
      unsure.isEmpty || unsure.count > Self.comparisonLimit
        ? CandidateList(group)
        : CandidateList((group + unsure).sorted { $0.rank < $1.rank })
    }
    return result
  }
}

extension ExchangeStore {
  /// The parts that a value of an exchange comes from.
  func parts(ofValue value: Int, in index: Int) -> ExchangeParts {
    let kind = exchanges[index].kind
    let sources = vocabulary.kinds[kind].values[value] ?? vocabulary.every[value] ?? []
    return sources.reduce([]) { $0.union($1.parts) }
  }
}

extension Array {
  /// How many items at the beginning a condition holds for, where it holds for none behind them.
  func countOfFirst(_ holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
