// SPDX-License-Identifier: Apache-2.0
// Goes through the exchanges that a pattern may mean.

import Expectations
import Formats
import Suites
import Text

extension SessionJudge {
  enum Walk {
    /// The first that matches, and the first before it that may match.
    case done(Int?, (rank: Int, doubt: UnjudgedReason)?)
    case tooMany
  }

  /// Goes through the exchanges that a pattern may mean, away from a rank.
  ///
  /// - Parameters:
  ///   - to: A rank that ends it.
  ///   - counts: Whether the exchange with a rank counts at all.
  func walk(
    _ pattern: ExchangePattern, _ occasion: Occasion, from: Int, to: Int? = nil, back: Bool,
    _ counts: (_ rank: Int) -> Bool
  ) throws(TrafficError) -> Walk {
    let items: [CandidateGroups.Candidate]
    let same: [Int]
    switch candidates(pattern, occasion) {
    case .failure(let doubt): return .done(nil, (occasion.rank, doubt))
    case .success(let found): (items, same) = found
    }
    let places = places(
      of: items, from: from, to: to, pattern.within, time: occasion.time, back: back)
    guard !places.isEmpty else { return .done(nil, nil) }
    if pattern.isConstant { return try walkMarked(pattern, items, places, occasion, back, counts) }
    let bound: ExchangeDocuments.NumberedPattern
    switch store.documents.bound(pattern, occasion) {
    case .failure(let error): return .done(nil, (occasion.rank, .unfit(error.message)))
    case .success(let pattern): bound = pattern
    }
    let key = KnownComparisons.Key(pattern: bound.number, same: same)
    // Not a copy, whose memory would be shared while it changes.
    var known = comparisons.removeValue(forKey: key) ?? KnownComparisons()
    comparedBytes -= known.byteCount
    defer { keep(known, key) }
    var unsure: (rank: Int, doubt: UnjudgedReason)?
    var left = Self.comparisonLimit
    var place = back ? places.upperBound - 1 : places.lowerBound
    while true {
      let next = known.next(from: place, in: places, back: back, limit: left)
      left -= next.passed
      place = next.place
      guard left >= 0 else { return .tooMany }
      guard places.contains(place) else { return .done(nil, unsure) }
      defer { place += back ? -1 : 1 }
      let rank = items[place].rank
      guard counts(rank) else { continue }
      if let doubt = items[place].doubt {
        unsure = unsure ?? (rank, doubt)
        continue
      }
      if !isDeliberate(rank) { left -= 1 }
      if left < 0 || comparedReadings > readingLimit { return .tooMany }
      var match: Match
      if known.matches(at: place) {
        match = .yes
      } else {
        let index = session.members[rank]
        let readings = store.documents.readCount
        let document = try store.document(index)
        comparedReadings += store.documents.readCount - readings
        // Another time can't make up for what differs at any time.
        let timeless = bound.timeless?.matchParts(document, at: occasion.time)
        match = timeless == .no ? .no : bound.pattern.matchParts(document, at: occasion.time)
        if pattern.isTimeless || timeless == .no {
          known.note(match, at: place, of: items.count, isDeliberate: isDeliberate(rank))
        }
      }
      if match != .no, let validity = pattern.validity {
        let exchange = store.exchanges[session.members[rank]]
        let end = try store.documents.end(of: exchange, by: validity, of: pattern)
        match = match.and(validity.match(end, at: occasion.time))
      }
      switch match {
      case .yes: return .done(rank, unsure)
      case .no: break
      case .unknown(let doubt): unsure = unsure ?? (rank, doubt)
      }
    }
  }

  /// The same for a pattern that depends on nothing else, so that each exchange is marked.
  private func walkMarked(
    _ pattern: ExchangePattern, _ items: [CandidateGroups.Candidate], _ places: Range<Int>,
    _ occasion: Occasion, _ back: Bool, _ counts: (_ rank: Int) -> Bool
  ) throws(TrafficError) -> Walk {
    var unsure: (rank: Int, doubt: UnjudgedReason)?
    var place = back ? places.upperBound - 1 : places.lowerBound
    while places.contains(place) {
      let item = items[place]
      place += back ? -1 : 1
      // The first that is unknown is enough.
      if item.mark != .yes, unsure != nil { continue }
      guard counts(item.rank) else { continue }
      if item.mark == .yes { return .done(item.rank, unsure) }
      if let doubt = item.doubt {
        unsure = (item.rank, doubt)
      } else if case .unknown(let doubt) = try match(pattern, item.rank, occasion) {
        unsure = (item.rank, doubt)
      }
    }
    return .done(nil, unsure)
  }

