// SPDX-License-Identifier: Apache-2.0
// Why nothing that is judged can show a requirement.

package import Suites

extension Requirement {
  /// Why nothing that is judged can show it; nil where something can.
  ///
  /// - Parameter subjects: Whose half of its cookbook is judged.
  package func whyNotTestable(by subjects: Set<JudgedParty>) -> String? {
    let isAudit = subjects.contains(.application)
    switch testableBy {
    case .serviceResponse:
      return subjects.contains(.service)
        ? nil : "it binds the service: a run of the suites against it shows it"
    case .clientTraffic where isAudit: return unrecorded
    case .clientTraffic: return "only the traffic of the real application shows it"
    case .emulator where isAudit:
      return unrecorded ?? "it binds the framework, or does not show in recorded traffic"
    case .emulator:
      return "it binds the application or the framework, which the harness plays itself"
    case .nothing, .other: return "nothing that is sent or answered shows it"
    }
  }
}
