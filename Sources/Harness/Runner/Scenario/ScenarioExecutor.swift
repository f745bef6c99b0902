// SPDX-License-Identifier: Apache-2.0
// Runs one scenario, or one shared fragment, in the order of its steps.

import Encodings
import HTTPTransport
import JSON
import PartnerFramework
import Redaction
import Results
import SourceText
import SuiteModel

/// Runs the steps of one scenario or shared fragment, on its own devices, on one thread.
final class ScenarioExecutor {
  let context: RunContext
  let openFramework: FrameworkOpener
  let client: HTTPClient
  let clock: ScenarioClock
  /// Whether what it runs is for several scenarios.
  let isShared: Bool
  let devices: [Device]
  /// Names of variables whose values are secret.
  let secrets: Set<String>
  /// The cookbook that the scenario's suite is about, whose requirements a mistake of it breaks.
  let cookbook: String?
  var redaction: KnownSecrets
  /// What is still to be run after the step that is running, from the outermost sequence inwards.
  var remaining: [ArraySlice<Step>] = []
  /// Of the scenario, and of the steps under way: those that use a fragment, and its own.
  var limits: [TimeLimit]
  /// The time that requests were held back until now: it counts for nobody's time limit, for it
  /// depends on what the other jobs send.
  var heldBack: Duration = .zero

  /// - Parameter fragmentTimeout: Of a scenario, or what a fragment has that belongs to none.
  init(
    context: RunContext, openFramework: @escaping FrameworkOpener, client: HTTPClient,
    timeout: Duration = ScenarioExecutor.fragmentTimeout,
    devices: [Scenario.Device] = [Scenario.Device(name: "device", platform: .tvOS)],
    secrets: Set<String>, cookbook: String? = nil, isShared: Bool = false
  ) {
    self.context = context
    self.openFramework = openFramework
    self.isShared = isShared
    clock = ScenarioClock(context.surroundings.now)
    self.client = client
    self.secrets = secrets
    self.cookbook = cookbook
    limits = [TimeLimit(deadline: Deadline(after: timeout), heldBefore: .zero)]
    self.devices = devices.map { device in
      Device(
        name: device.name, platform: device.platform,
        randomBytes: context.surroundings.randomBytes)
    }
    redaction = context.redaction
    for device in self.devices { redaction.add(device.id, named: "device id") }
    for name in secrets {
      if let value = context.facts[name] { redaction.addAll(value, named: name) }
    }
  }

  /// What a shared fragment has, as a scenario that says nothing.
  static let fragmentTimeout = Duration.seconds(120)

  /// By when something has to be done, not counting the time that requests are held back.
  struct TimeLimit {
    let deadline: Deadline
    /// What was held back before it was set.
    let heldBefore: Duration
  }

  /// What the names stand for at a step, and the device that acts.
  struct Frame {
    var saved: [String: BoundValue] = [:]
    var given: [String: BoundValue] = [:]
    var device: Device
    /// Under `finally` each step is run, and a name may be without a value.
    var isFinal = false
  }

  /// How a sequence of steps went.
  struct Course {
    var steps: [StepRecord] = []
    /// Of the step that ended it; nil where all passed.
    var end: Verdict?
    /// The name of the step that ended it.
    var endName = ""
  }
}

extension ScenarioExecutor {
  /// Runs steps in their order; once one did not pass, the others are not reached.
  func run(_ steps: [Step], _ frame: inout Frame) -> Course {
    var course = Course()
    course.steps.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      let isStopped = frame.isFinal ? context.cancellation.isCancelled : course.end != nil
      if isStopped {
        course.steps.append(Self.record(of: step, .notReached, frame))
        continue
      }
      remaining.append(steps[(index + 1)...])
      let record = run(step, &frame)
      remaining.removeLast()
      switch record.verdict {
      case .failed, .broken:
        if course.end == nil {
          course.end = record.verdict
          course.endName = record.name
        }
      case .passed, .skipped, .notReached: break
      }
      course.steps.append(record)
    }
    return course
  }

  /// By when what is under way has to be done.
  var deadline: Deadline {
    limits.reduce(context.deadline) { .earliest($0, deadline(of: $1)) }
  }

  func deadline(of limit: TimeLimit) -> Deadline {
    limit.deadline.postponed(by: heldBack - limit.heldBefore)
  }

  /// What the run is to be told that has no more time, or was stopped; nil while it may go on.
  func stopProblem(_ location: SourceLocation) -> RunProblem? {
    if context.cancellation.isCancelled { return .interrupted(at: location) }
    guard deadline.isPast else { return nil }
    let what =
      context.deadline.isPast
      ? "run" : deadline(of: limits[0]).isPast ? "scenario" : "step that uses the fragment"
    return RunProblem(
      .deadline, "the time of the \(what) ended before this step", at: location)
  }

  /// Remembers the values of names that are secret.
  func addSecrets(among values: [String: BoundValue]) {
    for name in secrets {
      if let value = values[name]?.json { redaction.addAll(value, named: name) }
    }
  }

  /// The names as a step sees them.
  func bindings(_ frame: Frame) -> Bindings {
    var bindings = Bindings(facts: context.facts) {
      [self, device = frame.device] (name, member) throws(EvaluationError) in
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
    bindings.saved = frame.saved
    bindings.given = frame.given
    return bindings
  }

  private func value(
    of member: String, on device: Device
  ) throws(EvaluationError) -> JSONValue? {
    switch member {
    case "id": return .string(device.id)
    case "identifier": return .string(device.identifier)
    case "info": return .string(device.info)
    case "platform": return .string(device.platform.rawValue)
    case "framework_status":
      guard let framework = device.framework else { return .null }
      do {
        let status = try framework.status(deadline: PartnerDeadline(deadline.instant))
        return status.map { .string($0) } ?? .null
      } catch {
        throw EvaluationError(
          "the framework gave no status: \(error.description)", at: nil, cause: .framework)
      }
    default: return nil
    }
  }

  /// The record of a step that was not run.
  static func record(of step: Step, _ verdict: Verdict, _ frame: Frame) -> StepRecord {
    StepRecord(
      name: step.name, about: step.about, action: step.action.kind,
      location: SourceLocation(file: step.file, position: step.position),
      device: step.device ?? frame.device.name, covers: step.covers, isFinal: frame.isFinal,
      verdict: verdict)
  }

  /// A device by its name; the loader has seen that it is there.
  func device(named name: String) -> Device? { devices.first { $0.name == name } }
}

extension Action {
  var kind: StepRecord.Action {
    switch self {
    case .request: .request
    case .partner: .partner
    case .user: .user
    case .wait: .wait
    case .use: .use
    }
  }
}
