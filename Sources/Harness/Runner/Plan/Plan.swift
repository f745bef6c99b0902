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

  /// How many scenarios there are; a live table counts as one.
  package var scenarioCount: Int { suites.reduce(0) { $0 + $1.scenarios.count } }
}

/// A scenario that is run, or skipped for a reason that is known before.
package struct PlannedScenario: Sendable {
  package let scenario: Scenario
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
