// SPDX-License-Identifier: Apache-2.0
// A service of this process that a trial runs suites against.

import Formats

/// A service that listens in this process while a trial uses it.
struct TrialService: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at the end.
  let url: String
  /// The facts of a target profile for it.
  let facts: JSONObject
  /// Whether something of it showed: an answer or a request was changed, or a switch was asked for.
  var hasDeviated: @Sendable () -> Bool = { false }
  /// Closes it, and blocks until nothing of it runs.
  let stop: @Sendable () -> Void
}

/// A service that suites are tried on: how to start it, and what is known of it beforehand.
struct TrialSubject: Sendable {
  let name: String
  /// The ids of the requirements that it breaks; empty for a service that is right.
  var requirements: [String] = []
  let start: @Sendable () throws(TrialError) -> TrialService
}
