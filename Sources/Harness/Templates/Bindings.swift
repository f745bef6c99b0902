// SPDX-License-Identifier: Apache-2.0
// What the names of a suite stand for at a step.

package import JSON

/// What a name stands for.
package enum BoundValue: Sendable, Equatable {
  case json(JSONValue)
  /// A value given by `cases` or `with`: a pattern, with its matchers. It names nothing that its
  /// user does not have.
  case pattern(ValueTemplate)
  /// Not known before the suite runs.
  case unknown
}

/// What the names of a suite stand for at a step, the nearest first.
package struct Bindings {
  /// By `save` and `gives`.
  package var saved: [String: BoundValue]
  /// By `cases`, or what a fragment takes.
  package var given: [String: BoundValue]
  /// Of the target.
  package var facts: [String: JSONValue]
  /// `device`, `run`, `now` and the scenario's other devices: name and member give a value, nil
  /// where there is none of that name.
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

  /// For checks before a run: every name stands for something unknown.
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
