// SPDX-License-Identifier: Apache-2.0
// A scenario that is ready to run.

import Redaction
import Results

/// A planned scenario with the row of its live tables filled in.
struct PreparedScenario: Sendable {
  var planned: PlannedScenario
  /// The verdict, if it is known before any step is run; nil for a scenario to be run.
  var verdict: Verdict?
  /// The name in reports, masked; nil for that of the plan.
  var name: String?
  /// What the fragments that filled its tables have learned; nil without such tables.
  var secrets: KnownSecrets?
}
