// SPDX-License-Identifier: Apache-2.0
// A scenario of a plan, and why it is skipped.

import Expectations
package import Formats
import Record
import Redaction
package import Suites
import Text

/// A scenario of a plan, to be run or skipped. One with live tables becomes one for each row.
package struct PlannedScenario: Sendable {
  package let scenario: Scenario
  /// The number in the whole plan, from 1; 0 in a preflight.
  package let index: Int
  /// Whether it uses an identity that no other scenario may use meanwhile.
  package let isExclusive: Bool
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

extension PlannedScenario {
  /// The scenario with the values of a row of its live tables.
  func with(_ row: [String: JSONValue], facts: [String: JSONValue]) -> PlannedScenario {
    PlannedScenario(
      scenario: scenario, index: index, isExclusive: isExclusive,
      name: scenario.name(row, facts: facts), given: row)
  }
}
