// SPDX-License-Identifier: Apache-2.0
// Runs steps in their order, as long as the later ones have what they need.

import Record
import Suites

/// A sequence of steps: those of a scenario, those under `finally`, or those of a fragment.
struct StepSequence {
  let session: ScenarioSession
  let steps: [Step]
}

extension StepSequence {
  /// Runs the steps. They go on after one that failed if it gave the later ones what they need;
  /// otherwise these are not reached. Under `finally` all are run.
  func run(_ frame: inout Frame) -> Course {
    var course = Course()
    course.steps.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      let isStopped = frame.isFinal ? session.context.time.isCancelled : course.isOver
      if isStopped {
        course.steps.append(step.record(.notReached, in: frame))
        continue
      }
      session.remaining.append(steps[(index + 1)...])
      let (record, goesOn) = StepExecutor(session: session).run(step, &frame)
      session.remaining.removeLast()
      if !goesOn { course.isOver = true }
      switch record.verdict {
      case .failed, .broken, .blocked, .interrupted:
        if course.end == nil {
          course.end = record.verdict
          course.endName = record.name
        }
        if course.problem == nil, case .broken = record.verdict { course.problem = record.verdict }
        if !frame.isFinal { session.hasFailed = true }
      case .passed, .skipped, .notReached: break
      }
      course.steps.append(record)
    }
    return course
  }
}
