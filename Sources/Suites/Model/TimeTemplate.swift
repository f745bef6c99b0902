// SPDX-License-Identifier: Apache-2.0
// Durations and times of a step, with variables.

package import Expectations
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

/// A duration of a step:
///
///     3s               as it is
///     ${lifetime}s     a variable for the integer
///     ${lifetime}      a variable for the whole, such as the text `3s`
package enum DurationTemplate: Sendable, Equatable {
  case constant(Duration)
  case text(TextTemplate)
}

extension DurationTemplate {
  /// The duration, if it has no variables.
  package var constant: Duration? {
    if case .constant(let duration) = self { duration } else { nil }
  }

  /// Where it stands; nil where it has no variables.
  package var position: Position? {
    if case .text(let text) = self { text.position } else { nil }
  }

  package var variables: [VariableExpression] {
    switch self {
    case .constant: []
    case .text(let text): text.variables
    }
  }

  /// The duration with the variables' values in their places.
  ///
  /// - Throws: where a variable has no value, or the text is not a duration.
  package func duration(in bindings: Bindings) throws(EvaluationError) -> Duration {
    switch self {
    case .constant(let duration): return duration
    case .text(let template):
      let text: String
      if let expression = template.wholeVariable {
        let value = try expression.json(in: bindings)
        guard let scalar = value.scalarText else {
          throw EvaluationError(
            "${\(expression.written)} is \(value.withArticle), not a duration; write "
              + DurationText.form, at: expression.position)
        }
        text = scalar
      } else {
        text = try template.text(in: bindings)
      }
      guard let duration = DurationText.parse(text) else {
        throw EvaluationError(
          "'\(text)' is not a duration; write \(DurationText.form)", at: template.position)
      }
      return duration
    }
  }
}
