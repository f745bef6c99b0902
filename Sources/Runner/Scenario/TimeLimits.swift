// SPDX-License-Identifier: Apache-2.0
// The time that scenarios and steps have, and when requests have to be sent.

import Expectations
import HTTP
import Suites
import Text

/// The time limits of a scenario and of the steps under way: of nested steps that use fragments,
/// each adds a limit.
///
/// The time for which other jobs hold requests back counts for no limit but the run's.
struct TimeLimits {
  /// One limit, set while the scenario was under way.
  struct Limit {
    let deadline: Deadline
    /// How long requests had been held back when the limit was set.
    let heldBefore: Duration
  }

  private let run: Deadline
  private let scenario: Limit
  private var steps: [Limit] = []
  /// How long requests have been held back so far.
  private(set) var heldBack: Duration = .zero

  /// - Parameters:
  ///   - allowance: What the scenario has.
  ///   - run: When the whole run has to end.
  init(allowance: Duration, run: Deadline) {
    self.run = run
    scenario = Limit(deadline: Deadline(after: allowance), heldBefore: .zero)
  }

  /// When the work under way has to be done.
  var deadline: Deadline {
    steps.reduce(.earliest(run, deadline(of: scenario))) { .earliest($0, deadline(of: $1)) }
  }

  /// When the work of a limit has to be done.
  func deadline(of limit: Limit) -> Deadline {
    limit.deadline.postponed(by: heldBack - limit.heldBefore)
  }

  /// A limit that begins now; nil for no other limit than the run's.
  func limit(after allowance: Duration?) -> Limit {
    Limit(deadline: allowance.map { Deadline(after: $0) } ?? run, heldBefore: heldBack)
  }

  mutating func begin(_ limit: Limit) { steps.append(limit) }

  /// Ends the limit of the innermost step.
  mutating func endStep() { steps.removeLast() }

  /// Counts time during which a request was held back.
  mutating func hold(_ duration: Duration) { heldBack += duration }

  /// The name of the limit that has passed, for messages; nil while there is time.
  var passed: String? {
    guard deadline.isPast else { return nil }
    if run.isPast { return "run" }
    return deadline(of: scenario).isPast ? "scenario" : "step that uses the fragment"
  }
}

/// The time of a step with `by`: its request is sent before, or not at all.
struct SendingTime {
  /// As the suite means it, by the clock that it comes from.
  let time: Timestamp
  let deadline: Deadline
}

extension ScenarioSession {
  /// When the request of a step has to be sent; nil for no such time.
  func sendingTime(of step: Step, in scope: NameScope) throws(EvaluationError) -> SendingTime? {
    guard let by = step.by, let time = try by.milliseconds(in: bindings(scope)) else { return nil }
    // A time in the far past is past, one in the far future is never reached.
    let (left, isTooFar) = time.subtractingReportingOverflow(clock.now.milliseconds)
    let remaining = isTooFar ? (time > 0 ? Int.max / 1000 : 0) : max(0, left)
    return SendingTime(
      time: Timestamp(milliseconds: time),
      deadline: Deadline(after: .bounded(milliseconds: remaining)))
  }
}
