// SPDX-License-Identifier: Apache-2.0
// `sso-selftest --variants`: runs the suites against services that are right in another way.

import Command
import Record

extension SelfTestPart {
  static let variants = SelfTestPart(
    name: "variants",
    help: "runs the suites against right variants of the reference service, and mixtures of them",
    isStandard: false, needsReference: true
  ) { setting, sharpness throws(UsageError) in
    let variants = try DeviationTables.load(setting.console).variants
    let mixtures = VariantMixture.dealt(variants, size: 8) { name in
      SelfTestSetting.fraction(of: name, seed: setting.seed)
    }
    let single = variants.map { VariantMixture([$0]) }
    // A mixture has several variants for the price of one.
    let tried = (setting.share < 1 ? mixtures : single + mixtures).filter {
      setting.includes($0.name)
    }
    sharpness.variants = setting.bench.trials(
      ofRight: tried.map { TrialSubject($0, setting.surroundings) }
    ).map(VariantResult.init)
  }
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
