// SPDX-License-Identifier: Apache-2.0
// A time of a step, with variables: until when its request has to be sent.

import Formats
package import Text

/// A time of a step, in milliseconds since 1970:
///
///     1735689600000          as it is
///     now                    when the step begins
///     now + 24h              the same, moved
///     ${created + 1s}        a time that an answer told, moved
///     ${created} + ${lives}  moved by a duration with variables
package struct TimeTemplate: Sendable, Equatable {
  /// A number, a text of digits, null for no time, or a variable for one of these.
  package let base: ValueTemplate
  package let offset: Offset?
  package let position: Position

  /// A duration that is added to the time, or taken from it.
  package struct Offset: Sendable, Equatable {
    package let isNegative: Bool
    package let duration: DurationTemplate
  }
}

extension TimeTemplate {
  package var variables: [VariableExpression] {
    base.variables + (offset?.duration.variables ?? [])
  }

  /// Whether the time goes by the clock of the harness, not by that of an answer.
  package var isOwn: Bool {
    if case .variable(let expression) = base { expression.name == "now" } else { false }
  }

  /// The time in milliseconds; nil where it is null.
  ///
  /// - Throws: where a variable has no value, or one that is not a time.
  package func milliseconds(in bindings: Bindings) throws(EvaluationError) -> Int? {
    let value = try base.json(in: bindings)
    if value == .null { return nil }
    guard let time = value.number?.integer ?? value.string.flatMap({ Int($0) }) else {
      throw EvaluationError(
        "a time is a number of milliseconds since 1970, not \(value.withArticle)", at: position)
    }
    guard let offset else { return time }
    let distance = try offset.duration.duration(in: bindings).wholeMilliseconds
    let (moved, isTooFar) = time.addingReportingOverflow(offset.isNegative ? -distance : distance)
    guard !isTooFar else {
      throw EvaluationError("the time is beyond what a number can hold", at: position)
    }
    return moved
  }
}
