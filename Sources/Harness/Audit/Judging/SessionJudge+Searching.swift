// SPDX-License-Identifier: Apache-2.0
// Looks for exchanges before and after an occasion.

internal import Encodings
internal import Expectations
internal import JSON
internal import Templates
internal import Traffic

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
    ) { candidate in
      guard skipsUnanswered else { return true }
      if candidate.isDeliberate { return false }
      return !readsAnswer || (candidate.end ?? candidate.time) <= occasion.time
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
      isClosed = session.span.covers(exchange(closing).time, occasion.time)
    } else if session.isWhole {
      isClosed = session.span.covers(exchange(0).time, occasion.time)
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
    let answered = exchange(occasion.rank).end ?? occasion.time
    let result = try walk(
      search.pattern, occasion, from: start ?? occasion.rank, to: closing, back: false
    ) { candidate in
      if candidate.isDeliberate, skipsUnrelated, !wantsFirst { return false }
      return !skipsUnrelated || candidate.time >= answered
    }
    guard case .done(let found, let unsure) = result else { return .unknown(.tooMany) }
    if let found {
      if let doubted, found >= doubted.rank { return .unknown(doubted.doubt) }
      if wantsFirst {
        if let unsure { return .unknown(unsure.doubt) }
        // One in between may be on a part that was not recorded.
        if !session.span.covers(occasion.time, exchange(found).time) {
          return .unknown(.endsTooSoon)
        }
      }
      return .found(found)
    }
    if let unsure { return .unknown(unsure.doubt) }
    var isClosed = false
    if let closing { isClosed = session.span.covers(occasion.time, exchange(closing).time) }
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

  /// Goes through the exchanges that a pattern may mean, away from a rank.
  ///
  /// - Parameters:
  ///   - to: A rank that ends it.
  ///   - counts: Whether an exchange counts at all.
  private func walk(
    _ pattern: ExchangePattern, _ occasion: Occasion, from: Int, to: Int? = nil, back: Bool,
    _ counts: (IndexedExchange) -> Bool
  ) throws(TrafficError) -> Walk {
    let list: [Candidate]
    switch candidates(pattern, occasion) {
    case .failure(let doubt): return .done(nil, (occasion.rank, doubt))
    case .success(let found): list = found
    }
    let within = pattern.within.map(\.wholeMilliseconds)
    var bound: BoundPattern?
    var unsure: (rank: Int, doubt: Doubt)?
    var left = Self.comparisonLimit
    var position =
      back
      ? list.countOfFirst { $0.rank < from } - 1 : list.countOfFirst { $0.rank <= from }
    while list.indices.contains(position) {
      let candidate = list[position]
      position += back ? -1 : 1
      let exchange = exchange(candidate.rank)
      if let to, back ? candidate.rank <= to : candidate.rank >= to { break }
      if let within, abs(exchange.time - occasion.time) > within { break }
      guard counts(exchange) else { continue }
      switch candidate.mark {
      case .yes?: return .done(candidate.rank, unsure)
      case .no?: continue
      case .unknown? where unsure != nil: continue
      case .unknown?, nil: break
      }
      if let doubt = candidate.doubt {
        unsure = unsure ?? (candidate.rank, doubt)
        continue
      }
      left -= 1
      if left < 0 { return .tooMany }
      let document = try store.document(session.members[candidate.rank])
      do throws(EvaluationError) {
        let compiled: BoundPattern
        if let bound {
          compiled = bound
        } else {
          compiled = try BoundPattern(pattern, in: occasion.bindings)
          bound = compiled
        }
        switch compiled.match(document, end: exchange.end, at: occasion.time) {
        case .yes: return .done(candidate.rank, unsure)
        case .no: break
        case .unknown(let doubt): unsure = unsure ?? (candidate.rank, doubt)
        }
      } catch {
        return .done(nil, (occasion.rank, .unfit(error.message)))
      }
    }
    return .done(nil, unsure)
  }
}
