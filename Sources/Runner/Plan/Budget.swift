// SPDX-License-Identifier: Apache-2.0
// The budget of a run, and the scenarios that it allows.

package import Record
package import Suites
import Text

/// The limit on a run's cost: a number of requests, a time, or both.
///
///     5m        a time, at the pace of the target
///     150req    a number of requests
package struct Budget: Sendable, Equatable {
  package var requests: Int?
  package var time: Duration?

  package init(requests: Int? = nil, time: Duration? = nil) {
    self.requests = requests
    self.time = time
  }
}

extension Profile.Rate {
  /// The pace without a limit: 100 ms a request, one by one. No profile has a burst of 0.
  package static let assumed = Profile.Rate(perSecond: 10, burst: 0)
}

/// The cost of a scenario, or of several together.
package struct PlanCost: Sendable, Equatable {
  /// The requests that are sent at the pace of the target.
  package var paced: Int
  /// The requests of bursts, which are sent at once.
  package var unpaced: Int
  /// The longest wait of a scenario.
  package var longestWait: Duration
  /// The paced requests of the scenarios that wait.
  private var pacedOfWaiting: Int

  package init(paced: Int = 0, unpaced: Int = 0, wait: Duration = .zero) {
    self.paced = paced
    self.unpaced = unpaced
    longestWait = wait
    pacedOfWaiting = wait > .zero ? paced : 0
  }

  package var requests: Int { paced + unpaced }

  /// The cost on several machines.
  static func * (cost: PlanCost, count: Int) -> PlanCost {
    PlanCost(paced: cost.paced * count, unpaced: cost.unpaced * count, wait: cost.longestWait)
  }

  static func += (total: inout PlanCost, other: PlanCost) {
    total.paced += other.paced
    total.unpaced += other.unpaced
    total.longestWait = max(total.longestWait, other.longestWait)
    total.pacedOfWaiting += other.pacedOfWaiting
  }

  /// How long it takes, about: all else is done while scenarios wait.
  package func time(at pace: Profile.Rate) -> Duration {
    func time(of requests: Int) -> Duration {
      .bounded(seconds: Double(max(0, requests - pace.burst)) / pace.perSecond)
    }
    let waiting = longestWait > .zero ? time(of: pacedOfWaiting) + longestWait : .zero
    return max(time(of: paced), waiting)
  }

  /// Whether it is within a budget.
  func fits(_ budget: Budget, at pace: Profile.Rate) -> Bool {
    requests <= budget.requests ?? .max && time(at: pace) <= budget.time ?? time(at: pace)
  }
}

/// The cost of chosen scenarios together, which pay once for what they share.
struct BudgetTotal {
  private let shared: [PlanCost]
  private var isPaid: [Bool]
  private(set) var cost = PlanCost()

  init(_ costs: PlanCosts) {
    shared = costs.shared
    isPaid = Array(repeating: false, count: shared.count)
  }

  /// The cost of all with another candidate.
  func cost(with candidate: PlanCosts.Candidate) -> PlanCost {
    var sum = cost
    for item in candidate.shared where !isPaid[item] { sum += shared[item] }
    sum += candidate.cost
    return sum
  }

  /// The cost another candidate adds, in requests: a longer wait counts as those sent meanwhile.
  func price(of candidate: PlanCosts.Candidate, at pace: Profile.Rate) -> Double {
    let sum = cost(with: candidate)
    let wait = (sum.longestWait - cost.longestWait).seconds * pace.perSecond
    return max(1, Double(sum.requests - cost.requests) + wait)
  }

  mutating func pay(_ candidate: PlanCosts.Candidate) {
    cost = cost(with: candidate)
    for item in candidate.shared { isPaid[item] = true }
  }
}

extension PlanCosts {
  /// The order in which all budgets take candidates, so that a larger one never proves less.
  ///
  /// First those that together prove all, the best for their price first; then the others, the
  /// cheapest first. This is a weighted set cover, for which no fast and exact way is known.
  func order(at pace: Profile.Rate) -> [Int] {
    var total = BudgetTotal(self)
    let all = greedy(among: Array(candidates.indices), &total, at: pace)
    total = BudgetTotal(self)
    let cover = greedy(among: needed(of: all), &total, at: pace)
    let rest = candidates.indices.filter { !cover.contains($0) }
    let prices = rest.map { total.price(of: candidates[$0], at: pace) }
    return cover + zip(prices, rest).sorted { $0 < $1 }.map(\.1)
  }

  /// Takes the best proof for its price while one proves more; what must be comes first.
  private func greedy(among indices: [Int], _ total: inout BudgetTotal, at pace: Profile.Rate)
    -> [Int]
  {
    let isMust = requirements.map { $0.level == .must || $0.level == .mustNot }
    var isProved = isMust.map { _ in false }
    var taken: [Int] = []
    for countsAll in [false, true] {
      func gain(_ index: Int) -> (Double, Double)? {
        let open = candidates[index].proves.filter { !isProved[$0] }
        let number = open.count { countsAll || isMust[$0] }
        guard number > 0 else { return nil }
        let price = total.price(of: candidates[index], at: pace)
        return (Double(number) / price, Double(open.count) / price)
      }
      while true {
        var best: (index: Int, gain: (Double, Double))?
        for index in indices {
          guard let gain = gain(index) else { continue }
          if best.map({ gain > $0.gain }) ?? true { best = (index, gain) }
        }
        guard let best else { break }
        taken.append(best.index)
        total.pay(candidates[best.index])
        for requirement in candidates[best.index].proves { isProved[requirement] = true }
      }
    }
    return taken
  }

  /// Drops redundant candidates, most expensive first.
  private func needed(of indices: [Int]) -> [Int] {
    var proofs = requirements.map { _ in 0 }
    for requirement in indices.flatMap({ candidates[$0].proves }) { proofs[requirement] += 1 }
    let sorted = indices.map { (candidates[$0].cost.requests, $0) }.sorted { $0 > $1 }
    return sorted.map(\.1).filter { index in
      let isNeeded = candidates[index].proves.contains { proofs[$0] == 1 }
      if !isNeeded { for requirement in candidates[index].proves { proofs[requirement] -= 1 } }
      return isNeeded
    }.sorted()
  }
}

/// A plan within a budget.
package struct BudgetedPlan: Sendable {
  /// The plan, in which the scenarios that are left out are skipped for that reason.
  package let plan: Plan
  package let record: BudgetRecord
  /// The requirements that it does not prove although the whole plan does, by their ids.
  package let open: [String]
}

/// No scenario is within a budget; `cost` is that of the first scenario, with all that it needs.
package struct BudgetTooSmall: Error {
  package let cost: PlanCost
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
