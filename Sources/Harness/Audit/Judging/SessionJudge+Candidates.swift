// SPDX-License-Identifier: Apache-2.0
// Which exchanges of a session a pattern may mean.

/// An exchange that a pattern may mean.
struct Candidate {
  let rank: Int
  /// nil where it has to be compared on each occasion.
  let mark: Mark?
  /// Why nobody knows whether its values are those of the occasion.
  var doubt: Doubt?
}

/// The exchanges that a pattern may mean, by the values that have to be the same.
struct CandidateGroups {
  var groups: [[Int32]: [Candidate]] = [:]
  /// Those of whose values nobody knows.
  var unsure: [Candidate] = []
}

extension SessionJudge {
  /// What is known of an exchange and a pattern that depends on nothing else; nil for another
  /// pattern.
  func mark(_ pattern: ExchangePattern, _ index: Int) -> Mark? {
    guard pattern.isConstant else { return nil }
    if pattern.parts.isEmpty { return .yes }
    let exchange = store.exchanges[index]
    return marks.slot(pattern, kind: exchange.kind).map { exchange.marks[$0] }
  }

  /// The exchanges that a pattern may mean on an occasion, in order.
  func candidates(
    _ pattern: ExchangePattern, _ occasion: Occasion
  ) -> Result<[Candidate], Doubt> {
    var key: [Int32] = []
    for value in pattern.same {
      switch store.exchanges[occasion.index].values[value] {
      case .number(let number): key.append(number)
      case .none: return .failure(.noValue(store.vocabulary.valueNames[value]))
      case .unknown: return .failure(.lacks(store.parts(ofValue: value, in: occasion.index)))
      }
    }
    let known = candidateGroups[pattern.id] ?? groups(pattern)
    candidateGroups[pattern.id] = known
    let group = known.groups[key] ?? []
    if known.unsure.isEmpty { return .success(group) }
    guard known.unsure.count <= Self.comparisonLimit else { return .failure(.tooMany) }
    return .success((group + known.unsure).sorted { $0.rank < $1.rank })
  }

  private func groups(_ pattern: ExchangePattern) -> CandidateGroups {
    var result = CandidateGroups()
    var ranks = pattern.kinds.flatMap { session.ranks[$0] ?? [] }
    if pattern.kinds.count > 1 { ranks.sort() }
    for rank in ranks {
      let index = session.members[rank]
      var candidate = Candidate(rank: rank, mark: mark(pattern, index))
      if candidate.mark == .no { continue }
      var key: [Int32] = []
      for value in pattern.same {
        switch store.exchanges[index].values[value] {
        case .number(let number): key.append(number)
        case .none: break
        case .unknown: candidate.doubt = .lacks(store.parts(ofValue: value, in: index))
        }
      }
      if candidate.doubt != nil {
        // What is surely so of it is not enough.
        result.unsure.append(Candidate(rank: rank, mark: nil, doubt: candidate.doubt))
      } else if key.count == pattern.same.count {
        result.groups[key, default: []].append(candidate)
      }
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
