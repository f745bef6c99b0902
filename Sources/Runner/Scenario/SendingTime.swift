// SPDX-License-Identifier: Apache-2.0
// When the request of a step has to be sent.

import HTTP
import Suites
import Text

/// The time of a step with `by`: its request is sent before, or not at all.
struct SendingTime {
  /// As the suite means it, by the clock that it comes from.
  let time: Timestamp
  let deadline: Deadline
}

extension ScenarioSession {
  /// When the request of a step has to be sent; nil for no such time.
  func sendingTime(of step: Step, in frame: Frame) throws(EvaluationError) -> SendingTime? {
    guard let by = step.by, let time = try by.milliseconds(in: bindings(frame)) else { return nil }
    // A time in the far past is past, one in the far future is never reached.
    let (left, isTooFar) = time.subtractingReportingOverflow(clock.now.milliseconds)
    let remaining = isTooFar ? (time > 0 ? Int.max / 1000 : 0) : max(0, left)
    return SendingTime(
      time: Timestamp(milliseconds: time),
      deadline: Deadline(after: .bounded(milliseconds: remaining)))
  }
}
