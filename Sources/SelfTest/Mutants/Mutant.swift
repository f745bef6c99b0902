// SPDX-License-Identifier: Apache-2.0
// One change of answers, with the places where it counts as the same.

/// A mutant: one change, in each answer where it counts as the same.
struct Mutant {
  let kind: Int
  var sites: [MutationSite]
}
