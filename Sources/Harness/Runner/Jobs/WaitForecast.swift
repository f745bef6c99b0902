// SPDX-License-Identifier: Apache-2.0
// How long scenarios will wait, which is known before they are run as far as the suites tell.

import SuiteModel

/// How long scenarios will wait, as far as the suites tell.
struct WaitForecast {
  /// What a wait counts whose end only an answer tells.
  private static let unknown = Duration.seconds(5)

  private struct Use: Hashable {
    let fragment: FragmentID
    let asksLater: Bool
  }

  private let fragments: [FragmentID: Fragment]
  /// Whether the framework uses the clock of the scenario. Then only waits take time after which the
  /// target is asked.
  private let canSetClock: Bool
  private var known: [Use: Duration] = [:]

  init(_ fragments: [FragmentID: Fragment], canSetClock: Bool) {
    self.fragments = fragments
    self.canSetClock = canSetClock
  }
}

extension WaitForecast {
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
      asksLater = asksLater || TargetUse(fragments: fragments).isMade(by: [step])
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
