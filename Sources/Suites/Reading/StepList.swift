// SPDX-License-Identifier: Apache-2.0
// Steps that were read, with what is known of the unreadable ones.

/// Steps that were read, with the names and requirements of those that are unreadable.
struct StepList {
  var steps: [Step] = []
  /// Names that unreadable steps would have bound; nil if that may be any name.
  var lost: Set<String>? = []
  /// The requirements that the steps name, the unreadable ones included.
  var covers: [WrittenCover] = []
  /// Variables of written rows, whose values are already put in.
  var rowVariables: Set<String> = []
  /// The cells of situations of each row.
  var cells: [[String]] = []
  /// Whether rows of steps were left out, which a deep run has.
  var hasDeepRows = false

  /// The place of a step that may have bound any name.
  static let unreadable = StepList(lost: nil)

  mutating func add(_ other: StepList) {
    steps += other.steps
    lost = lost.flatMap { names in other.lost.map { names.union($0) } }
    covers += other.covers
    rowVariables.formUnion(other.rowVariables)
    cells += other.cells
    hasDeepRows = hasDeepRows || other.hasDeepRows
  }
}
