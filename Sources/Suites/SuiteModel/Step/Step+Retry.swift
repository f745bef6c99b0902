// SPDX-License-Identifier: Apache-2.0
// The `retry:` of a step.

import Text

extension Step {
  /// While the answer matches a condition, the action is repeated.
  package struct Retry: Sendable, Equatable {
    package let condition: ExpectationTemplate
    package let interval: DurationTemplate
    package let limit: DurationTemplate
  }
}

extension Step.Retry {
  private static let countLimit = 10_000

  package var variables: [VariableExpression] {
    condition.variables + interval.variables + limit.variables
  }

  /// Why a step can't be repeated at this interval; nil if it can.
  static func problem(withInterval interval: Duration) -> String? {
    interval < .milliseconds(1) ? "'every' is at least 1ms" : nil
  }

  /// Why a step can't be repeated for so long; nil if it can.
  static func problem(withLimit limit: Duration) -> String? {
    limit > .seconds(86_400) ? "'at-most' is at most 24h" : nil
  }

  /// Why the two don't go together; nil if they do.
  static func problem(withInterval interval: Duration, _ limit: Duration) -> String? {
    guard limit.wholeMilliseconds / interval.wholeMilliseconds > countLimit else { return nil }
    return "a step is tried at most \(countLimit) times, and this would be more; "
      + "write a longer 'every' or a shorter 'at-most'"
  }

  /// The time between two tries, and the time for all of them.
  ///
  /// - Throws: where a variable has no value, or one that `retry` can't have.
  package func times(
    in bindings: Bindings
  ) throws(EvaluationError) -> (interval: Duration, limit: Duration) {
    let every = try interval.duration(in: bindings)
    if let problem = Self.problem(withInterval: every) {
      throw EvaluationError(problem, at: interval.position)
    }
    let atMost = try limit.duration(in: bindings)
    if let problem = Self.problem(withLimit: atMost) {
      throw EvaluationError(problem, at: limit.position)
    }
    if let problem = Self.problem(withInterval: every, atMost) {
      throw EvaluationError(problem, at: interval.position ?? limit.position)
    }
    return (every, atMost)
  }
}
