// SPDX-License-Identifier: Apache-2.0
// A step of a scenario or a fragment: one action, and what is expected of its answer.

package import Expectations
package import SourceText
package import Templates

/// One action, and around it what is saved and expected of its answer.
package struct Step: Sendable, Equatable {
  /// As written, or, where a step need not have a name, what it does.
  package let name: String
  package let about: String?
  /// Requirement ids.
  package let covers: [String]
  /// The scenario's device that acts; nil for the scenario's own, or in a fragment for the one that
  /// its user acts on.
  package let device: String?
  package let conditions: [Condition]
  package let action: Action
  package let save: [SaveRule]
  package let expect: ExpectationTemplate?
  package let should: ExpectationTemplate?
  package let retry: Retry?
  package let timeout: DurationTemplate?
  /// Headers that the file of the step gives to all requests written in it.
  package let defaultHeaders: [RequestTemplate.Field]
  package let file: String
  package let position: Position

  /// A member of `when`.
  package struct Condition: Sendable, Equatable {
    package let variable: VariableExpression
    package let pattern: ValueTemplate
  }

  /// A member of `save`.
  package struct SaveRule: Sendable, Equatable {
    package let name: String
    package let position: Position
    package let source: SourceTemplate
    /// Ready to be asked, where it has no variables.
    package let compiled: Source?
  }
}
