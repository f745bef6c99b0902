// SPDX-License-Identifier: Apache-2.0
// `sso-selftest --defects`: runs the suites against services that are wrong.

import Command
import Record
import Runner
import Suites
import Text

extension SelfTestPart {
  static let defects = SelfTestPart(
    name: "defects",
    help: "runs the suites against each seeded defect of the reference service (default)",
    isStandard: true, needsReference: true
  ) { setting, score throws(UsageError) in
    let defects = try DeviationTables.load(setting.console).defects
    let trials = setting.trials(of: defects.filter { setting.includes($0.name) })
    // Suites of one's own need not cover everything.
    let isWhole = setting.judgement.record.selection == nil
    score.defects = trials.filter { isWhole || $0.result != .uncovered }
      .map { DefectResult($0, ofAllSuites: isWhole) }
    score.requirementsWithoutDefect = setting.suites.requirementsToBreak(
      by: Set(defects.flatMap(\.requirements)))
  }
}

extension SelfTestSetting {
  /// Tries defects, each against what the suites say of the right service that it is a defect of.
  fileprivate func trials(of defects: [Defect]) -> [DefectTrial] {
    let standard = Baseline(judgement)
    let settings = defects.reduce(into: [ServiceSetting]()) { settings, defect in
      if !settings.contains(where: { $0.name == defect.setting.name }) {
        settings.append(defect.setting)
      }
    }
    return settings.flatMap { setting -> [DefectTrial] in
      let own = defects.filter { $0.setting.name == setting.name }
      let subjects = own.map { TrialSubject($0, environment) }
      guard setting.name != ServiceSetting.standard.name else {
        return bench.trials(of: subjects, standard)
      }
      func all(_ result: DefectTrial.Result) -> [DefectTrial] {
        own.map { DefectTrial(name: $0.name, requirements: $0.requirements, result: result) }
      }
      do throws(TrialError) {
        guard
          let baseline = try bench.baseline(
            TrialSubject(name: setting.name, setting.deviation, environment), after: standard,
            for: own.flatMap(\.requirements))
        else { return all(.uncovered) }
        return bench.trials(of: subjects, baseline, triesOthers: false)
      } catch {
        return all(.failed(error.description))
      }
    }
  }

  /// The bench that runs the suites against other services.
  var bench: TrialBench {
    var run = runSettings
    run.jobs = min(run.jobs, Self.jobsOfTrial)
    var settings = TrialSettings(environment: environment, run: run, services: jobs)
    if console.isInteractive {
      settings.progress = { [console] done, all in
        if done % max(1, all / 20) == 0 { console.error("  \(done) of \(all)\n") }
      }
    }
    return TrialBench(
      suites: suites, selection: arguments.selection, settings: settings,
      cancellation: cancellation)
  }

  /// How many scenarios a trial runs at the same time.
  private static let jobsOfTrial = 4
}
