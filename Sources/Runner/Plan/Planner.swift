// SPDX-License-Identifier: Apache-2.0
// Makes a plan from suites, a selection and facts.

import Expectations
package import Formats
import Record
import Redaction
package import Suites
import Text

/// Makes plans: selects scenarios, numbers them, and finds those that the target can't run.
package enum Planner {
  package typealias Identities = (String?) -> Int?

  /// The plan for a target.
  ///
  /// - Parameters:
  ///   - facts: The target's facts by name.
  ///   - identities: How many identities a framework has, by its name; nil for as many as wanted.
  package static func plan(
    _ collection: SuiteCollection, selection: Selection, facts: [String: JSONValue],
    identities: Identities = { _ in nil }
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
            isExclusive: scenario.isExclusive(in: collection, facts, identities),
            name: scenario.name(facts: facts), rows: isWhole ? nil : rows,
            skip: skip(scenario, facts, identities)))
      }
      if !scenarios.isEmpty { suites.append(Plan.PlannedSuite(suite: suite, scenarios: scenarios)) }
    }
    // What a run can go on without is left to `doctor`.
    let preflights = preflights(of: collection, facts, identities)
      .compactMap { $0.filtered { !$0.scenario.isAdvisory } }
    return Plan(
      preflights: preflights.filter { $0.isNeeded(by: suites, collection.catalogues) },
      suites: suites, fragments: collection.fragments, catalogues: collection.catalogues,
      cookbooks: (collection.cookbooksInForce + collection.catalogues.keys.sorted()).unique,
      partners: suites.flatMap(\.scenarios).flatMap(\.scenario.devices).map(\.partner).unique,
      texts: collection.texts, documents: collection.documents)
  }

  /// The plan of the preflights alone, also of those of `level: should`, which no run needs.
  package static func preflight(
    _ collection: SuiteCollection, facts: [String: JSONValue], identities: Identities = { _ in nil }
  ) -> Plan {
    Plan(
      preflights: preflights(of: collection, facts, identities), suites: [],
      fragments: collection.fragments, catalogues: collection.catalogues, cookbooks: [],
      partners: [], texts: collection.texts, documents: collection.documents)
  }

  /// The preflights of all suites; those of no cookbook first, because they concern all.
  private static func preflights(
    of collection: SuiteCollection, _ facts: [String: JSONValue], _ identities: Identities
  ) -> [Plan.PlannedSuite] {
    let suites = collection.suites.filter(\.isPreflight)
    return (suites.filter { $0.cookbook == nil } + suites.filter { $0.cookbook != nil }).map {
      suite in
      let scenarios = suite.scenarios.map {
        PlannedScenario(
          scenario: $0, index: 0, isExclusive: $0.isExclusive(in: collection, facts, identities),
          name: $0.name(facts: facts), skip: skip($0, facts, identities))
      }
      return Plan.PlannedSuite(suite: suite, scenarios: scenarios)
    }
  }

  private static func skip(
    _ scenario: Scenario, _ facts: [String: JSONValue], _ identities: Identities
  ) -> PlannedScenario.Skip? {
    let missing = scenario.needs.filter { !$0.isMet(by: facts) }.map(\.description)
    guard !missing.isEmpty else {
      for partner in scenario.devices.map(\.partner).unique {
        let devices = scenario.devices.filter {
          $0.partner == partner && scenario.identity.opened.contains($0.name)
        }.map(\.name).sorted()
        guard let count = identities(partner), devices.count > count else { continue }
        return PlannedScenario.Skip(
          reason: "needs \(devices.count) identities, one for each device that uses the framework "
            + "(\(devices.joined(separator: ", "))), and the framework has \(count)",
          missingFacts: [])
      }
      return nil
    }
    let noun = missing.count == 1 ? "the fact" : "the facts"
    return PlannedScenario.Skip(
      reason: "needs \(noun) \(missing.joined(separator: ", ")), which the target's profile does "
        + "not give", missingFacts: missing)
  }
}

extension Scenario {
  /// Whether it uses an identity that no other scenario may use meanwhile.
  fileprivate func isExclusive(
    in collection: SuiteCollection, _ facts: [String: JSONValue], _ identities: Planner.Identities
  ) -> Bool {
    devices.contains { identity.devices.contains($0.name) && identities($0.partner) != nil }
      || collection.facts.declarations.contains { fact in
        fact.isIdentity && identity.facts.contains(fact.name)
          && !(facts[fact.name]?.isEmpty ?? true)
      }
  }

  /// The name with the values of a row and of facts; as written if a value is missing.
  func name(_ row: [String: JSONValue] = [:], facts: [String: JSONValue]) -> String {
    var bindings = Bindings(facts: facts) { _, _ in nil }
    bindings.given = row.mapValues { .json($0) }
    return (try? name.text(in: bindings)) ?? name.text
  }
}
