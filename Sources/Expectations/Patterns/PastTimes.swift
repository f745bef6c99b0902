// SPDX-License-Identifier: Apache-2.0
// How far the target's clock is off, by the times of its answers.

import Synchronization

/// Collects the times that answers gave for what has happened, such as when a profile was made: none of
/// them is later than the target's own clock, so each tells by how much that clock is ahead of ours
/// at least. Shared by all jobs.
package final class PastTimes: Sendable {
  private struct State {
    var count = 0
    /// In milliseconds: those that keep what the suite expects of them, and all.
    var right = Int.min
    var least = Int.max
    var most = Int.min
  }

  private let state = Mutex(State())

  package init() {}

  /// - Parameters:
  ///   - lead: How much later such a time is than the answer came, in milliseconds.
  ///   - isRight: Whether it is as the suite expects.
  func note(lead: Int, isRight: Bool) {
    state.withLock { state in
      state.count += 1
      if isRight { state.right = max(state.right, lead) }
      state.least = min(state.least, lead)
      state.most = max(state.most, lead)
    }
  }

  /// The greatest lead of a right time, in milliseconds; nil before the first.
  package var lead: Int? {
    let lead = state.withLock { $0.right }
    return lead == .min ? nil : lead
  }

  /// The lead of the target's clock, in milliseconds, where all times agree on one that is more than the
  /// tolerance; nil elsewhere, and where there are too few.
  package func common(beyond tolerance: Int) -> Int? {
    let state = state.withLock(\.self)
    guard state.count >= Self.fewest, state.most - state.least <= Self.spread,
      state.least > tolerance || state.most < -tolerance
    else { return nil }
    return state.most
  }

  /// How many times have to agree.
  private static let fewest = 20
  /// By how much they may differ, in milliseconds: 10 s to either side.
  private static let spread = 20_000
}
