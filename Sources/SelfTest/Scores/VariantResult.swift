// SPDX-License-Identifier: Apache-2.0
// The verdict of the suites on a service that is right in another way.

/// The verdict of the suites on a service that is right in another way.
struct VariantResult: Sendable, Equatable {
  /// The name of the variant, or the names of several, joined by `+`.
  var name: String
  /// The scenarios that failed, which is a false alarm.
  var failed: [String]
  /// Their findings, with the places in the suites.
  var alarms: [String] = []
}

extension VariantResult {
  init(_ trial: VariantTrial) {
    var failed = trial.alarms.map(\.scenario)
    var alarms = trial.alarms.map(\.line)
    if let problem = trial.problem {
      failed.append("the trial itself")
      alarms.append(problem)
    }
    let scenarios = failed.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let lines = alarms.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    self.init(name: trial.name, failed: scenarios, alarms: lines)
  }
}

extension VariantTrial.Alarm {
  /// `file:line:column: step: what was expected and found`.
  fileprivate var line: String {
    let place = location.map { "\($0): " } ?? ""
    return "\(place)\(step.isEmpty ? "" : "\(step): ")\(text)"
  }
}
