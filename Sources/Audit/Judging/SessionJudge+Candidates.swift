// SPDX-License-Identifier: Apache-2.0
// Which exchanges of a session a pattern may mean.

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
