// SPDX-License-Identifier: Apache-2.0
// What all scenarios of a run share.

import Encodings
import HTTPTransport
import JSON
import Redaction
import Results
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
  let throttling = Throttling()
  private let largeAnswers: LargeAnswers
  let cancellation: Cancellation
  let deadline: Deadline
  let start: ContinuousClock.Instant
  let runID: String
  /// What requests say sent them.
  let userAgentName: String
  /// What is secret from the start.
  let redaction: KnownSecrets
  let mask: Mask
  /// The names that any suite of the run calls secret: what they stand for is so in fragments
  /// that run once for all.
  let secretNames: Set<String>
  let evidence: Evidence

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
    largeAnswers = LargeAnswers(until: deadline)
    runID = UUIDText.random(surroundings.randomBytes)
    userAgentName = "\(settings.tool.name)/\(settings.tool.version)"
    secretNames = Set(plan.suites.flatMap(\.suite.secrets))
    redaction = KnownSecrets(profile)
    mask = redaction.mask
    evidence = Evidence(limitBytes: settings.evidenceBytes)
  }

  /// A client for one thread.
  func makeClient() -> HTTPClient {
    var settings = settings.client
    settings.largeAnswers = largeAnswers
    return HTTPClient(settings: settings, cancellation: cancellation)
  }

  var elapsed: Duration { start.duration(to: .now) }
}
