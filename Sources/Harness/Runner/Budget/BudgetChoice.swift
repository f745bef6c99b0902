// SPDX-License-Identifier: Apache-2.0
// Chooses the scenarios that prove the most requirements within a budget.

/// The scenarios that prove the most requirements within a budget.
///
/// This is a set cover with weights, for which nobody has a fast and exact way. What proves the most
/// for a request comes first: of the requirements with the highest rank until no scenario proves one
/// more, then of the next rank. A scenario whose requirements the others prove, too, is taken back.
/// The rest of the budget goes to scenarios that prove again what few have proved.
///
/// The same input gives the same choice: of two that are equal, the first is taken.
package struct BudgetChoice: Sendable {
  private let candidates: [BudgetCandidate]
  private let shared: [ScenarioCost]
  /// By the numbers of requirements; 0 comes first.
  private let ranks: [Int]
  private let budget: Budget
  private let pace: Pace
  /// The candidates that use a shared item.
  private let users: [[Int]]

  /// The numbers of the chosen candidates, in the order of the plan.
  package private(set) var chosen: [Int] = []
  package private(set) var cost = PlanCost()

  private var isChosen: [Bool]
  /// How many of the chosen use each shared item.
  private var uses: [Int]
  /// How many of the chosen prove each requirement.
  private var proofs: [Int]

  /// - Parameters:
  ///   - shared: What several candidates share, and the run pays once.
  ///   - ranks: Of each requirement, from 0 for the most important.
  package init(
    among candidates: [BudgetCandidate], shared: [ScenarioCost], ranks: [Int], budget: Budget,
    pace: Pace
  ) {
    self.candidates = candidates
    self.shared = shared
    self.ranks = ranks
    self.budget = budget
    self.pace = pace
    var users: [[Int]] = Array(repeating: [], count: shared.count)
    for (index, candidate) in candidates.enumerated() {
      for item in candidate.shared { users[item].append(index) }
    }
    self.users = users
    isChosen = Array(repeating: false, count: candidates.count)
    uses = Array(repeating: 0, count: shared.count)
    proofs = Array(repeating: 0, count: ranks.count)
    choose()
  }

  /// The numbers of the requirements that the chosen prove.
  package var proved: [Int] { proofs.indices.filter { proofs[$0] > 0 } }
}

extension BudgetChoice {
  private mutating func choose() {
    let ranks = ranks
    for rank in Set(ranks).sorted() {
      func value(_ requirement: Int, _ proofs: Int) -> (Int, Int) {
        guard proofs == 0, ranks[requirement] >= rank else { return (0, 0) }
        return ranks[requirement] == rank ? (1, 0) : (0, 1)
      }
      // All of the rank may be within the budget only once something is taken back.
      let before = self
      fill(isBounded: false, value)
      takeBackWhatIsProvedTwice()
      guard !cost.fits(budget, at: pace) else { continue }
      self = before
      fill(value)
      takeBackWhatIsProvedTwice()
    }
    let last = (ranks.max() ?? 0) + 1
    fill { requirement, proofs in ((last - ranks[requirement]) << max(0, 20 - proofs), 0) }
    for index in candidates.indices where !isChosen[index] && fits(index) { take(index) }
    chosen = candidates.indices.filter { isChosen[$0] }
  }
}

extension BudgetChoice {
  /// The least that would do: the cost of the candidate that proves something and is the nearest to
  /// the budget, by what the budget limits; nil where there is none.
  package static func least(
    among candidates: [BudgetCandidate], shared: [ScenarioCost], budget: Budget, pace: Pace
  ) -> PlanCost? {
    let costs = candidates.lazy.filter { !$0.proves.isEmpty }.map { candidate in
      var cost = PlanCost()
      for item in candidate.shared { cost.add(shared[item]) }
      cost.add(candidate.cost)
      return cost
    }
    func isNearer(_ cost: PlanCost, than other: PlanCost) -> Bool {
      let (time, others) = (cost.time(at: pace), other.time(at: pace))
      if budget.requests == nil { return (time, cost.requests) < (others, other.requests) }
      // One that is within the time needs more requests only.
      let isLate = budget.time.map { time > $0 } ?? false
      let isOtherLate = budget.time.map { others > $0 } ?? false
      if isLate != isOtherLate { return isOtherLate }
      return (cost.requests, time) < (other.requests, others)
    }
    return costs.min { isNearer($0, than: $1) }
  }
}

