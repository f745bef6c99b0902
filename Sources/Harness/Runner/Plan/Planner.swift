// SPDX-License-Identifier: Apache-2.0
// From suites and facts to a plan.

package import JSON
package import SuiteModel

/// Makes a plan of suites, by what is selected and what the target can do.
package enum Planner {
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
      let scenarios = suite.scenarios.filter { selection.includes($0, of: suite) }.map { scenario in
        count += 1
        return PlannedScenario(
          scenario: scenario, index: count, name: name(of: scenario, facts), given: [:],
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

  /// With the facts that its row names; of a live table as written.
  private static func name(of scenario: Scenario, _ facts: [String: JSONValue]) -> String {
    let bindings = Bindings(facts: facts) { _, _ in nil }
    return (try? scenario.name.text(in: bindings)) ?? scenario.name.text
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
