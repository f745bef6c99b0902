// SPDX-License-Identifier: Apache-2.0
// Fragments before their names are checked.

/// Fragments that were read, with the names and requirements that checks need.
struct FragmentList {
  var fragments: [Fragment] = []
  /// For each fragment, the names that its unreadable steps would have bound.
  var lost: [FragmentID: LostNames] = [:]
  /// For each fragment, the variables of the tables of its steps, whose values are already put in.
  var rowVariables: [FragmentID: Set<String>] = [:]
  /// The requirements that the steps name.
  var covers: [CoverDraft] = []
}
