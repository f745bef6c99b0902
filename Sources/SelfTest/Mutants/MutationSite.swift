// SPDX-License-Identifier: Apache-2.0
// A change of one part of one answer.

/// A change of one part of one answer.
struct MutationSite {
  let answer: Int32
  let part: Int32
}
