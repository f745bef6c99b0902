// SPDX-License-Identifier: Apache-2.0
// A scenario that a budget may choose.

/// A scenario that a budget may choose.
package struct BudgetCandidate: Sendable, Equatable {
  package var cost: ScenarioCost
  /// What it needs and pays only if it is the first: the numbers of preflights and shared fragments.
  package var shared: [Int]
  /// The numbers of the requirements that it proves if it passes.
  package var proves: [Int]

  package init(cost: ScenarioCost, shared: [Int] = [], proves: [Int]) {
    self.cost = cost
    self.shared = shared
    self.proves = proves
  }
}
