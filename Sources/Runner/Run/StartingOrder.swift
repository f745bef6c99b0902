// SPDX-License-Identifier: Apache-2.0
// Which scenarios will wait, and for how long, as far as the suites tell: they begin first.

import Partner
import Suites

/// The order in which the scenarios of a run begin: first those that will wait, the longest before
/// the others, since all else is done meanwhile; then the others as the suites have them.
struct StartingOrder {
  struct Place {
    let suite: Int
    let scenario: Int
    /// The index among the scenarios of all suites.
    let index: Int
    /// Whether it has to be run, and no other scenario that uses the identity meanwhile.
    let isExclusive: Bool
  }

  private let places: [Place]

  init(_ suites: [Plan.PlannedSuite], _ context: RunContext) {
    var forecast = WaitForecast(
      context.fragments, canSetClock: context.surroundings.framework.followClock)
    var waiting: [(place: Place, duration: Duration)] = []
    var others: [Place] = []
    var index = 0
    for (number, suite) in suites.enumerated() {
      for (scenario, planned) in suite.scenarios.enumerated() {
        let isRun = planned.skip == nil && planned.verdict == nil
        let place = Place(
          suite: number, scenario: scenario, index: index,
          isExclusive: isRun && planned.isExclusive)
        let duration = isRun ? forecast.duration(of: planned.scenario) : .zero
        if duration > .zero { waiting.append((place, duration)) } else { others.append(place) }
        index += 1
      }
    }
    // The sort is stable.
    places = waiting.sorted { $0.duration > $1.duration }.map(\.place) + others
  }

  subscript(_ turn: Int) -> Place { places[turn] }
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

extension [FragmentID: Fragment] {
  /// Whether one of the steps, or of their fragments, may ask the target, as the suites tell.
  func haveRequest(among steps: some Sequence<Step>) -> Bool {
    var seen: Set<FragmentID> = []
    return haveRequest(among: steps, &seen)
  }

  private func haveRequest(among steps: some Sequence<Step>, _ seen: inout Set<FragmentID>) -> Bool
  {
    for step in steps {
      switch step.action {
      case .request: return true
      case .user(let user): if user.kind == .visit { return true }
      case .partner, .wait: break
      case .use(let use):
        // The loader has checked that fragments don't use each other in circles.
        guard seen.insert(use.fragment).inserted else { continue }
        // A shared fragment has a clock of its own.
        guard let fragment = self[use.fragment], !fragment.isShared else { return true }
        if haveRequest(among: fragment.steps, &seen) { return true }
      }
    }
    return false
  }
}
