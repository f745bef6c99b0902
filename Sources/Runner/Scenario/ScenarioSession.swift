// SPDX-License-Identifier: Apache-2.0
// What the steps of one scenario share while they run.

import Formats
import HTTP
import Partner
import Record
import Suites

/// The state that the steps of one scenario, or of one shared fragment, share. For one thread.
final class ScenarioSession {
  let context: RunContext
  let openFramework: FrameworkOpener
  let slot: WorkerSlot
  let clock: ScenarioClock
  /// Whether the steps run for several scenarios.
  let isShared: Bool
  /// The scenario's own device first.
  let devices: [Device]
  /// Names of variables whose values are secret.
  let secretNames: Set<String>
  /// The cookbook of the scenario's suite: the requirements in messages about misuse are its own.
  let cookbook: String?
  /// The name of the suite; nil for what several scenarios share.
  let suite: String?
  /// The name of the scenario or of the shared fragment.
  let name: String
  var secrets: KnownSecrets
  /// The steps still to be run after the one under way, from the outermost sequence inwards.
  var remaining: [ArraySlice<Step>] = []
  var limits: TimeLimits
  /// Whether the steps under `finally` have begun.
  var isFinal = false
  /// Whether a step has failed or ended in an error.
  var hasFailed = false
  /// When the request of the step under way has to be sent; nil for no such time.
  var sendBy: SendingTime?
  /// What was too late, since the run was too slow: nil unless a request was not sent for that
  /// reason.
  var lateness: String?
  /// The state that the framework can't be in, in a sentence; nil unless a step asked for one.
  var unsupported: String?
  /// What it has sent and taken.
  var trace = Trace()
  /// The answers that passed, where they are kept.
  var answers: [JudgedAnswer] = []

  /// - Parameters:
  ///   - timeout: What the scenario has; a shared fragment has as much as a scenario by default.
  ///   - devices: The devices of the scenario.
  ///   - suite: The name of the suite; nil for what several scenarios share.
  ///   - name: Of the scenario or of the shared fragment.
  init(
    context: RunContext, openFramework: @escaping FrameworkOpener, slot: WorkerSlot,
    timeout: Duration = ScenarioSession.fragmentTimeout,
    devices: [Scenario.Device] = [Scenario.Device(name: "device", platform: nil)],
    secretNames: Set<String>, cookbook: String? = nil, suite: String? = nil, name: String,
    isShared: Bool = false
  ) {
    self.context = context
    self.openFramework = openFramework
    self.isShared = isShared
    clock = ScenarioClock(context.surroundings.now, target: context.target.clock)
    self.slot = slot
    self.secretNames = secretNames
    self.cookbook = cookbook
    self.suite = suite
    self.name = name
    limits = TimeLimits(allowance: timeout, run: context.time.deadline)
    self.devices = devices.map { device in
      Device(
        name: device.name, platform: context.platform(of: device),
        randomBytes: context.surroundings.randomBytes)
    }
    secrets = context.secrets.known
    for device in self.devices { secrets.add(device.id, named: "device id") }
    for name in secretNames {
      if let value = context.facts[name] { secrets.addAll(value, named: name) }
    }
  }

  /// The time of a shared fragment: that of a scenario which gives no `timeout`.
  static let fragmentTimeout = Duration.seconds(120)
}

extension ScenarioSession {
  /// When the work under way has to be done.
  var deadline: Deadline { limits.deadline }

  /// Waits without a slot; false if the run was interrupted meanwhile. No answer may be in use.
  func wait(for duration: Duration) -> Bool {
    let (isOver, delay) = slot.waiting { context.time.wait(for: duration) }
    limits.hold(delay)
    return isOver
  }

  /// Why execution must stop before a step; nil while it may continue.
  func stopProblem(at location: SourceLocation) -> RunProblem? {
    if isFinal ? context.time.isCancelled : context.time.isEnding {
      return .interrupted(at: location)
    }
    return limits.passed.map {
      RunProblem(.deadline, "the time of the \($0) ended before this step", at: location)
    }
  }

  /// Remembers the values of those names that are secret.
  func addSecrets(among values: [String: BoundValue]) {
    for name in secretNames {
      if let value = values[name]?.json { secrets.addAll(value, named: name) }
    }
  }

  /// The device of a name. The loader has checked that it exists.
  func device(named name: String) -> Device? { devices.first { $0.name == name } }

  /// An answer that has just arrived.
  func observation(_ answer: Observation.Answer) -> Observation {
    Observation(
      answer, receivedAt: clock.ownNow, clockTolerance: context.profile.clockTolerance,
      target: context.profile.baseURL.origin)
  }
}
