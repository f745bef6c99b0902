// SPDX-License-Identifier: Apache-2.0
// The scenarios of a run in their order, as a part for one of several machines.

package import Formats
import Record
package import Suites

/// The scenarios of a run, in the order of files and suites.
package struct Plan: Sendable {
  /// A suite with the scenarios that were selected.
  package struct PlannedSuite: Sendable {
    package let suite: Suite
    package let scenarios: [PlannedScenario]
  }

  /// The preflight suites of what is run. They are run first; no selection leaves them out, and
  /// they don't count.
  package private(set) var preflights: [PlannedSuite]
  package private(set) var suites: [PlannedSuite]
  package let fragments: [FragmentID: Fragment]
  package let catalogues: [String: Catalogue]
  /// The names of the catalogues that the suites of the whole plan name, also in a part of it.
  package let cookbooks: [String]
  /// The files of the suites and the fragments.
  package let texts: [[UInt8]]

  /// The number of scenarios, without those of preflights; a live table counts as one.
  package var scenarioCount: Int { suites.reduce(0) { $0 + $1.scenarios.count } }

  /// Whether there is nothing to run.
  package var isEmpty: Bool { suites.isEmpty }
}

/// A scenario of a plan: to be run, or to be skipped for a reason that is already known. Before it is
/// run, one with live tables becomes one for each of their rows.
package struct PlannedScenario: Sendable {
  package let scenario: Scenario
  /// The number in the whole plan, from 1; 0 in a preflight.
  package let index: Int
  /// The name in reports. For a live table, the name as written until the rows are known.
  package internal(set) var name: String
  /// The values of a row of live tables.
  package internal(set) var given: [String: JSONValue] = [:]
  /// Selects rows of live tables by the names that they give; nil for all rows.
  var rows: Selection?
  /// Why the scenario is skipped; nil if it is run.
  package internal(set) var skip: Skip?
  /// The verdict, if it is known before any step is run.
  var verdict: Verdict?
  /// The secrets that filling its tables has shown; nil without such tables.
  var secrets: KnownSecrets?

  /// Why a scenario is skipped.
  package struct Skip: Sendable, Equatable {
    package let reason: String
    /// The facts that the target's profile lacks.
    package let missingFacts: [String]
  }
}

extension [PlannedScenario] {
  /// The same scenarios, of which some that were to be run are skipped.
  func skipping(_ skip: PlannedScenario.Skip, _ isSkipped: (Int) -> Bool) -> [PlannedScenario] {
    var scenarios = self
    for index in indices where scenarios[index].skip == nil && isSkipped(index) {
      scenarios[index].skip = skip
    }
    return scenarios
  }
}

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
  package func part(_ shard: Shard) -> Plan { part { ($0 - 1) % shard.count == shard.index - 1 } }

  /// The plan without the scenarios of these numbers.
  package func without(_ numbers: Set<Int>) -> Plan { part { !numbers.contains($0) } }

  /// The scenarios of these numbers, with the preflights of their cookbooks.
  package func part(_ numbers: Set<Int>) -> Plan { part { numbers.contains($0) } }

  private func part(_ isIncluded: (Int) -> Bool) -> Plan {
    with(
      suites.compactMap { planned in
        let own = planned.scenarios.filter { isIncluded($0.index) }
        return own.isEmpty ? nil : PlannedSuite(suite: planned.suite, scenarios: own)
      })
  }

  /// The plan with these suites, and the preflights that they need.
  func with(_ suites: [PlannedSuite]) -> Plan {
    var part = self
    part.suites = suites
    part.preflights.removeAll { !$0.isNeeded(by: suites) }
    return part
  }
}
