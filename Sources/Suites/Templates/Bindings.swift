// SPDX-License-Identifier: Apache-2.0
// The values of the names of a suite at a step.

package import Formats

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
  package var saved: [String: BoundValue]
  /// Taken by the fragment that the step is in.
  package var given: [String: BoundValue]
  /// Facts of the target.
  package var facts: [String: JSONValue]
  /// Gives the value of `device`, `run`, `now` and the scenario's other devices by name and
  /// member; nil for any other name.
  package var builtIn: (_ name: String, _ member: String?) throws(EvaluationError) -> JSONValue?
  /// Whether no value is known, as before a run: only the form of templates can be checked.
  package let isUnknown: Bool

  package init(
    facts: [String: JSONValue] = [:],
    builtIn: @escaping (String, String?) throws(EvaluationError) -> JSONValue?
  ) {
    saved = [:]
    given = [:]
    self.facts = facts
    self.builtIn = builtIn
    isUnknown = false
  }

  private init() {
    saved = [:]
    given = [:]
    facts = [:]
    builtIn = { _, _ in nil }
    isUnknown = true
  }

  /// For checks before a run: every name has an unknown value.
  package static var unknown: Bindings { Bindings() }
}

extension BoundValue {
  /// The value as JSON; nil for a value with a matcher in it, and for an unknown one.
  package var json: JSONValue? {
    switch self {
    case .json(let value): value
    case .pattern(let template): try? template.jsonWithoutMatchers(in: .empty)
    case .unknown: nil
    }
  }
}

extension Bindings {
  /// No names at all.
  fileprivate static var empty: Bindings { Bindings(builtIn: { _, _ in nil }) }
}
