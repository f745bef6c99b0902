// SPDX-License-Identifier: Apache-2.0
// The exchanges that a pattern may mean.

import Formats

/// The exchanges that a pattern may mean, in their order, by the values that have to be the same.
struct CandidateGroups {
  struct Candidate {
    let rank: Int
    /// nil where it has to be compared on each occasion.
    let mark: Mark?
    /// Why nobody knows whether its values are those of the occasion.
    var doubt: UnjudgedReason?
  }

  var groups: [[Int]: [Candidate]] = [:]
  /// Those of whose values nobody knows. They are in all groups, too.
  var unsure: [Candidate] = []
}
