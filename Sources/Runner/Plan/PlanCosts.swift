// SPDX-License-Identifier: Apache-2.0
// The costs of a plan's scenarios, and the requirements they prove.

import Expectations
package import Formats
import Record
import Suites

/// The costs of a plan's scenarios and the requirements they prove, as far as the suites tell.
package struct PlanCosts: Sendable {
  /// A scenario that is to be run.
  struct Candidate: Sendable {
    /// The index of the suite, and of the scenario in the suite.
    var place: (suite: Int, scenario: Int) = (0, 0)
    var cost: PlanCost
    /// The numbers of the preflights and shared fragments that it pays only if it is the first.
    var shared: [Int] = []
    /// The numbers of the requirements that it proves if it passes.
    var proves: [Int]
  }

  let candidates: [Candidate]
  /// The preflights and shared fragments of the candidates.
  let shared: [PlanCost]
  /// The requirements that the answers of the service can show.
  let requirements: [Requirement]
}

extension PlanCosts {
  /// - Parameters:
  ///   - facts: The target's facts by name.
  ///   - canSetClock: Whether the framework uses the clock of the scenario, so that waits for it take
  ///     no time.
  ///   - parts: On how many machines the plan is run: each pays what is shared.
  package init(_ plan: Plan, facts: [String: JSONValue], canSetClock: Bool, parts: Int = 1) {
    var forecast = CostForecast(plan.fragments, facts: facts)
    var waits = WaitForecast(plan.fragments, canSetClock: canSetClock)
    var numbers: [String: Int] = [:]
    var requirements: [Requirement] = []
    let phases = plan.cookbooks.compactMap { plan.catalogues[$0] }.flatMap(\.phases)
    for requirement in phases.flatMap(\.requirements)
    where requirement.isProvable(by: [.service]) && numbers[requirement.id] == nil {
      numbers[requirement.id] = requirements.count
      requirements.append(requirement)
    }

    func sum(of scenario: Scenario) -> CostForecast.Sum {
      var sum = forecast.sum(of: scenario)
      sum.cost = PlanCost(
        paced: sum.cost.paced, unpaced: sum.cost.unpaced, wait: waits.duration(of: scenario))
      return sum
    }

    let preflights = plan.preflights.map { preflight in
      preflight.scenarios.filter { $0.skip == nil }.reduce(into: CostForecast.Sum()) {
        let own = sum(of: $1.scenario)
        $0.cost += own.cost
        $0.shared.formUnion(own.shared)
      }
    }
    var candidates: [Candidate] = []
    var uncertain: [Set<Int>] = []
    for (suiteIndex, suite) in plan.suites.enumerated() {
      let concerned = plan.preflights.indices.filter {
        plan.preflights[$0].concerns(suite.suite, plan.catalogues)
      }
      let before = concerned.reduce(into: Set<Int>()) { $0.formUnion(preflights[$1].shared) }
      for (index, planned) in suite.scenarios.enumerated() where planned.skip == nil {
        let own = sum(of: planned.scenario)
        // The preflights come first, and then the shared fragments.
        let fragments = own.shared.union(before).sorted().map { $0 + preflights.count }
        candidates.append(
          Candidate(
            place: (suiteIndex, index), cost: own.cost, shared: concerned + fragments,
            proves: Set(own.covers.compactMap { numbers[$0] }).sorted()))
        uncertain.append(Set(own.mayCover.compactMap { numbers[$0] }))
      }
    }
    // What no scenario shows for certain counts where one may show it.
    let certain = Set(candidates.flatMap(\.proves))
    for index in candidates.indices {
      candidates[index].proves += uncertain[index].subtracting(certain).sorted()
    }
    let shared = (preflights.map(\.cost) + forecast.shared).map { $0 * parts }
    self.init(candidates: candidates, shared: shared, requirements: requirements)
  }

  /// The cost of all of them together.
  package var total: PlanCost {
    var all = BudgetTotal(self)
    for candidate in candidates { all.pay(candidate) }
    return all.cost
  }
}
