// SPDX-License-Identifier: Apache-2.0
// The part of the names that changes from step to step, and the device that acts.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Synchronization
import Text

/// The values that a scenario has saved or was given at a step, and the device that acts.
struct NameScope {
  /// Values of `save`, and those that fragments gave.
  var saved: [String: BoundValue] = [:]
  /// Where the values that answers gave come from, of names in `saved` and `given`.
  var origins: [String: SaveOrigin] = [:]
  /// The saved names whose values may be wrong after a failed step: nothing is judged by them.
  var doubtful: Set<String> = []
  /// Values of live tables, or of the parameters of a fragment.
  var given: [String: BoundValue] = [:]
  var device: Device
  /// Whether the steps stand under `finally`: all are run, but those that lack a value.
  var isFinal = false
  var isInFragment = false
  /// Whether the step, scenario or fragment is `hostile`.
  var isHostile = false
}
