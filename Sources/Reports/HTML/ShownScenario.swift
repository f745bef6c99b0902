// SPDX-License-Identifier: Apache-2.0
// A scenario that the HTML page shows.

import Expectations
import HTTP
import Record
import Text

/// A scenario whose exchanges are shown, or a shared fragment in the form of one.
struct ShownScenario {
  let record: ScenarioRecord
  /// That of its suite; nil without one.
  let cookbook: String?
  /// The command line that runs it again; nil without one.
  let command: String?
}
