// SPDX-License-Identifier: Apache-2.0
// The settings of trials.

package import Runner

/// The settings of trials.
package struct TrialSettings: Sendable {
  package var surroundings: Surroundings
  /// How the runs behave: their jobs, time-outs and so on.
  package var run: RunSettings
  /// How many services are tried at the same time.
  package var services: Int
  /// How long one run may take.
  package var limit: Duration

  package init(
    surroundings: Surroundings, run: RunSettings, services: Int, limit: Duration = .seconds(120)
  ) {
    self.surroundings = surroundings
    self.run = run
    self.services = services
    self.limit = limit
  }
}
