// SPDX-License-Identifier: Apache-2.0
// The names that unreadable steps may bind.

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
