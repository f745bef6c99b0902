// SPDX-License-Identifier: Apache-2.0
// Runs one scenario, or one shared fragment, in the order of its steps.

import Encodings
import HTTPTransport
import JSON
import PartnerFramework
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
  let deadline: Deadline
  let devices: [Device]
  /// Names of variables whose values are secret.
  let secrets: Set<String>
  var redaction: Redaction
  /// How deep fragments use each other; the loader has seen that they end.
  var depth = 0
  /// What is still to be run after the step that is running, from the outermost sequence inwards.
  var remaining: [ArraySlice<Step>] = []

  init(
    context: RunContext, openFramework: @escaping FrameworkOpener, client: HTTPClient,
    timeout: Duration, devices: [Scenario.Device], secrets: [String], isShared: Bool = false
  ) {
    self.context = context
    self.openFramework = openFramework
    self.client = client
    self.isShared = isShared
    clock = ScenarioClock(context.surroundings.now)
    self.secrets = Set(secrets)
    deadline = .earliest(Deadline(after: timeout), context.deadline)
    self.devices = devices.map { device in
      Device(
        name: device.name, platform: device.platform,
        randomBytes: context.surroundings.randomBytes)
    }
    redaction = context.redaction
    for device in self.devices { redaction.add(device.id, named: "device id") }
  }

  /// What the names stand for at a step, and the device that acts.
  struct Frame {
    var saved: [String: BoundValue] = [:]
    var given: [String: BoundValue] = [:]
    var device: Device
    /// Under `finally` a name may be without a value.
    var isFinal = false
    /// In a scenario of `level: should`.
    var isAdvisory = false
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
    for (index, step) in steps.enumerated() {
      if course.end != nil, !frame.isFinal {
        course.steps.append(Self.record(of: step, .notReached, frame))
        continue
      }
      remaining.append(steps[(index + 1)...])
      let record = run(step, &frame)
      remaining.removeLast()
      course.steps.append(record)
      switch record.verdict {
      case .failed, .broken:
        if course.end == nil {
          course.end = record.verdict
          course.endName = record.name
        }
      case .passed, .skipped, .notReached: break
      }
    }
    return course
  }

  /// The names as a step sees them.
  func bindings(_ frame: Frame) -> Bindings {
    var bindings = Bindings(facts: context.facts) {
      [context, clock, devices, device = frame.device, deadline]
      (name, member) throws(EvaluationError) in
      switch (name, member) {
      case ("now", nil): return .integer(clock.now.milliseconds)
      case ("run", "id"?): return .string(context.runID)
      case ("device", let member?):
        return try Self.value(of: member, on: device, deadline: deadline)
      case (let name, let member?):
        guard let device = devices.first(where: { $0.name == name }) else { return nil }
        return try Self.value(of: member, on: device, deadline: deadline)
      default: return nil
      }
    }
    bindings.saved = frame.saved
    bindings.given = frame.given
    return bindings
  }

  private static func value(
    of member: String, on device: Device, deadline: Deadline
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
        throw EvaluationError("the framework gave no status: \(error.description)", at: .start)
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
