// SPDX-License-Identifier: Apache-2.0
// One of several parts of a plan, and how the plan is divided.

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

extension Plan {
  /// One part of the plan, such as every eighth scenario: always the same for the same selection.
  /// Live tables are not divided. Each part has the preflights of its cookbooks.
  ///
  /// Parts may run at the same time, so all that uses an identity is in the first, preflights too.
  package func part(_ shard: Shard) -> Plan {
    let isFirst = shard.index == 1
    var part = part { $0.isExclusive ? isFirst : ($0.index - 1) % shard.count == shard.index - 1 }
    part.preflights = preflights.compactMap { preflight in
      let isExclusive = preflight.scenarios.contains(where: \.isExclusive)
      guard preflight.isNeeded(by: part.suites, catalogues) || isExclusive && isFirst else {
        return nil
      }
      return isFirst ? preflight : preflight.filtered { !$0.isExclusive }
    }
    return part
  }
}
