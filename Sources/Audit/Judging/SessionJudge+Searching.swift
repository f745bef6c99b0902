// SPDX-License-Identifier: Apache-2.0
// Conditions of an occasion, and searches before and after it.

import Expectations
import Formats
import Suites
import Text

extension SessionJudge {
  /// Whether an exchange matches a pattern on an occasion.
  func match(
    _ pattern: ExchangePattern, _ rank: Int, _ occasion: Occasion
  ) throws(TrafficError) -> Match {
    let index = session.members[rank]
    guard pattern.kinds.contains(store.exchanges[index].kind) else { return .no }
    switch mark(pattern, index) {
    case .yes?: return .yes
    case .no?: return .no
    case .unknown?, nil: break
    }
    for value in pattern.same where index != occasion.index {
      let own = store.exchanges[occasion.index].values[value]
      switch (own, store.exchanges[index].values[value]) {
      case (.number(let own), .number(let other)): if own != other { return .no }
      case (.unknown, _): return .unknown(.lacks(store.parts(ofValue: value, in: occasion.index)))
      case (_, .unknown): return .unknown(.lacks(store.parts(ofValue: value, in: index)))
      case (.none, _), (_, .none): return .no
      }
    }
    switch store.documents.bound(pattern, occasion) {
    case .failure(let error): return .unknown(.unfit(error.message))
    case .success(let bound): return try store.match(bound.pattern, index, at: occasion.time)
    }
  }

  /// Whether a condition holds on an occasion. It saves the values of the exchange that it finds.
  func holds(_ condition: Condition, _ occasion: inout Occasion) throws(TrafficError) -> Match {
    switch condition {
    case .earlier(let search):
      switch try lookBack(search, occasion) {
      case .found(let rank): return try save(search.pattern.saves, from: rank, &occasion)
      case .unknown(let doubt): return .unknown(doubt)
      case .none(let isClosed): return isClosed ? .no : .unknown(.beginsInTheMiddle)
      }
    case .notEarlier(let search):
      switch try lookBack(search, occasion) {
      case .found: return .no
      case .unknown(let doubt): return .unknown(doubt)
      case .none(let isClosed): return isClosed ? .yes : .unknown(.beginsInTheMiddle)
      }
    case .latest(let of, let wanted, let saves, let position):
      let search = Search(pattern: of, bound: nil, position: position)
      switch try lookBack(search, occasion, wantsFirst: true) {
      case .found(let rank): return try holds(of, wanted, saves, rank, &occasion)
      case .unknown(let doubt): return .unknown(doubt)
      case .none(let isClosed): return isClosed ? .no : .unknown(.beginsInTheMiddle)
      }
    case .next(let of, let wanted, let saves, let position):
      let search = Search(pattern: of, bound: nil, position: position)
      switch try lookAhead(search, occasion, skipsUnrelated: true, wantsFirst: true) {
      case .found(let rank): return try holds(of, wanted, saves, rank, &occasion)
      case .unknown(let doubt): return .unknown(doubt)
      case .none: return .unknown(.endsTooSoon)
      }
    }
  }

  /// Whether the exchange that was found is the wanted one. Its values are saved.
  private func holds(
    _ found: ExchangePattern, _ wanted: ExchangePattern?, _ saves: [SavedValue], _ rank: Int,
    _ occasion: inout Occasion
  ) throws(TrafficError) -> Match {
    if let wanted {
      let match = try match(wanted, rank, occasion)
      guard case .yes = match else { return match }
    }
    return try save(found.saves + (wanted?.saves ?? []) + saves, from: rank, &occasion)
  }

  private func save(
    _ values: [SavedValue], from rank: Int, _ occasion: inout Occasion
  ) throws(TrafficError) -> Match {
    for value in values {
      if let doubt = try save(value, from: rank, &occasion) { return .unknown(doubt) }
    }
    return .yes
  }

