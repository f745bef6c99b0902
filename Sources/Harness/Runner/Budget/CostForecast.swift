// SPDX-License-Identifier: Apache-2.0
// What steps will cost and cover, which is known before they are run as far as the suites tell.

import Catalogues
import JSON
import SuiteModel
import Templates

/// What steps will cost and cover, as far as the suites tell.
///
/// A step that may be skipped counts. What is not known before the run is estimated: how often an
/// answer is asked for again, and over how many pages a person is sent.
struct CostForecast {
  /// What a step with `retry` sends: it is seldom ready at once, and soon after.
  private static let tries = 2
  /// What a visit sends: the page, that of the provider, and the way back.
  private static let pages = 3

  /// What steps cost and cover together.
  struct Sum {
    var paced = 0
    var unpaced = 0
    /// The numbers of the shared fragments that are used, also by way of others.
    var shared: Set<Int> = []
    /// The requirements that steps cover.
    var covers: Set<String> = []
    /// The requirements that only steps cover that may be skipped.
    var mayCover: Set<String> = []

    mutating func add(_ other: Sum, isCertain: Bool) {
      paced += other.paced
      unpaced += other.unpaced
      shared.formUnion(other.shared)
      if isCertain { covers.formUnion(other.covers) } else { mayCover.formUnion(other.covers) }
      mayCover.formUnion(other.mayCover)
    }
  }

  /// A fragment that is run once for all.
  struct SharedFragment {
    let fragment: FragmentID
    let cost: ScenarioCost
  }

  private struct Use: Hashable {
    let fragment: FragmentID
    /// The values of the parameters as JSON text, as a run tells shared fragments apart; where they
    /// are not known before, the place of the use.
    let arguments: String
  }

  private let fragments: [FragmentID: Fragment]
  private let facts: Bindings
  private(set) var shared: [SharedFragment] = []
  private var numbers: [Use: Int] = [:]
  private var known: [Use: Sum] = [:]
  private var takers: [FragmentID: Bool] = [:]

  init(_ fragments: [FragmentID: Fragment], facts: [String: JSONValue]) {
    self.fragments = fragments
    self.facts = Bindings(facts: facts) { _, _ in nil }
  }
}

extension CostForecast {
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
    sum.paced *= rows
    sum.unpaced *= rows
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
        if let burst = request.burst { sum.unpaced += burst * tries } else { sum.paced += tries }
      case .user(let user): if user.kind == .visit { sum.paced += Self.pages }
      case .use(let use):
        add(use, bindings, isShared: false, isCertain: isCertain, to: &sum)
      case .partner, .wait: break
      }
    }
  }

  private mutating func add(
    _ use: FragmentUse, _ bindings: Bindings, isShared: Bool, isCertain: Bool, to sum: inout Sum
  ) {
    guard let fragment = fragments[use.fragment] else { return }
    let given = takesPart(use.fragment) ? arguments(of: use, fragment, bindings) : [:]
    let key = Use(fragment: use.fragment, arguments: Self.text(given, fragment, use))
    var own =
      known[key]
      ?? {
        var inner = facts
        inner.given = given
        var own = Sum()
        add(fragment.steps, inner, to: &own)
        known[key] = own
        return own
      }()
    if isShared || fragment.isShared {
      let number = numbers[key] ?? shared.count
      if number == shared.count {
        numbers[key] = number
        shared.append(
          SharedFragment(
            fragment: use.fragment, cost: ScenarioCost(paced: own.paced, unpaced: own.unpaced)))
      }
      own.shared.insert(number)
      (own.paced, own.unpaced) = (0, 0)
    }
    sum.add(own, isCertain: isCertain)
  }

  /// Whether the parameters of a fragment may decide which shared fragment is run.
  private mutating func takesPart(_ id: FragmentID) -> Bool {
    if let known = takers[id] { return known }
    guard let fragment = fragments[id] else { return false }
    var takes = fragment.isShared
    for step in fragment.steps {
      if case .use(let use) = step.action, takesPart(use.fragment) { takes = true }
    }
    takers[id] = takes
    return takes
  }

  /// The values of the parameters that are known before the run.
  private func arguments(
    of use: FragmentUse, _ fragment: Fragment, _ bindings: Bindings
  ) -> [String: BoundValue] {
    fragment.takes.reduce(into: [:]) { given, parameter in
      if let argument = use.arguments.first(where: { $0.name == parameter.name }) {
        given[parameter.name] = try? argument.value.bound(in: bindings)
      } else if let fallback = parameter.fallback {
        given[parameter.name] = try? fallback.bound(in: facts)
      }
    }
  }

  private static func text(
    _ given: [String: BoundValue], _ fragment: Fragment, _ use: FragmentUse
  ) -> String {
    guard !given.isEmpty else { return "" }
    var object = JSONObject()
    for parameter in fragment.takes {
      guard let value = given[parameter.name]?.json else { return "at \(use.position)" }
      object.append(parameter.name, value)
    }
    return JSONWriter.text(.object(object))
  }
}
