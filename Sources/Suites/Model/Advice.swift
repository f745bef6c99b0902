// SPDX-License-Identifier: Apache-2.0
// The advice for a failure of a step.

package import Expectations

/// One entry of a step's `advice:`. Of several, the first whose condition matches the answer counts.
package struct Advice: Sendable, Equatable {
  /// nil for an entry that goes with any answer, and without one.
  package let condition: ExpectationTemplate?
  package let text: TextTemplate

  /// The variables of the condition and of the text.
  package var variables: [VariableExpression] { (condition?.variables ?? []) + text.variables }
}