  /// Saves a value of an exchange.
  ///
  /// - Returns: Why it can't be saved.
  func save(
    _ value: SavedValue, from rank: Int, _ occasion: inout Occasion
  ) throws(TrafficError) -> UnjudgedReason? {
    let index = session.members[rank]
    if value.sources.count == 1, value.sources[0].names == ["time"] {
      occasion.save(.integer(store.exchanges[index].time), as: value.name, from: rank)
      return nil
    }
    let document = try store.document(index)
    let now = Timestamp(milliseconds: occasion.time)
    var lacking: ExchangeParts = []
    for saved in value.sources {
      let unknown = document.lacking(saved.parts, header: saved.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if let names = saved.names {
        guard let found = document.value(names) else { continue }
        occasion.save(found, as: value.name, from: rank)
        return nil
      }
      guard
        let observation = saved.isOfAnswer ? document.answer(at: now) : document.request(at: now),
        let source = try? saved.template.source(evaluatedIn: occasion.bindings),
        case .success(let found) = source.value(in: observation)
      else { continue }
      occasion.save(found, as: value.name, from: rank)
      return nil
    }
    return lacking.isEmpty ? .nothingSaved(value.name) : .lacks(lacking)
  }
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
    let bound = try bound(of: search, occasion, back: true) { _ in true }
    guard case .done(let closing, let doubted) = bound else { return .unknown(.tooMany) }
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
    let pattern = search.pattern
    var isClosed = false
    if let closing {
      isClosed = session.covers(time(closing), occasion.time, pattern)
    } else {
      isClosed = session.coversAll(before: occasion.time, from: time(0), pattern)
    }
    if let limit, session.covers(limit, occasion.time, pattern) { isClosed = true }
    return .none(isClosed: isClosed)
  }

  /// Looks ahead from an occasion, the next first.
  ///
  /// - Parameters:
  ///   - start: The rank behind which to look; that of the occasion by default.
  ///   - skipsUnrelated: Whether deliberate exchanges don't count, nor those that were sent before
  ///     the answer of the occasion came. Otherwise, something has to come, and a deliberate exchange
  ///     is no end of the time for it: it may be another device's, of which it has no name.
  ///   - wantsFirst: Whether only the next counts; then deliberate ones count too.
  func lookAhead(
    _ search: Search, _ occasion: Occasion, after start: Int? = nil, skipsUnrelated: Bool = false,
    wantsFirst: Bool = false
  ) throws(TrafficError) -> SearchResult {
    let (result, doubted) = try resultAhead(
      search, occasion, after: start ?? occasion.rank, skipsUnrelated: skipsUnrelated,
      wantsFirst: wantsFirst)
    switch result {
    case .found, .none(isClosed: true): break
    case .none(isClosed: false): isOpen = true
    // Nothing that comes later can tell what the occasion itself doesn't.
    case .unknown: if doubted != occasion.rank { isOpen = true }
    }
    return result
  }

  /// - Returns: With the rank of the exchange that is in doubt, if one is.
  private func resultAhead(
    _ search: Search, _ occasion: Occasion, after start: Int, skipsUnrelated: Bool,
    wantsFirst: Bool
  ) throws(TrafficError) -> (result: SearchResult, doubted: Int?) {
    let bound = try bound(of: search, occasion, back: false) { skipsUnrelated || !isDeliberate($0) }
    guard case .done(let closing, let doubted) = bound else { return (.unknown(.tooMany), nil) }
    let limit = search.pattern.within.map { occasion.time + $0.wholeMilliseconds }
    let answered = end(occasion.rank)
    let result = try walk(
      search.pattern, occasion, from: start, to: closing, back: false
    ) { rank in
      if skipsUnrelated, !wantsFirst, isDeliberate(rank) { return false }
      return !skipsUnrelated || time(rank) >= answered
    }
    guard case .done(let found, let unsure) = result else { return (.unknown(.tooMany), nil) }
    if let found {
      if let doubted, found >= doubted.rank { return (.unknown(doubted.doubt), doubted.rank) }
      if wantsFirst {
        if let unsure { return (.unknown(unsure.doubt), unsure.rank) }
        // One in between may be on a part that was not recorded.
        if !session.covers(occasion.time, time(found), search.pattern) {
          return (.unknown(.endsTooSoon), nil)
        }
      }
      return (.found(found), nil)
    }
    if let unsure { return (.unknown(unsure.doubt), unsure.rank) }
    var isClosed = false
    if let closing { isClosed = session.covers(occasion.time, time(closing), search.pattern) }
    if let limit, session.covers(occasion.time, limit, search.pattern) {
      isClosed = true
      // While the last exchange lasts, another one may begin in time.
      if closing == nil, limit >= store.exchanges.last?.time ?? .min { isOpen = true }
    }
    return (.none(isClosed: isClosed), nil)
  }

  /// Looks for the exchange that ends a search.
  private func bound(
    of search: Search, _ occasion: Occasion, back: Bool, _ counts: (_ rank: Int) -> Bool
  ) throws(TrafficError) -> Walk {
    guard let bound = search.bound else { return .done(nil, nil) }
    return try walk(bound, occasion, from: occasion.rank, back: back, counts)
  }

  /// When the answer of an exchange was complete; when it was sent, where that is not known.
  private func end(_ rank: Int) -> Int {
    let index = session.members[rank]
    return store.exchanges[index].end ?? store.exchanges[index].time
  }
}

extension Array {
  /// How many items at the beginning a condition holds for, where it holds for none behind them.
  package func countOfFirst(_ holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
