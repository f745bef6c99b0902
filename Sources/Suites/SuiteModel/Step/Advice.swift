// SPDX-License-Identifier: Apache-2.0
// An `advice:` of a step: what to do when the step fails.

/// One entry of a step's `advice:`. Of several, the first whose condition matches the answer counts.
package struct Advice: Sendable, Equatable {
  /// nil for an entry that goes with any answer, and with none.
  package let condition: ExpectationTemplate?
  package let text: TextTemplate
}

extension Advice {
  /// The variables of the condition and of the text.
  package var variables: [VariableExpression] {
    (condition?.variables ?? []) + text.variables
  }
}
