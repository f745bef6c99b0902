// SPDX-License-Identifier: Apache-2.0
// The names of a suite as a step sees them: saved values, facts, built-ins, devices.

import Formats
import HTTP
import Partner
import Suites
import Text

extension ScenarioSession {
  /// The values of the names at a step.
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

  /// Where a rule saves from, as it is at a step.
  func source(of rule: Step.SaveRule, _ frame: Frame) throws(EvaluationError) -> Source {
    if let compiled = rule.compiled { return compiled }
    return try rule.source.source(evaluatedIn: bindings(frame))
  }

  private func value(
    of member: String, on device: Device
  ) throws(EvaluationError) -> JSONValue? {
    switch member {
    case "id": return .string(device.id)
    case "identifier": return .string(device.identifier)
    case "info": return .string(device.platform.info)
    case "platform": return .string(device.platform.name)
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
}
