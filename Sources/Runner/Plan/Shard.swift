// SPDX-License-Identifier: Apache-2.0
// A part of a plan, for one of several machines.

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
  /// One part of the plan: every eighth scenario, for instance, so that all parts take about as
  /// long. The same suites and selection always give the same parts. A live table is not divided.
  /// Each part has the preflights of its cookbooks.
  package func part(_ shard: Shard) -> Plan {
    part { ($0 - 1) % shard.count == shard.index - 1 }
  }

  /// The plan without the scenarios of these numbers.
  package func without(_ numbers: Set<Int>) -> Plan { part { !numbers.contains($0) } }

  /// The scenarios of these numbers, with the preflights of their cookbooks.
  package func part(_ numbers: Set<Int>) -> Plan { part { numbers.contains($0) } }

  private func part(_ isIncluded: (Int) -> Bool) -> Plan {
    let part = suites.compactMap { planned -> PlannedSuite? in
      let own = planned.scenarios.filter { isIncluded($0.index) }
      return own.isEmpty ? nil : PlannedSuite(suite: planned.suite, scenarios: own)
    }
    return Plan(
      preflights: preflights.filter { $0.isNeeded(by: part) }, suites: part, fragments: fragments,
      catalogues: catalogues, cookbooks: cookbooks, texts: texts)
  }
}
