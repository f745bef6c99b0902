// SPDX-License-Identifier: Apache-2.0
// What all scenarios of a run share.

import Encodings
import HTTPTransport
import JSON
import SuiteModel

/// What all scenarios of a run share: values, and the guarded resources among them.
final class RunContext: Sendable {
  let profile: Profile
  let facts: [String: JSONValue]
  let fragments: [FragmentID: Fragment]
  let settings: RunSettings
  let surroundings: Surroundings
  let rate: RateLimit
  let shared = SharedFragments()
  let reachability = Reachability()
  let cancellation: Cancellation
  let deadline: Deadline
  let start: ContinuousClock.Instant
  let runID: String
  /// What is secret from the start.
  let redaction: Redaction

  init(
    profile: Profile, plan: Plan, settings: RunSettings, surroundings: Surroundings,
    cancellation: Cancellation
  ) {
    self.profile = profile
    facts = profile.factsByName
    fragments = plan.fragments
    self.settings = settings
    self.surroundings = surroundings
    self.cancellation = cancellation
    rate = RateLimit(profile.rate)
    start = .now
    deadline = Deadline(after: profile.timeouts.run ?? .seconds(86_400))
    runID = UUIDText.random(surroundings.randomBytes)
    redaction = Redaction(profile)
  }

  var elapsed: Duration { start.duration(to: .now) }
}
