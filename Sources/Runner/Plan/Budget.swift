// SPDX-License-Identifier: Apache-2.0
// Budgets of runs and costs of scenarios: requests, and the time for them.

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
  /// Slow for a service that nobody asks to be slow with: 100 ms for a request, one after the other. No
  /// profile has it, since each has a burst of at least one.
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

  /// How long it takes. Scenarios that wait begin first, and all else is done meanwhile.
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
