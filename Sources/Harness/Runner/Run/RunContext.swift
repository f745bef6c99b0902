// SPDX-License-Identifier: Apache-2.0
// What all scenarios of a run share.

import Encodings
import HTTPTransport
import JSON
import PartnerFramework
import Results
import SuiteModel
import Synchronization

/// What all scenarios of a run share: values, and guarded resources.
final class RunContext: Sendable {
  let profile: Profile
  /// The facts of the profile by name.
  let facts: [String: JSONValue]
  let fragments: [FragmentID: Fragment]
  let settings: RunSettings
  let surroundings: Surroundings
  let time: RunTime
  let target: TargetAccess
  let secrets: RunSecrets
  let shared = SharedFragments()
  /// `${run.id}`
  let runID: String
  private let largeAnswers: LargeAnswers
  /// How many scenarios have started.
  private let startCount = Atomic(0)

  init(
    profile: Profile, plan: Plan, settings: RunSettings, surroundings: Surroundings,
    cancellation: Cancellation, ending: Cancellation? = nil
  ) {
    self.profile = profile
    facts = profile.factsByName
    fragments = plan.fragments
    self.settings = settings
    self.surroundings = surroundings
    time = RunTime(
      limit: profile.timeouts.run, cancellation: cancellation, ending: ending)
    target = TargetAccess(
      profile, userAgentName: "\(settings.tool.name)/\(settings.tool.version)", time: time,
      now: surroundings.now)
    secrets = RunSecrets(profile, plan, settings)
    largeAnswers = LargeAnswers(until: time.deadline)
    runID = UUIDText.random(surroundings.randomBytes)
  }

  /// Makes an HTTP client for one thread.
  func makeClient() -> HTTPClient {
    var settings = settings.client
    settings.largeAnswers = largeAnswers
    return HTTPClient(settings: settings, cancellation: time.cancellation)
  }

  /// The place of the scenario that starts now among those that the pacer serves.
  func nextPriority() -> Int {
    startCount.add(1, ordering: .relaxed).newValue + ScenarioSession.firstPriority
  }

  /// The platform of a device: the one that the suite names, else the partner's default. Which names
  /// are allowed was checked before the run.
  func platform(of device: Scenario.Device) -> DevicePlatform {
    let platforms = surroundings.framework.platforms
    return platforms.first { $0.name == device.platform?.name } ?? platforms[0]
  }
}
