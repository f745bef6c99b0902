// SPDX-License-Identifier: Apache-2.0
// How far the target's clock is off, by the times of its answers.

import Synchronization

/// Collects the times that answers gave for what has happened, such as when a profile was made: none of
/// them is later than the target's own clock, so each tells by how much that clock is ahead of ours
/// at least. Shared by all jobs.
package final class PastTimes: Sendable {
  private struct State {
    /// In milliseconds: of those that keep what the suite expects of them, and of all.
    var right = Int.min
    var most = Int.min
    /// How many there are in each `PastTimes.span`.
    var counts: [Int: Int] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// - Parameters:
  ///   - lead: How much later such a time is than the answer came, in milliseconds.
  ///   - isRight: Whether it is as the suite expects.
  func note(lead: Int, isRight: Bool) {
    state.withLock { state in
      if isRight { state.right = max(state.right, lead) }
      state.most = max(state.most, lead)
      state.counts[lead / Self.span, default: 0] += 1
    }
  }

  /// The greatest lead of a right time, in milliseconds; nil before the first.
  package var lead: Int? {
    let lead = state.withLock { $0.right }
    return lead == .min ? nil : lead
  }

  /// The lead of the target's clock, in milliseconds, where nearly all times agree on one that is more
  /// than the tolerance; nil elsewhere, and where there are too few. What is older than the others has
  /// happened earlier.
  package func common(beyond tolerance: Int) -> Int? {
    let state = state.withLock(\.self)
    let newest = state.most / Self.span
    let agreeing = (newest - 1...newest).reduce(0) { $0 + (state.counts[$1] ?? 0) }
    let all = state.counts.values.reduce(0, +)
    guard agreeing >= Self.fewest, agreeing * 10 >= all * 9, abs(state.most) > tolerance else {
      return nil
    }
    return state.most
  }

  /// How many times have to agree.
  private static let fewest = 20
  /// By how much times that agree may differ, in milliseconds.
  private static let span = 20_000
}
