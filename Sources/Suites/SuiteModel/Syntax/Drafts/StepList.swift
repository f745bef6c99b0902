// SPDX-License-Identifier: Apache-2.0
// Steps that were read.

/// Steps that were read, with the names and requirements of those that are unreadable.
struct StepList {
  var steps: [Step] = []
  /// Names that unreadable steps would have bound.
  var lost = LostNames()
  /// The requirements that the steps name, the unreadable ones included.
  var covers: [CoverDraft] = []
  /// Variables of the tables of steps, whose values are already put in.
  var rowVariables: Set<String> = []
}

extension StepList {
  mutating func add(_ other: StepList) {
    steps += other.steps
    lost.add(other.lost)
    covers += other.covers
    rowVariables.formUnion(other.rowVariables)
  }
}
