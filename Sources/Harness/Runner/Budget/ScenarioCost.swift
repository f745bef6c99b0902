// SPDX-License-Identifier: Apache-2.0
// What a scenario costs by itself.

/// What a scenario costs by itself.
package struct ScenarioCost: Sendable, Equatable {
  /// The requests that are sent at the pace of the target.
  package var paced: Int
  /// The requests of bursts, which are sent at once.
  package var unpaced: Int
  /// How long it waits.
  package var wait: Duration

  package init(paced: Int = 0, unpaced: Int = 0, wait: Duration = .zero) {
    self.paced = paced
    self.unpaced = unpaced
    self.wait = wait
  }
}

extension ScenarioCost {
  package var requests: Int { paced + unpaced }

  static func + (left: ScenarioCost, right: ScenarioCost) -> ScenarioCost {
    ScenarioCost(
      paced: left.paced + right.paced, unpaced: left.unpaced + right.unpaced,
      wait: left.wait + right.wait)
  }

  static func * (cost: ScenarioCost, count: Int) -> ScenarioCost {
    ScenarioCost(paced: cost.paced * count, unpaced: cost.unpaced * count, wait: cost.wait)
  }
}
