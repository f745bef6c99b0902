// SPDX-License-Identifier: Apache-2.0
// Makes a plan from suites, a selection and the facts of a target.

package import JSON
package import SuiteModel
import Templates

/// Makes plans: selects scenarios, numbers them, and finds those that the target can't run.
package enum Planner {
  /// The plan for a target.
  ///
  /// - Parameters:
  ///   - target: The target's name, for `only-on`.
  ///   - facts: The target's facts by name.
  package static func plan(
    _ collection: SuiteCollection, selection: Selection, target: String,
    facts: [String: JSONValue]
  ) -> Plan {
    var suites: [Plan.PlannedSuite] = []
    var count = 0
    for suite in collection.suites {
      let scenarios = suite.scenarios.filter { selection.includes($0, of: suite, facts: facts) }
        .map { scenario in
          count += 1
          return PlannedScenario(
            scenario: scenario, index: count, name: scenario.name(facts: facts), given: [:],
            rows: selection.includes(name: scenario.name.text) ? nil : selection,
            skip: skip(scenario, target: target, facts: facts))
        }
      if !scenarios.isEmpty {
        suites.append(Plan.PlannedSuite(suite: suite, scenarios: scenarios))
      }
    }
    let cookbooks = suites.compactMap(\.suite.cookbook).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return Plan(
      suites: suites, fragments: collection.fragments, catalogues: collection.catalogues,
      cookbooks: cookbooks)
  }

  private static func skip(
    _ scenario: Scenario, target: String, facts: [String: JSONValue]
  ) -> PlannedScenario.Skip? {
    if let reason = scenario.skipReason {
      return PlannedScenario.Skip(reason: reason, missingFacts: [])
    }
    if !scenario.targets.isEmpty, !scenario.targets.contains(target) {
      let names = scenario.targets.joined(separator: ", ")
      return PlannedScenario.Skip(
        reason: "only on \(names), and this target is \(target)", missingFacts: [])
    }
    let missing = scenario.needs.filter { !$0.isMet(by: facts) }.map(\.description)
    guard !missing.isEmpty else { return nil }
    let unique = missing.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let noun = unique.count == 1 ? "the fact" : "the facts"
    return PlannedScenario.Skip(
      reason: "needs \(noun) \(unique.joined(separator: ", ")), which the target's profile does "
        + "not give", missingFacts: unique)
  }
}

extension PlannedScenario {
  /// The scenario with the values of a row of its live tables.
  func with(_ row: [String: JSONValue], facts: [String: JSONValue]) -> PlannedScenario {
    PlannedScenario(
      scenario: scenario, index: index, name: scenario.name(row, facts: facts), given: row,
      rows: nil, skip: nil)
  }
}

extension Scenario {
  /// The name with the values of a row and of facts filled in; the name as written if a value is
  /// missing.
  fileprivate func name(
    _ row: [String: JSONValue] = [:], facts: [String: JSONValue]
  ) -> String {
    var bindings = Bindings(facts: facts) { _, _ in nil }
    bindings.given = row.mapValues { .json($0) }
    return (try? name.text(in: bindings)) ?? name.text
  }
}
