// SPDX-License-Identifier: Apache-2.0
// A service of this process that a trial runs suites against.

package import JSON

/// A service that listens in this process while a trial uses it.
package struct TrialService: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at the end.
  package let url: String
  /// The facts of a target profile for it.
  package let facts: JSONObject
  /// Whether something of it showed: an answer or a request was changed, or a switch was asked for.
  package let hasDeviated: @Sendable () -> Bool
  /// Closes it, and blocks until nothing of it runs.
  package let stop: @Sendable () -> Void

  package init(
    url: String, facts: JSONObject, hasDeviated: @escaping @Sendable () -> Bool = { false },
    stop: @escaping @Sendable () -> Void
  ) {
    self.url = url
    self.facts = facts
    self.hasDeviated = hasDeviated
    self.stop = stop
  }
}

/// A service that suites are tried on: how to start it, and what is known of it beforehand.
package struct TrialSubject: Sendable {
  package let name: String
  /// The ids of the requirements that it breaks; empty for a service that is right.
  package let requirements: [String]
  package let start: @Sendable () throws(TrialError) -> TrialService

  package init(
    name: String, requirements: [String] = [],
    start: @escaping @Sendable () throws(TrialError) -> TrialService
  ) {
    self.name = name
    self.requirements = requirements
    self.start = start
  }
}
