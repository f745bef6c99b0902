// SPDX-License-Identifier: Apache-2.0
// What scenarios cost together: their requests, and the time for them.

import Encodings

/// What scenarios cost together.
package struct PlanCost: Sendable, Equatable {
  /// The requests that are sent at the pace of the target.
  package var paced = 0
  /// The requests of bursts, which are sent at once.
  package var unpaced = 0
  /// The paced requests of the scenarios that wait.
  package var pacedOfWaiting = 0
  /// The longest wait of a scenario.
  package var longestWait = Duration.zero

  package init() {}
}

extension PlanCost {
  package var requests: Int { paced + unpaced }

  mutating func add(_ cost: ScenarioCost) {
    paced += cost.paced
    unpaced += cost.unpaced
    guard cost.wait > .zero else { return }
    pacedOfWaiting += cost.paced
    longestWait = max(longestWait, cost.wait)
  }

  /// How long it takes. Scenarios that wait begin first, and all else is done meanwhile.
  package func time(at pace: Pace) -> Duration {
    func time(of requests: Int) -> Duration {
      .bounded(seconds: Double(max(0, requests - pace.burst)) / pace.perSecond)
    }
    let waiting = longestWait > .zero ? time(of: pacedOfWaiting) + longestWait : .zero
    return max(time(of: paced), waiting)
  }

  /// Whether it is within a budget.
  func fits(_ budget: Budget, at pace: Pace) -> Bool {
    if let limit = budget.requests, requests > limit { return false }
    guard let limit = budget.time else { return true }
    return time(at: pace) <= limit
  }
}