  /// The places of the candidates between a rank and another one, and near enough to an occasion.
  private func places(
    of items: [CandidateGroups.Candidate], from: Int, to: Int?, _ within: Duration?, time: Int,
    back: Bool
  ) -> Range<Int> {
    let within = within.map(\.wholeMilliseconds)
    if back {
      let end = items.countOfFirst { $0.rank < from }
      let start = items.countOfFirst { item in
        to.map { item.rank <= $0 } ?? false
          || within.map { time - self.time(item.rank) > $0 } ?? false
      }
      return min(start, end)..<end
    }
    let start = items.countOfFirst { $0.rank <= from }
    let end = items.countOfFirst { item in
      (to.map { item.rank < $0 } ?? true)
        && (within.map { self.time(item.rank) - time <= $0 } ?? true)
    }
    return start..<max(start, end)
  }

  /// So many exchanges of the session are read once more, at most, to be compared.
  private var readingLimit: Int { 20_000 + session.members.count }

  /// How many bytes may be used to remember comparisons.
  private static let comparedLimit = 4 << 20

  private func keep(_ known: KnownComparisons, _ key: KnownComparisons.Key) {
    if comparedBytes > Self.comparedLimit {
      comparisons.removeAll(keepingCapacity: true)
      comparedBytes = 0
    }
    comparedBytes += known.byteCount
    comparisons[key] = known
  }
}

extension SessionJudge {
  /// Whether an exchange matches a pattern that depends on nothing else; nil for another
  /// pattern.
  func mark(_ pattern: ExchangePattern, _ index: Int) -> Mark? {
    marks.mark(pattern, of: store.exchanges[index])
  }

  /// The exchanges that a pattern may mean on an occasion, in order.
  private func candidates(
    _ pattern: ExchangePattern, _ occasion: Occasion
  ) -> Result<(items: [CandidateGroups.Candidate], same: [Int]), UnjudgedReason> {
    var key: [Int] = []
    for value in pattern.same {
      switch store.exchanges[occasion.index].values[value] {
      case .number(let number): key.append(number)
      case .none: return .failure(.noValue(store.vocabulary.valueNames[value]))
      case .unknown: return .failure(.lacks(store.parts(ofValue: value, in: occasion.index)))
      }
    }
    // Not a copy, whose memory would be shared while it grows.
    var known = candidates.removeValue(forKey: pattern.id) ?? CandidateGroups()
    defer { candidates[pattern.id] = known }
    extend(&known, pattern)
    if known.unsure.count > Self.comparisonLimit { return .failure(.tooMany) }
    return .success((known[key], key))
  }

  /// Adds the candidates among the exchanges that came since.
  private func extend(_ known: inout CandidateGroups, _ pattern: ExchangePattern) {
    let start = known.count
    if start == session.members.count { return }
    known.count = session.members.count
    let ranks = pattern.kinds.flatMap { kind in
      let ranks = session.ranks[kind] ?? []
      return ranks[ranks.countOfFirst { $0 < start }...]
    }.sorted()
    for rank in ranks {
      let index = session.members[rank]
      let exchange = store.exchanges[index]
      let mark = mark(pattern, index)
      if mark == .no { continue }
      var key: [Int] = []
      var doubt: UnjudgedReason?
      for value in pattern.same {
        switch exchange.values[value] {
        case .number(let number): key.append(number)
        case .none: break
        case .unknown: doubt = .lacks(store.parts(ofValue: value, in: index))
        }
      }
      if doubt != nil {
        // Its mark alone is not enough.
        known.unsure.append(CandidateGroups.Candidate(rank: rank, mark: nil, doubt: doubt))
      } else if key.count == pattern.same.count,
        marks.markOfConstantParts(pattern, of: exchange) != .no
      {
        known.add(CandidateGroups.Candidate(rank: rank, mark: mark), to: key)
      }
    }
  }
}
