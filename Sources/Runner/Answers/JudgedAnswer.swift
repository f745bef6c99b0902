// SPDX-License-Identifier: Apache-2.0
// An answer that passed, with all that it was judged by, so that it can be judged again.

package import Formats
package import Suites

/// An answer that passed, with all that it was judged by.
///
/// Nothing in it is masked: it stays in memory, and no report shows it.
package struct JudgedAnswer: Sendable {
  package let step: Step
  /// Whether the step stands under `finally:`.
  package let isFinal: Bool
  /// Whether the step belongs to a fragment.
  package let isInFragment: Bool
  package let observation: Observation
  /// The method and the target of the request that was answered; nil for another action.
  package let request: Request?
  package let expected: Expectation?
  package let advised: Expectation?
  /// The condition on which the request would have been repeated.
  package let repeated: Expectation?
  package let saved: [Saved]
  /// The values of the names before the step.
  package let names: NameValues

  package struct Request: Sendable, Equatable {
    package let method: String
    /// The path below the target's base URL, without a query.
    package let path: String
  }

  /// A value that the step saved.
  package struct Saved: Sendable {
    package let name: String
    package let source: Source
    package let value: JSONValue
  }
}

/// The values of all names that the templates of a step can see.
package struct NameValues: Sendable {
  package var saved: [String: BoundValue]
  package var given: [String: BoundValue]
  let facts: [String: JSONValue]
  /// The values of the built-in names that the step's expectations use, by `name.member`.
  let builtIn: [String: JSONValue]
}

extension NameValues {
  /// The values for templates.
  package var bindings: Bindings {
    var bindings = Bindings(facts: facts) { [builtIn] name, member in
      builtIn[Self.key(name, member)]
    }
    bindings.saved = saved
    bindings.given = given
    return bindings
  }

  /// The names of the facts that have a value, in their order.
  package func factNames(of value: JSONValue) -> [String] {
    facts.keys.sorted().filter { facts[$0] == value }
  }

  static func key(_ name: String, _ member: String?) -> String {
    member.map { "\(name).\($0)" } ?? name
  }
}

/// The answers of one scenario, or of one fragment with `once: run`, in their order.
package struct JudgedCourse: Sendable {
  /// The name of the suite; nil for a fragment.
  package let suite: String?
  /// The fragment with `once: run`; nil for a scenario.
  package let fragment: FragmentID?
  /// The name of the scenario, or of the fragment.
  package let name: String
  /// The cookbook of the suite.
  package let cookbook: String?
  /// Whether its failures are only warnings.
  package let isAdvisory: Bool
  package let answers: [JudgedAnswer]
  /// Masks the secrets in a text, such as the name of a step.
  package let masked: @Sendable (String) -> String
}
