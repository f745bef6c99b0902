// SPDX-License-Identifier: Apache-2.0
// The budget of a run, and what was planned within it.

import Formats
import Suites
import Text

/// The budget of a run, and what was planned within it.
package struct BudgetRecord: Sendable, Equatable {
  /// The values of `--budget`: `5m`, `150req`.
  package var limits: [String]
  /// About how many requests were planned, of all shards together.
  package var requests: Int
  /// About how long they take.
  package var duration: Duration
  /// How many scenarios were left out, of all shards together; a live table counts as one.
  package var leftOut: Int
  /// How many of the requirements that the service can show were planned to be proved.
  package var proves: Int
  /// How many such requirements there are.
  package var provable: Int

  package init(
    limits: [String], requests: Int, duration: Duration, leftOut: Int, proves: Int, provable: Int
  ) {
    self.limits = limits
    self.requests = requests
    self.duration = duration
    self.leftOut = leftOut
    self.proves = proves
    self.provable = provable
  }

  /// As the command line has it: `--budget 5m and --budget 150req`.
  package var words: String { Wording.list(limits.map { "--budget \($0)" }) }
}
