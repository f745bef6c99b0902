// SPDX-License-Identifier: Apache-2.0
// A scenario that has ended, in a run that goes on.

import Record

/// A scenario that has ended.
struct EndedScenario: Sendable {
  let record: Unmasked<ScenarioRecord>
  /// Makes what is shown of it before the end of the run.
  let shown: @Sendable () -> Masked<ScenarioRecord>
}
