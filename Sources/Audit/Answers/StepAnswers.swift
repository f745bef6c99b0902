// SPDX-License-Identifier: Apache-2.0
// What the answers to a call show of one step.

import Suites

/// What the answers to a call show of one step.
struct StepAnswers: Sendable {
  let step: Step
  /// The first right answer.
  let first: EntryReference
  var right = 0
  /// The requirements that right answers show.
  var covers: [Cover] = []
  var chosen: [String] = []
  /// A right answer that misses a recommendation.
  var warned: BrokenAnswer?
  var warnedCount = 0
}
