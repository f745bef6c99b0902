// SPDX-License-Identifier: Apache-2.0
// Performs the action of a step.

import Expectations
import Formats
import Record
import Suites

struct ActionExecutor {
  let session: ScenarioSession
  let running: RunningStep

  func perform() throws(EvaluationError) -> ActionResult {
    switch running.step.action {
    case .request(let template): try perform(template)
    case .partner(let action): try perform(action)
    case .user(let action): try perform(action)
    case .wait(let wait): try perform(wait)
    case .use(let use):
      try FragmentExecutor(session: session, location: running.location)
        .perform(use, in: running.scope)
    }
  }
}
