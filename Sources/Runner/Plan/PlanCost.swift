// SPDX-License-Identifier: Apache-2.0
// What scenarios cost: requests, and the time that they take at the pace of the target.

import Record
package import Suites
import Text

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

extension Profile.Rate {
  /// The pace without a limit: 100 ms a request, one by one. No profile has a burst of 0.
  package static let assumed = Profile.Rate(perSecond: 10, burst: 0)
}
