// SPDX-License-Identifier: Apache-2.0
// The budget of a run, and the order in which it takes scenarios.

import Record
import Suites
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
