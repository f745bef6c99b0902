// SPDX-License-Identifier: Apache-2.0
// The surroundings of a step that is read.

/// The surroundings of a step: its file, and its scenario or fragment.
struct StepScope {
  let fragments: FragmentLookup
  /// The headers and the timeout that the file gives to its steps.
  var defaults = StepDefaults()
  /// The names of the scenario's devices; nil in a fragment, which can't name one.
  var deviceNames: [String]?
  /// The row of `cases` whose values are put in.
  var row = CaseRow()
  /// Whether the step is a row of a table of its own.
  var isRowOfStep = false
  /// Whether rows of steps that only a deep run has are left out.
  var leavesOutDeepRows = false
}
