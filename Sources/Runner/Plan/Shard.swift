// SPDX-License-Identifier: Apache-2.0
// One of several parts that a plan is divided into.

/// One of the equal parts of a run: `3/8`.
package struct Shard: Sendable, Equatable {
  /// From 1 to `count`.
  package let index: Int
  package let count: Int

  /// - Returns: nil unless 1 ≤ index ≤ count ≤ 10,000.
  package init?(index: Int, count: Int) {
    guard 1...10_000 ~= count, 1...count ~= index else { return nil }
    self.index = index
    self.count = count
  }
}
