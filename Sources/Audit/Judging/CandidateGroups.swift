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

  var groups: [[Int]: [Candidate]] = [:]
  /// The candidates with unknown values. They are in all groups, too.
  var unsure: [Candidate] = []
}
