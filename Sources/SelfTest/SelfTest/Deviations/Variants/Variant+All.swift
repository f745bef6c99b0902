// SPDX-License-Identifier: Apache-2.0
// The table of right variants.

extension Variant {
  /// All variants, in the order of the areas. `named(_:)` finds one.
  package static let all: [Variant] = areas.flatMap(\.variants)

  /// The areas of the table. Where several variants are on at once, they apply in this order: the
  /// form of an answer comes last, so that no variant reads what another has put in another form.
  package static let areas: [(name: String, variants: [Variant])] = [
    ("The account", accounts),
    ("Registration and tokens", registration),
    ("Configuration", configurations),
    ("Partner single sign-on", partnerSessions),
    ("Sessions", sessions),
    ("Profiles", profiles),
    ("Decisions", decisions),
    ("Logout", logouts),
    ("REST API V1", v1),
    ("Errors", errors),
    ("Form of the answers", form),
    ("Way of the answers", wire),
  ]

  /// The variant of a name; nil if there is none.
  package static func named(_ name: String) -> Variant? { all.first { $0.name == name } }
}
