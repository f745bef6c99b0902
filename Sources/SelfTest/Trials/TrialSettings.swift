// SPDX-License-Identifier: Apache-2.0
// The settings of trials.

import Runner

/// The settings of trials.
struct TrialSettings: Sendable {
  var surroundings: Surroundings
  /// How the runs behave: their jobs, time-outs and so on.
  var run: RunSettings
  /// How many services are tried at the same time.
  var services: Int
  /// How long one run may take.
  var limit: Duration = .seconds(120)
}
