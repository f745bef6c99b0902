// SPDX-License-Identifier: Apache-2.0
// What a run is going to do: the scenarios in their order, and why one is left out.

package import JSON
package import SuiteModel

/// The scenarios of a run, in the order of suites and files.
package struct Plan: Sendable {
  package struct PlannedSuite: Sendable {
    package let suite: Suite
    package let scenarios: [PlannedScenario]
  }

  package let suites: [PlannedSuite]
  package let fragments: [FragmentID: Fragment]
  package let catalogues: [String: Catalogue]
  /// The names of the catalogues that the suites name, those of all parts of a plan.
  package let cookbooks: [String]

  /// How many scenarios there are; a live table counts as one.
  package var scenarioCount: Int { suites.reduce(0) { $0 + $1.scenarios.count } }
}

extension Plan {
  /// How many requests the run will pace, as far as the suites tell: no bursts, a shared
  /// fragment once, a live table as one row.
  package var requestCount: Int {
    var shared: Set<FragmentID> = []
    var total = 0
    for planned in suites.flatMap(\.scenarios) where planned.skip == nil {
      let scenario = planned.scenario
      total += requests(of: scenario.steps + scenario.finalSteps, &shared)
    }
    return total
  }

  private func requests(of steps: [Step], _ shared: inout Set<FragmentID>) -> Int {
    steps.reduce(0) { total, step in
      switch step.action {
      case .request(let request): return total + (request.burst == nil ? 1 : 0)
      case .use(let use):
        guard let fragment = fragments[use.fragment] else { return total }
        if fragment.isShared, !shared.insert(use.fragment).inserted { return total }
        return total + requests(of: fragment.steps, &shared)
      case .partner, .user, .wait: return total
      }
    }
  }
}

/// A scenario that is run, or skipped for a reason that is known before.
package struct PlannedScenario: Sendable {
  package let scenario: Scenario
  /// Its number in the whole plan, from 1.
  package let index: Int
  /// As reports name it; of a live table the unfilled name, until its rows are known.
  package let name: String
  /// Values of live tables.
  package let given: [String: JSONValue]
  package let skip: Skip?

  package struct Skip: Sendable, Equatable {
    package let reason: String
    /// Facts that the target's profile does not give.
    package let missingFacts: [String]
  }
}
