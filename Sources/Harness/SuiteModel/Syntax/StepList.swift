// SPDX-License-Identifier: Apache-2.0
// Steps that were read, with what is known of those that could not be.

import SourceText

/// Steps that were read, and what checks have to know about the others.
struct StepList {
  var steps: [Step] = []
  /// Names that unreadable steps would have bound.
  var lost = LostNames()
  /// The requirements that the steps name, the unreadable ones included.
  var covers: [Cover] = []
}

extension StepList {
  mutating func add(_ other: StepList) {
    steps += other.steps
    lost.add(other.lost)
    covers += other.covers
  }
}

/// Names that may be bound or not: the step that would tell could not be read.
struct LostNames: Equatable {
  var names: Set<String> = []
  /// Whether any other name may be bound, too: by a fragment that is not known.
  var isOpen = false
}

extension LostNames {
  mutating func add(_ other: LostNames) {
    names.formUnion(other.names)
    isOpen = isOpen || other.isOpen
  }

  /// Whether an unreadable step may bind a name.
  func mayBind(_ name: String) -> Bool { isOpen || names.contains(name) }
}

/// A requirement that a step names, with its place.
struct Cover: Hashable {
  let id: String
  let position: Position
  let length: Int
}
