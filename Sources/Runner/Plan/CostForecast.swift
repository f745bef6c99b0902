// SPDX-License-Identifier: Apache-2.0
// Forecasts what steps cost, and how long they wait.

import Expectations
import Formats
import Record
import Suites

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
