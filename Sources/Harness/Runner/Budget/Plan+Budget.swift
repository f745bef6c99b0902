// SPDX-License-Identifier: Apache-2.0
// Leaves out of a plan what its budget does not allow.

import Catalogues

/// A plan within a budget.
package struct BudgetedPlan: Sendable {
  /// The plan, in which the scenarios that are left out are skipped for that reason.
  package let plan: Plan
  /// What it costs.
  package let cost: PlanCost
  package let time: Duration
  /// How many scenarios are left out; a live table counts as one.
  package let leftOut: Int
  /// How many of the requirements that the service can show it proves if all passes.
  package let provedCount: Int
  package let provableCount: Int
  /// Those that it does not prove although the whole plan does, by their ids.
  package let open: [String]
}

/// Not one scenario is within a budget.
package struct BudgetTooSmall: Error, Sendable, Equatable {
  /// What the scenario costs that proves something and is the nearest to the budget, with all that it
  /// needs.
  package let leastRequests: Int
  package let leastTime: Duration
}

extension Plan {
  /// The plan with the scenarios that prove the most requirements within a budget.
  ///
  /// - Parameters:
  ///   - costs: What its scenarios cost.
  ///   - reason: Why the others are skipped, for the reports.
  /// - Throws: where it has scenarios to run and none is within the budget.
  package func within(
    _ budget: Budget, costs: PlanCosts, pace: Pace, reason: String
  ) throws(BudgetTooSmall) -> BudgetedPlan {
    let choice = BudgetChoice(
      among: costs.candidates, shared: costs.shared, ranks: costs.requirements.map(\.level.rank),
      budget: budget, pace: pace)
    if choice.proved.isEmpty,
      let least = BudgetChoice.least(
        among: costs.candidates, shared: costs.shared, budget: budget, pace: pace)
    {
      throw BudgetTooSmall(leastRequests: least.requests, leastTime: least.time(at: pace))
    }
    var isLeftOut = suites.map { Array(repeating: false, count: $0.scenarios.count) }
    let chosen = Set(choice.chosen)
    for (index, place) in costs.places.enumerated() where !chosen.contains(index) {
      isLeftOut[place.suite][place.scenario] = true
    }
    let part = zip(suites, isLeftOut).map { planned, isLeftOut in
      PlannedSuite(
        suite: planned.suite,
        scenarios: planned.scenarios.skipping(
          PlannedScenario.Skip(reason: reason, missingFacts: [])
        ) { isLeftOut[$0] })
    }
    let proved = Set(choice.proved)
    let all = Set(costs.candidates.flatMap(\.proves))
    return BudgetedPlan(
      plan: Plan(
        preflights: preflights.filter { $0.isNeeded(by: part) }, suites: part,
        fragments: fragments, catalogues: catalogues, cookbooks: cookbooks, texts: texts),
      cost: choice.cost, time: choice.cost.time(at: pace),
      leftOut: costs.candidates.count - chosen.count, provedCount: proved.count,
      provableCount: costs.requirements.count,
      open: all.subtracting(proved).sorted().map { costs.requirements[$0].id })
  }
}

extension Requirement.Level {
  /// From 0: what a budget proves first.
  fileprivate var rank: Int {
    switch self {
    case .must, .mustNot: 0
    case .should: 1
    case .fact: 2
    case .may, .other: 3
    }
  }
}
