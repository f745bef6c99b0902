// SPDX-License-Identifier: Apache-2.0
// The parts of a self-test, but for the defects, which have a file of their own.

import Command
import Record
import Runner
import Suites

/// A way to measure how sharp suites are. A new one is added to `all`; an option of its name chooses
/// it.
struct SelfTestPart: Sendable {
  /// The name of its option, without the dashes.
  let name: String
  /// The effect of its option, for the help.
  let help: String
  /// Whether it is measured when no option names a part.
  let isStandard: Bool
  /// Whether it needs the reference service, which it starts itself; without it, the part is measured
  /// on any target.
  let needsReference: Bool
  /// Measures, and writes what it found into the value.
  let measure: @Sendable (SelfTestSetting, inout MutationScore) throws(UsageError) -> Void

  static let all: [SelfTestPart] = [.mutants, .defects, .variants, .recordings]

  var option: Option { Option(name, help: help) }
}

extension SelfTestPart {
  static let mutants = SelfTestPart(
    name: "mutants", help: "measures the mutants (default)", isStandard: true, needsReference: false
  ) { setting, score throws(UsageError) in
    let mutants = MutantRun(
      setting.courses, of: setting.suites, named: setting.arguments.positional)
    let outcome = mutants.outcome(
      seed: setting.seed, share: setting.share, workers: Machine.processorCount,
      suggests: setting.arguments.has("suggest"))
    score.mutants = outcome.tally
    score.survivors = outcome.survivors
  }

  static let recordings = SelfTestPart(
    name: "recordings",
    help:
      "measures the rules for applications by the mutated traffic of the run (default where all "
      + "suites of a folder with rules are measured)", isStandard: true, needsReference: false
  ) { setting, score throws(UsageError) in
    let own = OwnRecording(setting.sent)
    score.recordings = try RecordingTrial(
      rules: try RecordingChoice.rules(setting.arguments, setting.console), source: own.source,
      parts: own.suites, walk: own.walk, label: own.label, includes: setting.includes,
      cancellation: setting.cancellation
    ).result()
  }
}

extension SelfTestPart {
  static let variants = SelfTestPart(
    name: "variants",
    help: "runs the suites against right variants of the reference service, and mixtures of them",
    isStandard: false, needsReference: true
  ) { setting, score throws(UsageError) in
    let variants = try DeviationTables.load(setting.console).variants
    let mixtures = VariantMixture.dealt(variants, size: 8) { name in
      SelfTestSetting.fraction(of: name, seed: setting.seed)
    }
    let single = variants.map { VariantMixture([$0]) }
    // A mixture has several variants for the price of one.
    let tried = (setting.share < 1 ? mixtures : single + mixtures).filter {
      setting.includes($0.name)
    }
    score.variants = setting.bench.trials(
      ofRight: tried.map { TrialSubject($0, setting.environment) }
    ).map(VariantResult.init)
  }
}
