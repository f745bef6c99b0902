// SPDX-License-Identifier: Apache-2.0
// A step of a scenario or a fragment.

package import Text

/// An action, with what is saved and expected of its answer.
package struct Step: Sendable, Equatable {
  /// As written, or the action in words if the step has no name.
  package let name: String
  package let about: String?
  package let covers: [Cover]
  /// Where the ids of `covers` stand.
  let coverPositions: [Position]
  /// The rules for applications that it breaks on purpose.
  package let breaks: [BrokenRule]
  /// The scenario's device that acts; nil for the scenario's own, or in a fragment for the one that
  /// its user acts on.
  package let device: String?
  package let conditions: [Condition]
  package let action: Action
  package let save: [SaveRule]
  package let expect: ExpectationTemplate?
  package let should: ExpectationTemplate?
  package let retry: Retry?
  /// When the request has to be sent, or the step proves nothing; nil for no such time.
  package let by: TimeTemplate?
  package let timeout: DurationTemplate?
  /// What to do when the step fails.
  package let advice: [Advice]
  /// The default headers of the file that the step is written in.
  package let defaultHeaders: [RequestTemplate.Field]
  /// Whether the later steps are run whatever it was answered: none of them needs what it does.
  /// So are the rows of a table.
  package let isIndependent: Bool
  /// Whether something in it is wrong, which is reported: it may expect more than was read.
  let hasMistakes: Bool
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
    /// The compiled source, if it has no variables.
    package let compiled: Source?
  }
}
