// SPDX-License-Identifier: Apache-2.0
// Looks up a name of a suite at a step: saved, given, a fact, or built in.

package import Formats

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
