// SPDX-License-Identifier: Apache-2.0
// What the scenarios of a plan cost and prove.

import Catalogues
package import JSON
import Results
import SuiteModel

/// What the scenarios of a plan cost and prove, as far as that is known before the run.
package struct PlanCosts: Sendable {
  /// Where a candidate is in the plan.
  struct Place {
    /// The index of the suite, and of the scenario in the suite.
    let suite: Int
    let scenario: Int
  }

  /// The scenarios that are to be run.
  let candidates: [BudgetCandidate]
  let places: [Place]
  /// What candidates share: preflights and shared fragments.
  let shared: [ScenarioCost]
  /// The requirements that the answers of the service can show.
  let requirements: [Requirement]

  /// - Parameters:
  ///   - facts: The target's facts by name.
  ///   - canSetClock: Whether the framework uses the clock of the scenario, so that waits for it take
  ///     no time.
  ///   - earlier: What an earlier run cost; nil to go by the suites alone.
  ///   - parts: On how many machines the plan is run: each pays what is shared.
  package init(
    _ plan: Plan, facts: [String: JSONValue], canSetClock: Bool, earlier: EarlierCosts? = nil,
    parts: Int = 1
  ) {
    var forecast = CostForecast(plan.fragments, facts: facts)
    var waits = WaitForecast(plan.fragments, canSetClock: canSetClock)
    requirements = plan.provableRequirements
    let numbers = Dictionary(
      requirements.enumerated().map { ($0.element.id, $0.offset) },
      uniquingKeysWith: { first, _ in first })

    /// A cost, with the shared fragments that belong to it.
    func cost(
      of planned: PlannedScenario, in suite: Suite
    ) -> (cost: ScenarioCost, sum: CostForecast.Sum, measure: EarlierCosts.Measure?) {
      let scenario = planned.scenario
      let sum = forecast.sum(of: scenario)
      var cost = ScenarioCost(
        paced: sum.paced, unpaced: sum.unpaced, wait: waits.duration(of: scenario))
      let measure = earlier?.measure(of: scenario, named: planned.name, in: suite)
      if let measure, measure.isWhole {
        cost.paced = max(0, measure.requests - sum.unpaced)
        cost.wait = measure.wait
      }
      return (cost, sum, measure)
    }

    var preflights: [(cost: ScenarioCost, fragments: Set<Int>)] = []
    for preflight in plan.preflights {
      var whole = (cost: ScenarioCost(), fragments: Set<Int>())
      for planned in preflight.scenarios where planned.skip == nil {
        let own = cost(of: planned, in: preflight.suite)
        whole.cost = whole.cost + own.cost
        whole.fragments.formUnion(own.sum.shared)
      }
      preflights.append(whole)
    }
    var found:
      [(place: Place, cost: ScenarioCost, shared: [Int], covers: Set<Int>, mayCover: Set<Int>)] = []
    for (suiteIndex, suite) in plan.suites.enumerated() {
      let concerned = plan.preflights.indices.filter { plan.preflights[$0].concerns(suite.suite) }
      let before = concerned.reduce(into: Set<Int>()) { $0.formUnion(preflights[$1].fragments) }
      for (index, planned) in suite.scenarios.enumerated() where planned.skip == nil {
        let own = cost(of: planned, in: suite.suite)
        var (covers, mayCover) = (own.sum.covers, own.sum.mayCover)
        if let measure = own.measure {
          // What it did not come to is as uncertain as before.
          mayCover = measure.isWhole ? [] : covers.union(mayCover)
          covers = measure.judged
        }
        // The preflights come first, and then the shared fragments.
        let fragments = own.sum.shared.union(before).sorted().map { $0 + preflights.count }
        found.append(
          (
            Place(suite: suiteIndex, scenario: index), own.cost, concerned + fragments,
            Set(covers.compactMap { numbers[$0] }), Set(mayCover.compactMap { numbers[$0] })
          ))
      }
    }
    // What no scenario shows for certain counts where one may show it.
    let certain = found.reduce(into: Set<Int>()) { $0.formUnion($1.covers) }
    places = found.map(\.place)
    candidates = found.map { own in
      BudgetCandidate(
        cost: own.cost, shared: own.shared,
        proves: own.covers.union(own.mayCover.subtracting(certain)).sorted())
    }
    let fragments = forecast.shared.map { item in
      var cost = item.cost
      if let requests = earlier?.requests(of: item.fragment) { cost.paced = requests }
      return cost
    }
    shared = (preflights.map(\.cost) + fragments).map { $0 * parts }
  }

  /// What all of them cost together.
  package var total: PlanCost {
    var total = PlanCost()
    var used: Set<Int> = []
    for candidate in candidates {
      for item in candidate.shared where used.insert(item).inserted { total.add(shared[item]) }
      total.add(candidate.cost)
    }
    return total
  }
}

extension Plan {
  /// The requirements of its cookbooks that the answers of the service can show.
  fileprivate var provableRequirements: [Requirement] {
    var seen: Set<String> = []
    return cookbooks.compactMap { catalogues[$0] }.flatMap(\.phases).flatMap(\.requirements)
      .filter { requirement in
        requirement.testableBy == .serviceResponse
          && requirement.whyNotTestable(by: [.service]) == nil
          && seen.insert(requirement.id).inserted
      }
  }
}
