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
    where requirement.testableBy == .serviceResponse && numbers[requirement.id] == nil
      && requirement.whyNotTestable(by: [.service]) == nil
    {
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

/// Forecasts what steps cost and cover, as far as the suites tell.
///
/// A step that may be skipped counts. Retries and the pages of a visit are estimated.
struct CostForecast {
  /// How often a step with `retry` sends: it is seldom ready at once, and soon after.
  private static let tries = 2
  /// How many requests a visit sends: the page, that of the provider, and the way back.
  private static let pages = 3

  /// The cost and the coverage of steps together.
  struct Sum {
    var cost = PlanCost()
    /// The numbers of the shared fragments that are used, also by way of others.
    var shared: Set<Int> = []
    /// The requirements that steps cover.
    var covers: Set<String> = []
    /// The requirements that only steps cover that may be skipped.
    var mayCover: Set<String> = []
  }

  private let fragments: [FragmentID: Fragment]
  private let facts: Bindings
  /// The fragments that are run once for all.
  private(set) var shared: [PlanCost] = []
  /// By the fragment and its arguments, as a run tells shared fragments apart.
  private var numbers: [String: Int] = [:]
  private var known: [String: Sum] = [:]

  init(_ fragments: [FragmentID: Fragment], facts: [String: JSONValue]) {
    self.fragments = fragments
    self.facts = Bindings(facts: facts) { _, _ in nil }
  }

  mutating func sum(of scenario: Scenario) -> Sum {
    var sum = Sum()
    add(scenario.steps + scenario.finalSteps, facts, to: &sum)
    var rows = 1
    var isCertain = true
    for table in scenario.liveTables {
      switch table.rows {
      case .facts(let expression):
        rows *= max(1, (try? expression.json(in: facts))?.array?.count ?? 1)
      case .answer(let use, _):
        isCertain = false
        // A table runs its fragment once, even without 'once: run'.
        add(use, facts, isShared: true, isCertain: true, to: &sum)
      }
    }
    sum.cost.paced *= rows
    sum.cost.unpaced *= rows
    if !isCertain {
      sum.mayCover.formUnion(sum.covers)
      sum.covers = []
    }
    return sum
  }

  private mutating func add(_ steps: [Step], _ bindings: Bindings, to sum: inout Sum) {
    for step in steps {
      let isCertain = step.conditions.isEmpty
      let ids = step.covers.lazy.map(\.id)
      if isCertain { sum.covers.formUnion(ids) } else { sum.mayCover.formUnion(ids) }
      let tries = step.retry == nil ? 1 : Self.tries
      switch step.action {
      case .request(let request):
        sum.cost += request.burst.map { PlanCost(unpaced: $0 * tries) } ?? PlanCost(paced: tries)
      case .user(let user): if user.kind == .visit { sum.cost.paced += Self.pages }
      case .use(let use): add(use, bindings, isShared: false, isCertain: isCertain, to: &sum)
      case .partner, .wait: break
      }
    }
  }

  private mutating func add(
    _ use: FragmentUse, _ bindings: Bindings, isShared: Bool, isCertain: Bool, to sum: inout Sum
  ) {
    guard let fragment = fragments[use.fragment] else { return }
    let (given, text) = arguments(of: use, fragment, bindings)
    let key = "\(use.fragment.file) \(use.fragment.name) \(text)"
    var own = known[key] ?? Sum()
    if known[key] == nil {
      var inner = facts
      inner.given = given
      add(fragment.steps, inner, to: &own)
      known[key] = own
    }
    if isShared || fragment.isShared {
      if numbers[key] == nil { shared.append(own.cost) }
      let number = numbers[key] ?? shared.count - 1
      numbers[key] = number
      own.shared.insert(number)
      own.cost = PlanCost()
    }
    sum.cost += own.cost
    sum.shared.formUnion(own.shared)
    if isCertain { sum.covers.formUnion(own.covers) } else { sum.mayCover.formUnion(own.covers) }
    sum.mayCover.formUnion(own.mayCover)
  }

  /// The known values of the parameters, and all as JSON text, or the place of the use instead.
  private func arguments(
    of use: FragmentUse, _ fragment: Fragment, _ bindings: Bindings
  ) -> ([String: BoundValue], String) {
    var given: [String: BoundValue] = [:]
    var object: JSONObject? = JSONObject()
    for parameter in fragment.takes {
      let argument = use.arguments.first { $0.name == parameter.name }?.value
      given[parameter.name] =
        argument != nil
        ? try? argument?.bound(in: bindings) : try? parameter.fallback?.bound(in: facts)
      if let value = given[parameter.name]?.json {
        object?.append(parameter.name, value)
      } else {
        object = nil
      }
    }
    return (given, object.map { JSONWriter.text(.object($0)) } ?? "at \(use.position)")
  }
}

/// How long scenarios will wait, as far as the suites tell.
struct WaitForecast {
  /// How long a wait counts whose end only an answer tells.
  private static let unknown = Duration.seconds(5)

  private struct Use: Hashable {
    let fragment: FragmentID
    let asksLater: Bool
  }

  private let fragments: [FragmentID: Fragment]
  /// Whether the framework uses the scenario's clock: then waits take time only before requests.
  private let canSetClock: Bool
  private var known: [Use: Duration] = [:]

  init(_ fragments: [FragmentID: Fragment], canSetClock: Bool) {
    self.fragments = fragments
    self.canSetClock = canSetClock
  }

  mutating func duration(of scenario: Scenario) -> Duration {
    var asksLater = false
    let final = duration(of: scenario.finalSteps, &asksLater)
    return final + duration(of: scenario.steps, &asksLater)
  }

  /// - Parameter asksLater: Whether the target is asked after these steps; then also whether they or
  ///   what comes after them asks it.
  private mutating func duration(of steps: [Step], _ asksLater: inout Bool) -> Duration {
    var sum = Duration.zero
    for step in steps.reversed() {
      switch step.action {
      case .wait(let wait): if asksLater || !canSetClock { sum += duration(of: wait) }
      case .use(let use): sum += duration(of: use, asksLater)
      case .request, .partner, .user: break
      }
      asksLater = asksLater || fragments.haveRequest(among: [step])
    }
    return sum
  }

  private mutating func duration(of use: FragmentUse, _ asksLater: Bool) -> Duration {
    // What runs once for all is waited for by all.
    guard let fragment = fragments[use.fragment], !fragment.isShared else { return .zero }
    let key = Use(fragment: use.fragment, asksLater: asksLater)
    if let duration = known[key] { return duration }
    var asks = asksLater
    let duration = duration(of: fragment.steps, &asks)
    known[key] = duration
    return duration
  }

  private func duration(of wait: WaitTemplate) -> Duration {
    switch wait {
    case .duration(let duration, _): duration.constant ?? Self.unknown
    case .until: Self.unknown
    }
  }
}
