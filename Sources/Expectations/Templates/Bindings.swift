// SPDX-License-Identifier: Apache-2.0
// The values of the names of a suite at a step, and why a template has no value.

package import Formats
package import Text

/// The value of a name.
package enum BoundValue: Sendable, Equatable {
  case json(JSONValue)
  /// A value given by `with`: a pattern, with its matchers. Every name in it has its value
  /// already, because the fragment that takes it may use the name for something else.
  case pattern(ValueTemplate)
  /// The value is not known before the suite runs.
  case unknown
}

/// The values of all names at a step. A name is looked up in this order.
package struct Bindings {
  /// Saved by `save`, or by the `gives` of a fragment.
  package var saved: [String: BoundValue] = [:]
  /// Taken by the fragment that the step is in.
  package var given: [String: BoundValue] = [:]
  /// Facts of the target.
  package var facts: [String: JSONValue]
  /// The value of `device`, `run`, `now` or another device, by name and member; else nil.
  package var builtIn: (_ name: String, _ member: String?) throws(EvaluationError) -> JSONValue?
  /// Whether no value is known, as before a run: only the form of templates can be checked.
  package private(set) var isUnknown = false
  /// The actions that a pattern may name, checked before a run; nil for any.
  package var actions: [String]?

  package init(
    facts: [String: JSONValue] = [:],
    builtIn: @escaping (String, String?) throws(EvaluationError) -> JSONValue?
  ) {
    self.facts = facts
    self.builtIn = builtIn
  }

  /// For checks before a run: every name has an unknown value.
  package static var unknown: Bindings {
    var bindings = Bindings(builtIn: { _, _ in nil })
    bindings.isUnknown = true
    return bindings
  }
}

extension BoundValue {
  /// The value as JSON; nil for a value with a matcher in it, and for an unknown one.
  package var json: JSONValue? {
    switch self {
    case .json(let value): value
    case .pattern(let template): try? template.jsonWithoutMatchers(in: Bindings { _, _ in nil })
    case .unknown: nil
    }
  }
}

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

/// A mistake in a text with `${…}`.
package struct TemplateError: Error, Sendable, Equatable {
  /// Names the mistake and says what to write instead.
  package let message: String
  /// In the text that was read.
  package let offset: ScalarOffset

  package init(message: String, offset: ScalarOffset) {
    self.message = message
    self.offset = offset
  }
}

extension JSONValue {
  /// The text of a string, the literal of a number, `true` or `false`; nil for the rest.
  package var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.literal
    case .boolean(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// `a map`, `a list`, `null`: in a suite author's words.
  package var withArticle: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "a map"
    }
  }
}
