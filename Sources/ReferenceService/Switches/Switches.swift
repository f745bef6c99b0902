// SPDX-License-Identifier: Apache-2.0
// The switches that are on for a request.

internal import Synchronization

/// The switches that are on for a request. It remembers for the service whether one of them was
/// asked for.
struct Switches: Sendable {
  /// Whether a rule has worked otherwise, of all requests to a service.
  final class Use: Sendable {
    let hasHappened = Atomic(false)
  }

  let all: Set<Switch>
  let use: Use

  func contains(_ rule: Switch) -> Bool {
    guard !all.isEmpty, all.contains(rule) else { return false }
    use.hasHappened.store(true, ordering: .relaxed)
    return true
  }
}
