// SPDX-License-Identifier: Apache-2.0
// The table of defects.

extension Defect {
  /// All defects, in the order of the areas. `named(_:)` finds one.
  package static let all: [Defect] = areas.flatMap(\.defects)

  /// The areas of the table.
  package static let areas: [(name: String, defects: [Defect])] = [
    ("Registration and tokens", registration)
  ]

  /// The defect of a name; nil if there is none.
  package static func named(_ name: String) -> Defect? { all.first { $0.name == name } }
}
