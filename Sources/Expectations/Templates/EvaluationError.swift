// SPDX-License-Identifier: Apache-2.0
// Why a template has no value while a suite runs.

package import Text

/// Why a template has no value. It shows only while the suite runs.
package struct EvaluationError: Error, Sendable, Equatable {
  /// Who has to fix it.
  package enum Cause: Sendable, Equatable {
    /// The suite: a value does not suit the place where it is used.
    case suite
    /// The suite, or the step that should have bound the name and did not.
    case unbound
    /// The partner's framework, which did not answer when it was asked for its status.
    case framework
    /// The suite: the step can't be done here with any values.
    case step
  }

  package let message: String
  /// Where in the suite's file; nil where the message is about the whole action of the step.
  package let position: Position?
  package let cause: Cause

  package init(_ message: String, at position: Position?, cause: Cause = .suite) {
    self.message = message
    self.position = position
    self.cause = cause
  }
}
