// SPDX-License-Identifier: Apache-2.0
// The part of a plan that is within a budget.

package import Record
package import Suites
import Text

/// A plan within a budget.
package struct BudgetedPlan: Sendable {
  /// The plan, in which the scenarios that are left out are skipped for that reason.
  package let plan: Plan
  package let record: BudgetRecord
  /// The requirements that it does not prove although the whole plan does, by their ids.
  package let open: [String]
}

extension Plan {
  /// The plan with the scenarios that prove the most requirements within a budget.
  ///
  /// - Parameter limits: The budget as the command line has it, for the reports.
  /// - Throws: where it has scenarios to run and none is within the budget.
  package func within(
    _ budget: Budget, _ limits: [String], costs: PlanCosts, pace: Profile.Rate
  ) throws(BudgetTooSmall) -> BudgetedPlan {
    var total = BudgetTotal(costs)
    var chosen: [PlanCosts.Candidate] = []
    for candidate in costs.order(at: pace).map({ costs.candidates[$0] }) {
      let cost = total.cost(with: candidate)
      if !cost.fits(budget, at: pace) {
        if chosen.isEmpty { throw BudgetTooSmall(cost: cost) }
        break
      }
      total.pay(candidate)
      chosen.append(candidate)
    }
    let proved = Set(chosen.flatMap(\.proves))
    let open = Set(costs.candidates.flatMap(\.proves)).subtracting(proved).sorted()
    let record = BudgetRecord(
      limits: limits, requests: total.cost.requests,
      duration: .milliseconds(total.cost.time(at: pace).wholeMilliseconds),
      leftOut: costs.candidates.count - chosen.count, proves: proved.count,
      provable: costs.requirements.count)
    let skip = PlannedScenario.Skip(reason: "left out by \(record.words)", missingFacts: [])
    let part = suites.enumerated().map { index, planned in
      let kept = Set(chosen.filter { $0.place.suite == index }.map(\.place.scenario))
      return PlannedSuite(
        suite: planned.suite, scenarios: planned.scenarios.skipping(skip) { !kept.contains($0) })
    }
    return BudgetedPlan(
      plan: with(part), record: record, open: open.map { costs.requirements[$0].id })
  }
}
