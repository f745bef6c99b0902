// SPDX-License-Identifier: Apache-2.0
// Runs steps in their order, until one fails.

import Results
import SuiteModel

/// A sequence of steps: those of a scenario, those under `finally`, or those of a fragment.
struct StepSequence {
  let session: ScenarioSession
  let steps: [Step]
}

extension StepSequence {
  /// Runs the steps. After a step that fails or ends in an error, the others are not reached; under
  /// `finally` all are run.
  func run(_ frame: inout Frame) -> Course {
    var course = Course()
    course.steps.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      let isStopped = frame.isFinal ? session.context.time.isCancelled : course.end != nil
      if isStopped {
        course.steps.append(step.record(.notReached, in: frame))
        continue
      }
      session.remaining.append(steps[(index + 1)...])
      let record = StepExecutor(session: session).run(step, &frame)
      session.remaining.removeLast()
      switch record.verdict {
      case .failed, .broken, .blocked, .interrupted:
        if course.end == nil {
          course.end = record.verdict
          course.endName = record.name
        }
      case .passed, .skipped, .notReached: break
      }
      course.steps.append(record)
    }
    return course
  }
}
