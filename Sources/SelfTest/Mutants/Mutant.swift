// SPDX-License-Identifier: Apache-2.0
// One change of answers, and the answers in which it counts as the same.

/// A mutant: one change, in each answer where it counts as the same.
struct Mutant {
  let kind: Int
  var sites: [MutationSite]
}

/// A change of one part of one answer.
struct MutationSite {
  let answer: Int32
  let part: Int32
}
