// SPDX-License-Identifier: Apache-2.0
// Waits, in real time or by setting the scenario's clock forward.

import Formats
import HTTP
import Partner
import Record
import Suites
import Text

/// Waits as long as a step says.
struct WaitExecutor {
  let session: ScenarioSession
  let running: RunningStep
}

extension WaitExecutor {
  /// Waits. Takes no time if setting the clock forward has the same effect.
  func perform(_ wait: WaitTemplate) throws(EvaluationError) -> ActionResult {
    let duration = try duration(of: wait)
    let location = running.location
    var result = ActionResult()
    if duration <= ScenarioClock.limit, canSetClock {
      session.clock.advance(by: duration)
      result.notes.append(
        "set the emulated clock forward by \(DurationText.text(duration)), which took no time:"
          + " nothing is asked of the target afterwards")
      return result
    }
    if duration > session.deadline.remaining {
      result.end = .broken(
        RunProblem(
          .deadline,
          "waiting \(DurationText.text(duration)) is longer than the time that the "
            + "scenario has left; give it a longer 'timeout'", at: location))
    } else if !session.wait(for: duration) {
      result.end = .broken(.interrupted(at: location))
    } else {
      result.notes.append("waited \(DurationText.text(duration)) in real time")
    }
    return result
  }

  private func duration(of wait: WaitTemplate) throws(EvaluationError) -> Duration {
    switch wait {
    case .duration(let duration, _):
      return try duration.duration(in: session.bindings(running.frame))
    case .until(let template, let position):
      let value = try template.json(in: session.bindings(running.frame))
      guard let time = value.number?.integer ?? value.string.flatMap({ Int($0) }) else {
        throw EvaluationError("'until' is a time in milliseconds", at: position)
      }
      let (left, isTooFar) = time.subtractingReportingOverflow(session.clock.now.milliseconds)
      // The difference overflows only for a time far in the past or far in the future.
      return switch (isTooFar, time > 0) {
      case (true, true): .longest
      case (true, false): .zero
      case (false, _): .bounded(milliseconds: left)
      }
    }
  }
}

extension WaitExecutor {
  /// Whether the wait can set the clock forward: the framework uses that clock, the steps don't run
  /// for other scenarios too, and no step that may still be run asks the target.
  private var canSetClock: Bool {
    guard session.context.surroundings.framework.followsClock, !session.isShared else {
      return false
    }
    let use = TargetUse(fragments: session.context.fragments)
    return !session.remaining.contains { use.isMade(by: $0) }
  }
}
