// SPDX-License-Identifier: Apache-2.0
// How a sequence of steps went, and the verdict that follows.

import Expectations
import HTTP
import Partner
import Record
import Redaction
import Suites

/// How a sequence of steps went.
struct StepsOutcome {
  var steps: [StepRecord] = []
  /// The verdict of the first step that did not pass; nil if there is none.
  var end: Verdict?
  /// The name of that step; empty if there is none.
  var endName = ""
  /// The verdict of the first step without an answer to judge; nil if there is none.
  var problem: Verdict?
  /// Whether the later steps were not run: they need what a step did not give.
  var isOver = false

  /// The verdict of the scenario. Findings of an advisory scenario stay with its steps as warnings.
  func verdict(isAdvisory: Bool) -> Verdict {
    if let end {
      if isAdvisory, case .failed = end { return problem ?? .passed }
      return end
    }
    // A scenario that has seen no answer has not passed.
    if let reason = steps.reasonForSeeingNothing { return .skipped(because: reason) }
    return .passed
  }
}

extension [StepRecord] {
  /// The condition that left out every step that would have seen an answer; nil if an answer was
  /// seen, or if no step was skipped. Answers that a shared fragment saw don't count.
  fileprivate var reasonForSeeingNothing: String? {
    var reason: String?
    var hasSeen = false
    visit { visit in
      switch visit.step.verdict {
      case .passed:
        hasSeen = hasSeen || visit.step.action.seesAnswers || !visit.step.warnings.isEmpty
      case .skipped(let because): reason = reason ?? because
      case .failed, .broken, .blocked, .interrupted, .notReached: break
      }
    }
    return hasSeen ? nil : reason.map { "nothing was asked: \($0)" }
  }
}
