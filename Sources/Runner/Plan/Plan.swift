// SPDX-License-Identifier: Apache-2.0
// The scenarios of a run in their order, and the parts of a plan.

import Expectations
import Formats
import Record
import Redaction
package import Suites
import Text

/// The scenarios of a run, in the order of files and suites.
package struct Plan: Sendable {
  /// A suite with the scenarios that were selected.
  package struct PlannedSuite: Sendable {
    package let suite: Suite
    package let scenarios: [PlannedScenario]
  }

  /// The preflight suites, which run first. No selection leaves them out; they don't count.
  package internal(set) var preflights: [PlannedSuite]
  package private(set) var suites: [PlannedSuite]
  package let fragments: [FragmentID: Fragment]
  package let catalogues: [String: Catalogue]
  /// The names of the catalogues that the suites of the whole plan name, also in a part of it, and of
  /// those that these extend.
  package let cookbooks: [String]
  /// The frameworks that the devices of the whole plan use, by their names, also in a part of it.
  package let partners: [String?]
  /// The files of the suites and the fragments.
  package let texts: [[UInt8]]
  /// The other files that were read, whose words are public: catalogues and tables of facts.
  package let documents: [[UInt8]]

  /// The number of scenarios, without those of preflights; a live table counts as one.
  package var scenarioCount: Int { suites.reduce(0) { $0 + $1.scenarios.count } }

  /// Whether nothing is to be run.
  package var isEmpty: Bool { suites.isEmpty }
}

extension Plan {
  /// The plan without the scenarios of these numbers.
  package func without(_ numbers: Set<Int>) -> Plan { part { !numbers.contains($0.index) } }

  /// The scenarios of these numbers, with the preflights of their cookbooks.
  package func part(_ numbers: Set<Int>) -> Plan { part { numbers.contains($0.index) } }

  /// The same scenarios alone, and the preflights that they need alone.
  package var divided: (scenarios: Plan, preflights: Plan) {
    var (scenarios, preflights) = (self, self)
    scenarios.preflights = []
    preflights.suites = []
    return (scenarios, preflights)
  }

  func part(_ isIncluded: (PlannedScenario) -> Bool) -> Plan {
    with(suites.compactMap { $0.filtered(isIncluded) })
  }

  /// The plan with these suites, and the preflights that they need.
  func with(_ suites: [PlannedSuite]) -> Plan {
    var part = self
    part.suites = suites
    part.preflights.removeAll { !$0.isNeeded(by: suites, catalogues) }
    return part
  }
}

extension Plan.PlannedSuite {
  /// The suite with some of its scenarios; nil if none is left.
  func filtered(_ isIncluded: (PlannedScenario) -> Bool) -> Plan.PlannedSuite? {
    let own = scenarios.filter(isIncluded)
    return own.isEmpty ? nil : Plan.PlannedSuite(suite: suite, scenarios: own)
  }

  /// Whether a preflight concerns a suite: that is of its cookbook or of one that extends it, or the
  /// preflight is of none.
  package func concerns(_ suite: Suite, _ catalogues: [String: Catalogue]) -> Bool {
    guard let own = self.suite.cookbook else { return true }
    return suite.cookbook.map { catalogues.names(inChainOf: $0).contains(own) } ?? false
  }

  /// Whether a preflight concerns a scenario that is going to be run.
  func isNeeded(by suites: [Plan.PlannedSuite], _ catalogues: [String: Catalogue]) -> Bool {
    suites.contains { planned in
      concerns(planned.suite, catalogues) && planned.scenarios.contains { $0.skip == nil }
    }
  }
}
