// SPDX-License-Identifier: Apache-2.0
// Performs the action of a step, whichever kind it is.

import Suites

/// Performs the action of a step.
struct ActionExecutor {
  let session: ScenarioSession
  let running: RunningStep
}

extension ActionExecutor {
  /// Performs the action once.
  func perform() throws(EvaluationError) -> ActionResult {
    switch running.step.action {
    case .request(let template):
      try RequestExecutor(session: session, running: running).perform(template)
    case .partner(let action):
      try PartnerExecutor(session: session, running: running).perform(action)
    case .user(let action):
      try UserExecutor(session: session, running: running).perform(action)
    case .wait(let wait):
      try WaitExecutor(session: session, running: running).perform(wait)
    case .use(let use):
      try FragmentExecutor(session: session, location: running.location)
        .perform(use, in: running.frame)
    }
  }
}
