// SPDX-License-Identifier: Apache-2.0
// Chooses what to do about a failed step, as its suite says.

import Formats
import Suites

extension Step {
  /// What to do about the failed step: the first entry of its `advice` whose condition matches the
  /// answer. Nil if there is none.
  ///
  /// - Parameter answer: nil for a step that got no answer; then only entries without a condition
  ///   count.
  func advice(on answer: Observation?, in bindings: Bindings) -> String? {
    advice.first { $0.isMeant(for: answer, in: bindings) }?.text.readable(in: bindings)
  }
}

extension Advice {
  fileprivate func isMeant(for answer: Observation?, in bindings: Bindings) -> Bool {
    guard let condition else { return true }
    // A condition on a value that was never saved does not hold.
    guard let answer, let expected = try? condition.expectation(evaluatedIn: bindings) else {
      return false
    }
    return holds(expected, answer)
  }
}

extension TextTemplate {
  /// The text for people: a variable without a value stays as it is written, and a value that is
  /// not a text is shown as JSON.
  fileprivate func readable(in bindings: Bindings) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .literal(let literal): text += literal
      case .variable(let expression):
        if let value = try? expression.json(in: bindings) {
          text += value.scalarText ?? JSONWriter.text(value)
        } else {
          text += "${\(expression.written)}"
        }
      }
    }
  }
}
