// SPDX-License-Identifier: Apache-2.0
// All mistakes of a pattern or expectation.

internal import Text

/// All the mistakes of one pattern or expectation, in the order of their places; at least one.
package struct PatternErrors: Error, Sendable, Equatable {
  package let errors: [PatternError]
  /// The first variable that has no value, if that is among the mistakes.
  private let evaluation: EvaluationError?

  init(_ errors: [PatternError], evaluation: EvaluationError? = nil) {
    self.errors = errors.sorted {
      ($0.position, $0.message) < ($1.position, $1.message)
    }
    self.evaluation = evaluation
  }
}

extension PatternErrors {
  /// The error that ends a step while the suite runs.
  var evaluationError: EvaluationError {
    evaluation
      ?? EvaluationError(
        errors.first?.message ?? "the pattern can't be used", at: errors.first?.position)
  }
}