extension BudgetChoice {
  /// What a candidate is worth for what it costs now.
  private struct Offer {
    let index: Int
    /// How much it proves of what counts, and of what counts less.
    let gain: (first: Int, second: Int)
    let requests: Int

    func isBetter(than other: Offer) -> Bool {
      let (own, others) = (gain.first * other.requests, other.gain.first * requests)
      if own != others { return own > others }
      let (less, lessOther) = (gain.second * other.requests, other.gain.second * requests)
      if less != lessOther { return less > lessOther }
      return (other.gain.first, index) < (gain.first, other.index)
    }

    func isSame(as other: Offer) -> Bool { gain == other.gain && requests == other.requests }
  }

  /// Takes the best candidate that fits, again and again.
  ///
  /// - Parameters:
  ///   - isBounded: Whether it keeps to the budget.
  ///   - value: What another proof of a requirement is worth that has some proofs already: what
  ///     counts, and what decides between equals.
  private mutating func fill(
    isBounded: Bool = true, _ value: (_ requirement: Int, _ proofs: Int) -> (Int, Int)
  ) {
    var offers = Heap<Offer> { $0.isBetter(than: $1) }
    func offer(_ index: Int) -> Offer? {
      var gain = (first: 0, second: 0)
      for requirement in candidates[index].proves {
        let (first, second) = value(requirement, proofs[requirement])
        gain.first += first
        gain.second += second
      }
      guard gain.first > 0 else { return nil }
      let requests = candidates[index].shared.reduce(candidates[index].cost.requests) {
        $0 + (uses[$1] == 0 ? shared[$1].requests : 0)
      }
      return Offer(index: index, gain: gain, requests: max(1, requests))
    }
    for index in candidates.indices where !isChosen[index] {
      if let offer = offer(index) { offers.insert(offer) }
    }
    while let best = offers.removeFirst() {
      guard !isChosen[best.index], let current = offer(best.index) else { continue }
      // What was taken meanwhile may have proved a part of it.
      guard current.isSame(as: best) else {
        offers.insert(current)
        continue
      }
      guard !isBounded || fits(best.index) else { continue }
      let paid = candidates[best.index].shared.filter { uses[$0] == 0 }
      take(best.index)
      // The others pay less now.
      for index in paid.flatMap({ users[$0] }) where !isChosen[index] {
        if let offer = offer(index) { offers.insert(offer) }
      }
    }
  }

  private func fits(_ index: Int) -> Bool {
    var sum = cost
    for item in candidates[index].shared where uses[item] == 0 { sum.add(shared[item]) }
    sum.add(candidates[index].cost)
    return sum.fits(budget, at: pace)
  }

  private mutating func take(_ index: Int) {
    for item in candidates[index].shared {
      if uses[item] == 0 { cost.add(shared[item]) }
      uses[item] += 1
    }
    for requirement in candidates[index].proves { proofs[requirement] += 1 }
    cost.add(candidates[index].cost)
    isChosen[index] = true
  }

  /// Takes back candidates whose requirements the others prove as well, the most expensive first.
  private mutating func takeBackWhatIsProvedTwice() {
    let expensive = candidates.indices.filter { isChosen[$0] }.sorted {
      (candidates[$1].cost.requests, $1) < (candidates[$0].cost.requests, $0)
    }
    for index in expensive
    where candidates[index].proves.allSatisfy({ proofs[$0] > 1 }) {
      isChosen[index] = false
      for requirement in candidates[index].proves { proofs[requirement] -= 1 }
      for item in candidates[index].shared { uses[item] -= 1 }
    }
    cost = PlanCost()
    for item in shared.indices where uses[item] > 0 { cost.add(shared[item]) }
    for index in candidates.indices where isChosen[index] { cost.add(candidates[index].cost) }
  }
}
