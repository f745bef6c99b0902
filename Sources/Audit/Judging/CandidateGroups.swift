// SPDX-License-Identifier: Apache-2.0
// The exchanges that a pattern may mean.

import Formats

/// The exchanges that a pattern may mean, in their order, by the values that have to be the same.
struct CandidateGroups {
  struct Candidate {
    let rank: Int
    /// nil where it has to be compared on each occasion.
    let mark: Mark?
    /// The reason why its values may not be those of the occasion; nil where they are known.
    var doubt: UnjudgedReason?
  }

  /// How many exchanges of the session were looked at.
  var count = 0
  /// The candidates with unknown values, which may be of any group.
  var unsure: [Candidate] = []
  private var groups: [[Int]: [Candidate]] = [:]
  /// Groups with the unsure ones among them, and how many of each they have.
  private var mixed: [[Int]: (sure: Int, unsure: Int, all: [Candidate])] = [:]
}

extension CandidateGroups {
  mutating func add(_ candidate: Candidate, to key: [Int]) {
    groups[key, default: []].append(candidate)
  }

  /// The candidates with these values, and those that may have them, in their order.
  subscript(key: [Int]) -> [Candidate] {
    mutating get {
      guard let own = groups[key] else { return unsure }
      if unsure.isEmpty { return own }
      if let known = mixed[key], known.sure == own.count, known.unsure == unsure.count {
        return known.all
      }
      let all = (own + unsure).sorted { $0.rank < $1.rank }
      mixed[key] = (own.count, unsure.count, all)
      return all
    }
  }
}
