// SPDX-License-Identifier: Apache-2.0
// A duration of a step, with variables.

package import Text

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
