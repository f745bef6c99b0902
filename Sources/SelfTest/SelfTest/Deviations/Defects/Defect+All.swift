// SPDX-License-Identifier: Apache-2.0
// The table of defects.

extension Defect {
  /// All defects, in the order of the areas. `named(_:)` finds one.
  package static let all: [Defect] = areas.flatMap(\.defects)

  /// The areas of the table.
  package static let areas: [(name: String, defects: [Defect])] = [
    ("Registration", registration), ("Tokens", tokens), ("Access", access), ("Errors", errors),
    ("Configuration", configuration), ("Partner sessions", partnerSessions),
    ("Partner profiles", partnerProfiles), ("Profiles", profiles), ("Sessions", sessions),
    ("Logins", logins), ("Decisions", decisions), ("Logout", logout),
    ("Isolation", isolation), ("Life and end", endings), ("Odd requests", oddRequests),
    ("Isolation (V1)", v1Isolation), ("Life and end (V1)", v1Endings), ("REST API V1", v1),
  ]

  /// The defect of a name; nil if there is none.
  package static func named(_ name: String) -> Defect? { all.first { $0.name == name } }
}
