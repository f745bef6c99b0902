// SPDX-License-Identifier: Apache-2.0
// Makes a plan from suites, a selection and the facts of a target.

package import Formats
package import Suites

/// Makes plans: selects scenarios, numbers them, and finds those that the target can't run.
package enum Planner {
  /// The plan for a target.
  ///
  /// - Parameter facts: The target's facts by name.
  package static func plan(
    _ collection: SuiteCollection, selection: Selection, facts: [String: JSONValue]
  ) -> Plan {
    var suites: [Plan.PlannedSuite] = []
    var count = 0
    let judging = collection.suites.filter { !$0.isPreflight }
    let rows = selection.ofRows(in: judging, facts: facts)
    func isSelected(_ scenario: Scenario, _ suite: Suite) -> Bool {
      selection.includesAsWritten(scenario, of: suite, in: collection, facts: facts)
    }
    // A row that is selected by its name may turn out not to be there, so it has no number of its
    // own.
    let last = judging.reduce(0) { last, suite in
      last + suite.scenarios.count { isSelected($0, suite) }
    }
    for suite in judging {
      var scenarios: [PlannedScenario] = []
      for scenario in suite.scenarios {
        let isWhole = isSelected(scenario, suite)
        guard isWhole || rows?.includes(scenario, of: suite, in: collection, facts: facts) ?? false
        else { continue }
        if isWhole { count += 1 }
        scenarios.append(
          PlannedScenario(
            scenario: scenario, index: isWhole ? count : last + 1,
            name: scenario.name(facts: facts), rows: isWhole ? nil : rows,
            skip: skip(scenario, facts: facts)))
      }
      if !scenarios.isEmpty { suites.append(Plan.PlannedSuite(suite: suite, scenarios: scenarios)) }
    }
    let cookbooks = suites.compactMap(\.suite.cookbook).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let preflights = preflights(of: collection, facts: facts)
    return Plan(
      preflights: preflights.filter { $0.isNeeded(by: suites) }, suites: suites,
      fragments: collection.fragments, catalogues: collection.catalogues,
      cookbooks: cookbooks, texts: collection.texts)
  }

  /// The plan of the preflights alone.
  package static func preflight(_ collection: SuiteCollection, facts: [String: JSONValue]) -> Plan {
    Plan(
      preflights: preflights(of: collection, facts: facts), suites: [],
      fragments: collection.fragments, catalogues: collection.catalogues, cookbooks: [],
      texts: collection.texts)
  }

  /// The preflights of all suites; those of no cookbook first, because they concern all.
  private static func preflights(
    of collection: SuiteCollection, facts: [String: JSONValue]
  ) -> [Plan.PlannedSuite] {
    let suites = collection.suites.filter(\.isPreflight)
    return (suites.filter { $0.cookbook == nil } + suites.filter { $0.cookbook != nil }).map {
      suite in
      let scenarios = suite.scenarios.map {
        PlannedScenario(
          scenario: $0, index: 0, name: $0.name(facts: facts), skip: skip($0, facts: facts))
      }
      return Plan.PlannedSuite(suite: suite, scenarios: scenarios)
    }
  }

  private static func skip(
    _ scenario: Scenario, facts: [String: JSONValue]
  ) -> PlannedScenario.Skip? {
    let missing = scenario.needs.filter { !$0.isMet(by: facts) }.map(\.description)
    guard !missing.isEmpty else { return nil }
    let noun = missing.count == 1 ? "the fact" : "the facts"
    return PlannedScenario.Skip(
      reason: "needs \(noun) \(missing.joined(separator: ", ")), which the target's profile does "
        + "not give", missingFacts: missing)
  }
}

extension Plan.PlannedSuite {
  /// Whether a preflight concerns a suite: both are of one cookbook, or the preflight of none.
  package func concerns(_ suite: Suite) -> Bool {
    self.suite.cookbook == nil || self.suite.cookbook == suite.cookbook
  }

  /// Whether a preflight concerns a scenario that is going to be run.
  func isNeeded(by suites: [Plan.PlannedSuite]) -> Bool {
    suites.contains { planned in
      concerns(planned.suite) && planned.scenarios.contains { $0.skip == nil }
    }
  }
}

extension PlannedScenario {
  /// The scenario with the values of a row of its live tables.
  func with(_ row: [String: JSONValue], facts: [String: JSONValue]) -> PlannedScenario {
    PlannedScenario(
      scenario: scenario, index: index, name: scenario.name(row, facts: facts), given: row)
  }
}

extension Scenario {
  /// The name with the values of a row and of facts filled in; the name as written if a value is
  /// missing.
  func name(_ row: [String: JSONValue] = [:], facts: [String: JSONValue]) -> String {
    var bindings = Bindings(facts: facts) { _, _ in nil }
    bindings.given = row.mapValues { .json($0) }
    return (try? name.text(in: bindings)) ?? name.text
  }
}
