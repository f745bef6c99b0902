// SPDX-License-Identifier: Apache-2.0
// The parts of a self-test; defects and fingerprints have files of their own.

import Audit
import Command
import HTTP
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
  /// Whether it is measured where no option names a part.
  let isStandard: Bool
  /// Whether it needs the reference service, which it starts itself; without it, the part is measured
  /// on any target.
  let needsReference: Bool
  /// Measures, and writes what it found into the value.
  let measure: @Sendable (SelfTestSetting, inout MutationScore) throws(UsageError) -> Void

  static let all: [SelfTestPart] = [
    .mutants, .defects, .variants, .recordings, .fingerprints,
  ]

  var option: Option { Option(name, help: help) }
}

/// The input of all parts of a self-test.
struct SelfTestSetting: Sendable {
  /// The suites to measure; they passed on the target before a part is asked.
  let suites: SuiteCollection
  let arguments: Arguments
  let console: Console
  let jobs: Int
  /// Chooses the share, and mixtures: the same seed chooses the same each time.
  let seed: Int
  /// Which share of all that could be tried is tried: above 0, at most 1.
  let share: Double
  /// The record of the run of the suites.
  let judgement: RunJudgement
  let surroundings: Surroundings
  /// The settings of runs against other services.
  let runSettings: RunSettings
  /// The answers of the run that passed, with all that they were judged by.
  let courses: [JudgedAnswers]
  /// The exchanges of the run of the suites.
  let sent: [SentExchange]
  /// Ends the work early.
  let cancellation: Cancellation
}

extension SelfTestSetting {
  /// Whether an item belongs to the share that is tried.
  ///
  /// - Parameter name: What tells the item apart, the same in each run.
  @Sendable func includes(_ name: String) -> Bool { Self.includes(name, share: share, seed: seed) }

  static func includes(_ name: String, share: Double, seed: Int) -> Bool {
    share >= 1 || SelfTestSetting.fraction(of: name, seed: seed) < share
  }

  /// A number from 0 to 1 that a name has, other ones for other seeds.
  static func fraction(of name: String, seed: Int) -> Double { NameHash(name).fraction(seed: seed) }
}

extension SelfTestPart {
  static let mutants = SelfTestPart(
    name: "mutants", help: "measures the mutants (default)", isStandard: true, needsReference: false
  ) { setting, score throws(UsageError) in
    let mutants = MutantRun(setting.courses, of: setting.suites)
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

/// Which rules `sso-selftest` measures by recordings, and by which.
enum RecordingChoice {
  static let option = Option(
    "har", "FILE", isRepeatable: true,
    help: "mutates this recording, and not the traffic of the run; it has to break no rule")

  /// Whether the rules are measured where no part is named: those that belong to what is measured.
  static func isStandard(_ arguments: Arguments) -> Bool {
    guard arguments.all("tag").isEmpty, arguments.all("scenario").isEmpty else { return false }
    let named = arguments.positional
    return named.isEmpty || named.contains { Files.kind("\($0)/\(AuditOptions.folder)") == .folder }
  }

  /// Whether the command line asks for the measuring of rules and nothing else.
  static func isAll(_ arguments: Arguments) -> Bool {
    !arguments.all(option.name).isEmpty || !arguments.all(AuditOptions.rulesOption.name).isEmpty
  }

  /// The rules to measure: those that `--rules` names, else those in the folders that are measured,
  /// else the shipped ones.
  static func rules(_ arguments: Arguments, _ console: Console) throws(UsageError) -> AuditRules {
    let named = arguments.all(AuditOptions.rulesOption.name)
    let folders = arguments.positional.map { "\($0)/\(AuditOptions.folder)" }
      .filter { Files.kind($0) == .folder }
    return try AuditOptions.rules(named.isEmpty ? folders : named, console)
  }

  /// Mutates the recordings that `--har` names.
  static func result(
    _ arguments: Arguments, _ console: Console, _ cancellation: Cancellation,
    includes: @escaping @Sendable (String) -> Bool
  ) throws(UsageError) -> RecordingScore {
    let rules = try rules(arguments, console)
    var files: [RecordingFile] = []
    for name in arguments.all(option.name) { files.append(try RecordingFile(name, console)) }
    return try RecordingTrial(
      rules: rules, source: HARRecordings(files), includes: includes, cancellation: cancellation
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
