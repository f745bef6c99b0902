// SPDX-License-Identifier: Apache-2.0
// The scenarios of a run in their order, made from suites, a selection and facts.

import Expectations
package import Formats
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
  package private(set) var preflights: [PlannedSuite]
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

  /// The number of scenarios, without those of preflights; a live table counts as one.
  package var scenarioCount: Int { suites.reduce(0) { $0 + $1.scenarios.count } }

  /// Whether nothing is to be run.
  package var isEmpty: Bool { suites.isEmpty }
}

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
  /// One part of the plan, such as every eighth scenario: always the same for the same selection.
  /// Live tables are not divided. Each part has the preflights of its cookbooks.
  ///
  /// Parts may run at the same time, so all that uses an identity is in the first, preflights too.
  package func part(_ shard: Shard) -> Plan {
    let isFirst = shard.index == 1
    var part = part { $0.isExclusive ? isFirst : ($0.index - 1) % shard.count == shard.index - 1 }
    part.preflights = preflights.compactMap { preflight in
      let isExclusive = preflight.scenarios.contains(where: \.isExclusive)
      guard preflight.isNeeded(by: part.suites, catalogues) || isExclusive && isFirst else {
        return nil
      }
      return isFirst ? preflight : preflight.filtered { !$0.isExclusive }
    }
    return part
  }

  /// The plan without the scenarios of these numbers.
  package func without(_ numbers: Set<Int>) -> Plan { part { !numbers.contains($0.index) } }

  /// The scenarios of these numbers, with the preflights of their cookbooks.
  package func part(_ numbers: Set<Int>) -> Plan { part { numbers.contains($0.index) } }

  private func part(_ isIncluded: (PlannedScenario) -> Bool) -> Plan {
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
    let named = suites.compactMap(\.suite.cookbook)
    // What a run can go on without is left to `doctor`.
    let preflights = preflights(of: collection, facts, identities)
      .compactMap { $0.filtered { !$0.scenario.isAdvisory } }
    return Plan(
      preflights: preflights.filter { $0.isNeeded(by: suites, collection.catalogues) },
      suites: suites, fragments: collection.fragments, catalogues: collection.catalogues,
      cookbooks: collection.catalogues.names(inChainsOf: named),
      partners: suites.flatMap(\.scenarios).flatMap(\.scenario.devices).map(\.partner).unique,
      texts: collection.texts)
  }

  /// The plan of the preflights alone, also of those of `level: should`, which no run needs.
  package static func preflight(
    _ collection: SuiteCollection, facts: [String: JSONValue], identities: Identities = { _ in nil }
  ) -> Plan {
    Plan(
      preflights: preflights(of: collection, facts, identities), suites: [],
      fragments: collection.fragments, catalogues: collection.catalogues, cookbooks: [],
      partners: [], texts: collection.texts)
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

extension Plan.PlannedSuite {
  /// The suite with some of its scenarios; nil if none is left.
  fileprivate func filtered(_ isIncluded: (PlannedScenario) -> Bool) -> Plan.PlannedSuite? {
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

extension PlannedScenario {
  /// The scenario with the values of a row of its live tables.
  func with(_ row: [String: JSONValue], facts: [String: JSONValue]) -> PlannedScenario {
    PlannedScenario(
      scenario: scenario, index: index, isExclusive: isExclusive,
      name: scenario.name(row, facts: facts), given: row)
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

/// The facts of a profile that no preflight has tried: where a scenario that uses one fails, the fact
/// may be another one than its name says.
struct UntriedFacts: Sendable {
  private let places: [String: String]
  private let tried: Set<String>

  init(_ profile: Profile, _ plan: Plan) {
    places = profile.places
    tried = Set(
      plan.preflights.flatMap(\.scenarios).filter { !$0.scenario.isAdvisory && $0.skip == nil }
        .flatMap(\.scenario.needs).map(\.part))
  }

  /// Those that a scenario uses, each with its place: `picker_mvpd in staging.yaml:42`.
  func names(in scenario: Scenario) -> [String] {
    scenario.needs.filter { !tried.contains($0.part) }.compactMap { use in
      places[use.name].map { "\(use.part) in \($0)" }
    }.unique
  }
}

extension FactUse {
  /// The fact, or the member of it that is used: `resources.denied`.
  fileprivate var part: String {
    guard case .member(let member)? = parts.first else { return name }
    return "\(name).\(member)"
  }
}
