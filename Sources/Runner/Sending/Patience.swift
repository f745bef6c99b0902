// SPDX-License-Identifier: Apache-2.0
// How long a run waits for a target in trouble.

/// How long a run waits for a target that gives no answer of use, before it gives up.
package struct Patience: Sendable {
  /// While nothing but 5xx comes, or no answer.
  package var outage: Duration = .seconds(120)
  /// While nothing but 429 comes, and the target asks for shorter waits.
  package var throttled: Duration = .seconds(120)
  /// While nothing but 429 comes, however long the target asks to wait.
  package var longestThrottled: Duration = .seconds(600)
  /// Before the target is asked again for the first time; then twice as long each time.
  package var firstPause: Duration = .seconds(1)
  /// At most so long before it is asked again.
  package var longestPause: Duration = .seconds(15)

  package init() {}
}
