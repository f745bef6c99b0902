// SPDX-License-Identifier: Apache-2.0
// What all scenarios of a run share.

import Formats
import HTTP
import Partner
import Record
import Suites
import Synchronization
import Text

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
  let workers: WorkerPool
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
    let largeAnswers = LargeAnswers(until: time.deadline)
    workers = WorkerPool(slots: settings.jobs) {
      var client = settings.client
      client.largeAnswers = largeAnswers
      return HTTPClient(settings: client, cancellation: cancellation)
    }
    runID = UUIDText.random(surroundings.randomBytes)
  }

  /// Takes a slot for what all scenarios wait for, which comes before them all.
  func takeFirstSlot() -> WorkerSlot { workers.slot(priority: Self.firstPriority) }

  /// The priority of what comes before every scenario.
  static let firstPriority = 0

  /// The place of the scenario that starts now among those that want to go on, and among those that
  /// the pacer serves: the lowest first.
  func nextPriority() -> Int {
    startCount.add(1, ordering: .relaxed).newValue + Self.firstPriority
  }

  /// The platform of a device: the one that the suite names, else the partner's default. Which names
  /// are allowed was checked before the run.
  func platform(of device: Scenario.Device) -> DevicePlatform {
    let platforms = surroundings.framework.platforms
    return platforms.first { $0.name == device.platform?.name } ?? platforms[0]
  }
}
