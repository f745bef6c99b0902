// SPDX-License-Identifier: Apache-2.0
// The names that a step can use, and the device that it acts on.

import Suites

/// The values of the names at a step, and the device that acts.
struct Frame {
  /// Values of `save`, and those that fragments gave.
  var saved: [String: BoundValue] = [:]
  /// The saved names whose values a failed step found to be wrong, or may have: what uses one of them
  /// would be judged by a wrong value.
  var doubtful: Set<String> = []
  /// Values of live tables, or of the parameters of a fragment.
  var given: [String: BoundValue] = [:]
  var device: Device
  /// Whether the steps stand under `finally`: every one of them is run, and one whose name has no
  /// value is skipped.
  var isFinal = false
  /// Whether the steps are those of a fragment.
  var isInFragment = false
  /// Whether what is sent breaks a rule for applications on purpose: the step, the scenario or the
  /// fragment says so under `breaks`.
  var isDeliberate = false
}
