// SPDX-License-Identifier: Apache-2.0
// The session and the clock that the steps of a scenario share while they run.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Synchronization
import Text

/// The state that the steps of one scenario, or of one shared fragment, share. For one thread.
final class ScenarioSession {
  let context: RunContext
  let openFramework: FrameworkOpener
  let job: Job
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
  /// The id of the trace that its requests are of; nil where the profile wants none.
  let traceID: String?
  var secrets: KnownSecrets
  /// The steps still to be run after the one under way, from the outermost sequence inwards.
  var remaining: [ArraySlice<Step>] = []
  var limits: TimeLimits
  /// Whether the steps under `finally` have begun.
  var isFinal = false
  /// Whether a step has failed or ended in an error.
  var hasFailed = false
  /// The values of answers that later steps could not use.
  var unfit: [UnfitValue] = []
  /// When the request of the step under way has to be sent; nil for no such time.
  var sendBy: SendingTime?
  /// The request that was not sent because the run was too slow; nil without one.
  var lateness: String?
  /// The state that the framework can't be in, in a sentence; nil unless a step asked for one.
  var unsupported: String?
  /// What can be shown of the framework's values that the step under way uses.
  var outlines: [String] = []
  /// The answers that passed, where they are kept.
  var answers: [PassedAnswer] = []

  /// - Parameters:
  ///   - timeout: What the scenario has; a shared fragment has as much as a scenario by default.
  ///   - devices: The devices of the scenario.
  ///   - suite: The name of the suite; nil for what several scenarios share.
  ///   - name: Of the scenario or of the shared fragment.
  init(
    context: RunContext, openFramework: @escaping FrameworkOpener, job: Job,
    timeout: Duration = ScenarioSession.fragmentTimeout,
    devices: [Scenario.Device] = [Scenario.Device(name: "device", platform: nil)],
    secretNames: Set<String>, cookbook: String? = nil, suite: String? = nil, name: String,
    isShared: Bool = false
  ) {
    self.context = context
    self.openFramework = openFramework
    self.isShared = isShared
    clock = ScenarioClock(context.environment.now, target: context.target.clock)
    self.job = job
    self.secretNames = secretNames
    self.cookbook = cookbook
    self.suite = suite
    self.name = name
    traceID =
      context.profile.isTraced ? Hexadecimal.text(of: context.environment.randomBytes(16)) : nil
    limits = TimeLimits(allowance: timeout, run: context.time.deadline)
    let framework = context.environment.framework
    self.devices = devices.map { device in
      var device = device
      // Frameworks without a source of their own are all the default one.
      if !framework.named.contains(where: { $0.name == device.partner }) { device.partner = nil }
      return Device(
        device, framework[device.partner].declaration,
        randomBytes: context.environment.randomBytes)
    }
    secrets = context.secrets.known
    for device in self.devices { secrets.add(device.id, named: "device id") }
    for name in secretNames {
      if let value = context.facts[name] { secrets.addAll(value, named: name) }
    }
  }

  /// The time of a shared fragment: that of a scenario which gives no `timeout`.
  static let fragmentTimeout = Duration.seconds(120)

  /// When the work under way has to be done.
  var deadline: Deadline { limits.deadline }

  /// Waits without a job; false if the run was interrupted meanwhile. No answer may be in use.
  func wait(for duration: Duration) -> Bool {
    let (isOver, delay) = job.waiting { context.time.wait(for: duration) }
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

  func addSecrets(among values: [String: BoundValue]) {
    for name in secretNames {
      if let value = values[name]?.json { secrets.addSaved(value, named: name) }
    }
  }

  /// The device of a name. The loader has checked that it exists.
  func device(named name: String) -> Device? { devices.first { $0.name == name } }

  /// An answer that has just arrived.
  func observation(_ answer: Observation.Answer) -> Observation {
    Observation(
      answer, receivedAt: clock.ownNow, clockTolerance: context.profile.clockTolerance,
      target: context.profile.baseURL.origin, actions: context.catalogues.actions(of: cookbook),
      past: context.target.clock.past)
  }

  /// The values of the names at a step.
  func bindings(_ scope: NameScope) -> Bindings {
    var bindings = Bindings(facts: context.facts) {
      [self, device = scope.device] (name, member) throws(EvaluationError) in
      switch (name, member) {
      case ("now", nil): return .integer(clock.now.milliseconds)
      case ("run", "id"?): return .string(context.runID)
      case ("device", let member?): return try value(of: member, on: device)
      case (let name, let member?):
        guard let device = self.device(named: name) else { return nil }
        return try value(of: member, on: device)
      default: return nil
      }
    }
    bindings.saved = scope.saved
    bindings.given = scope.given
    return bindings
  }

  func source(of rule: Step.SaveRule, _ scope: NameScope) throws(EvaluationError) -> Source {
    if let compiled = rule.compiled { return compiled }
    return try rule.source.source(evaluatedIn: bindings(scope))
  }

  private func value(of member: String, on device: Device) throws(EvaluationError) -> JSONValue? {
    switch member {
    case "id": return .string(device.id)
    case "identifier": return .string(device.identifier)
    case "info": return .string(device.platform.info)
    case "platform": return .string(device.platform.name)
    default:
      guard let declared = device.declaration.value(named: member) else { return nil }
      guard let framework = device.framework else { return .null }
      do {
        guard let value = try framework.value(member, deadline: deadline.instant) else {
          return .null
        }
        if declared.isSecret { secrets.add(value, named: member) }
        if let text = declared.outline(of: value) {
          outlines.append("\(declared.header) says \(text)")
        }
        return .string(value)
      } catch {
        throw EvaluationError(
          "the framework gave no \(member): \(error.description)", at: nil, cause: .framework)
      }
    }
  }
}

/// The time of one scenario. It is that of the target, as far as the target tells: the times in a
/// scenario come from there, and those that are sent are read there. Emulated frameworks, `${now}`
/// and waits use it. An answer came at a time of our own clock, because `now` in an expectation
/// has to find a clock that is wrong.
///
/// A wait sets the clock forward instead of taking time if there is no difference to be seen: the
/// framework uses this clock, and no later step asks the target, whose clock can't be set.
final class ScenarioClock: Sendable {
  /// How far it can be set forward: 10,000 years, which leaves room for dates after that.
  static let limit = Duration.seconds(10_000 * 365 * 86_400)

  private let wall: @Sendable () -> Timestamp
  private let target: TargetClock
  private let offset = Atomic(0)

  init(_ wall: @escaping @Sendable () -> Timestamp, target: TargetClock) {
    self.wall = wall
    self.target = target
  }

  /// The time of the scenario.
  var now: Timestamp { ownNow + target.offset }

  /// The same by our own clock.
  var ownNow: Timestamp { wall() + .milliseconds(offset.load(ordering: .relaxed)) }

  /// Sets the clock forward, by `limit` in all at most.
  func advance(by duration: Duration) {
    let limit = Self.limit.wholeMilliseconds
    let distance = min(duration.wholeMilliseconds, limit)
    offset.store(min(offset.load(ordering: .relaxed) + distance, limit), ordering: .relaxed)
  }
}
