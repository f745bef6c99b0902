// SPDX-License-Identifier: Apache-2.0
// Where a scenario stands in the record of a run.

import Redaction
import Suites
import Text

/// The index of a suite in `RunRecord.suites`, and of a scenario in the suite.
package struct CasePlace: Sendable, Hashable {
  package let suite: Int
  package let scenario: Int

  package init(suite: Int, scenario: Int) {
    self.suite = suite
    self.scenario = scenario
  }
}

extension RunRecord {
  package func scenario(at place: CasePlace) -> ScenarioRecord {
    suites[place.suite].scenarios[place.scenario]
  }
}
