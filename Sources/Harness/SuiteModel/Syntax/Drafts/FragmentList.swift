// SPDX-License-Identifier: Apache-2.0
// Fragments before their names are checked.

/// Fragments that were read, with the names and requirements that checks need.
struct FragmentList {
  var fragments: [Fragment] = []
  /// For each fragment, the names that its unreadable steps would have bound.
  var lost: [FragmentID: LostNames] = [:]
  /// The requirements that the steps name.
  var covers: [CoverDraft] = []
}
