// SPDX-License-Identifier: Apache-2.0
// `run`: runs suites against a target and writes the reports.

import Formats
import HTTP
import Partner
import Record
import Reports
import Runner
import Suites
import Text

extension Subcommand {
  static let runSuites = Subcommand(
    name: "run", summary: "Runs suites against a target and writes the reports",
    parameters: "[SUITE …]",
    discussion: """
      SUITE is a file or a folder; without one, all suites in the folder Suites are run.
      Exit status: 0 conformant, as far as judged, or partial: all that was selected passed · 1 not
      conformant, or too little was proved · 2 a mistake in the command line, a suite or the
      profile; nothing was sent · 3 no verdict possible · 4 a report could not be written · 130
      interrupted.
      """,
    options: [
      .target, .setFact, .cookbook, Rerun.option,
      Option("jobs", "N", help: "how many scenarios run at the same time, at most 64"),
      Option(
        "shard", "I/N",
        help: "runs only part I of N; auto/N takes the part that Kubernetes, GitLab, CircleCI,"
          + " Buildkite or Slurm gives this job; 'report merge' joins the reports of all parts"),
      .walk, RunName.option, MaxTime.option, RunBudget.option,
      Option("fail-fast", help: "stops at the first scenario that is not conformant"),
      Option("strict", help: "treats a missed 'should' as a failure"),
      .atLeast, .proxy,
      Option("insecure", help: "does not check certificates; every report says so"),
      KnownFile.option,
    ] + Option.selection + ReportFolder.options + [FrameworkChoice.option]
      + FrameworkChoice.recordingOptions + [TrafficRecorder.option]
  ) { arguments, console throws(UsageError) in try RunCommand(arguments, console).run() }
}

/// Makes a run from its command line, up to the exit status.
private struct RunCommand {
  let arguments: Arguments
  let console: Console
  let jobs: Int
  let maxTime: MaxTime
  let budget: RunBudget?
  let rerun: Rerun?
  let atLeast: Int?

  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    self.arguments = arguments
    self.console = console
    jobs = try arguments.jobs()
    maxTime = try MaxTime(arguments)
    budget = try RunBudget(arguments)
    rerun = try Rerun(arguments)
    atLeast = try arguments.atLeast()
  }

  func run() throws(UsageError) -> ExitStatus {
    try ResourceLimits.checkMemory()
    let collection = try SuiteLocation.load(arguments, console)
    let judging = try collection.chosen(by: arguments)
    if judging.hasErrors { return judging.refuseToRun(on: console) }
    let shard = try arguments.shard(console.environment)
    let runName = try RunName.name(of: shard, arguments, console.environment)
    let known = try KnownFile.failures(arguments, of: collection, console)
    let folder = try ReportFolder(arguments, console)
    let target = try TargetChoice(arguments, console, for: collection)
    defer { target.server?.stop() }
    let profile = target.profile
    let composition = try Composition(target, arguments, console)
    let checked = composition.checkedSuites(of: target)
    if checked.hasErrors { return checked.refuseToRun(on: console) }
    let selection = try arguments.selection(of: target.suites)
    try target.suites.requireMatches(of: selection, facts: profile.factsByName)
    let framework = composition.environment.framework
    let whole = Planner.plan(
      target.suites, selection: selection, facts: profile.factsByName,
      identities: { framework[$0].identities })
    if whole.scenarioCount == 0, selection != Selection() {
      console.output(
        """
        nothing was proved: no scenario matches all options together
        Nothing was sent, and no report was written.

        """)
      return .notConformant
    }
    let canSetClock = framework.followClock
    let budgeted = try budget?.applied(
      to: whole, for: profile, canSetClock: canSetClock, parts: shard?.count ?? 1)
    let chosen = budgeted?.plan ?? whole
    let own = shard.map(chosen.part) ?? chosen
    let plan = rerun?.rest(of: own) ?? own
    let cost = profile.rate.map { _ in
      PlanCosts(plan, facts: profile.factsByName, canSetClock: canSetClock).total
    }
    let limits = try composition.limits(jobs: jobs)
    var settings = composition.settings(limits)
    settings.keepsPassedExchanges = console.amount == .exchanges
    settings.shard = shard
    settings.runName = runName
    settings.target = arguments.value("target") ?? TargetChoice.reference
    settings.isEmbedded = target.server != nil
    settings.files = target.suites.evidence
    settings.known = known
    settings.attestations = try AttestationFile.attestations(
      of: profile, at: arguments.value("target"), target.suites.catalogues, console)
    settings.selection = arguments.selectionRecord(
      selection, planned: whole.scenarioCount, budget: budgeted?.record, of: target.suites, console)
    let (cancellation, signals) = composition.endedBySignals(maxTime.ending)
    defer { signals.end() }
    func makeRun(_ plan: Plan) -> Run {
      Run(
        plan, profile: profile, settings: settings, environment: composition.environment,
        cancellation: cancellation, ending: maxTime.ending)
    }
    let parts = plan.divided
    let run = makeRun(selection.walks == nil ? plan : parts.scenarios)
    try rerun?.check(own, run.outline)
    try maxTime.start { [programs = composition.programs] in
      cancellation.cancel()
      programs.interrupt()
    }
    console.note(opening(plan, shard, profile, cost))
    if let budgeted { console.note(budgeted.opening(profile)) }
    if let rerun { console.note(rerun.opening(plan)) }
    if let remark = limits.remark { console.note("\(remark)\n") }
    let ids = profile.facts.members.compactMap(\.value.string)
    let log = FailureLog(
      console.report, requirements: plan.catalogues.values.requirements, ids: ids)
    let screen = ProgressScreen(plan, expected: expectedTime(cost, profile), log: log, on: console)
    var record = run.record { screen.ended($0) }
    // A walk that fails may do so for what the preflights ask for.
    if selection.walks != nil, !record.isInterrupted, RunJudgement(record).outcome.status == 1 {
      let preflights = makeRun(parts.preflights).record { _ in }
      if !RunJudgement(preflights).preflights.isEmpty {
        record = RecordMerge.joined(record, preflights: preflights)
      }
    }
    screen.close()
    record.atLeast = atLeast
    let interruption = maxTime.stop()
    if record.isInterrupted { record.interruption = interruption }
    if console.amount == .exchanges {
      for fragment in record.sharedFragments {
        console.output(console.report.exchanges(of: fragment))
      }
    }
    if let rerun { record = rerun.joined(with: record, settings.selection) }
    composition.programs.wait()
    let judgement = RunJudgement(record)
    let isWritten = folder.write(
      judgement, recording: composition.recording, traffic: composition.traffic)
    return isWritten ? judgement.exitStatus : .notWritten
  }

  /// Says how many scenarios run against which target; with a rate limit, also how long it takes.
  private func opening(
    _ plan: Plan, _ shard: Shard?, _ profile: Profile, _ cost: PlanCost?
  ) -> Printed {
    let count = plan.scenarioCount
    let url = "\(profile.baseURL)"
    let place = profile.name == url ? url : "\(profile.name) (\(url))"
    let part = shard.map { " of part \($0.index) of \($0.count)" } ?? ""
    var text: Printed = "\(count) scenario\(count == 1 ? "" : "s")\(part) against \(place)\n"
    if let rate = profile.rate, let cost, let time = expectedTime(cost, profile) {
      let pace = rate.perSecond.formatted
      text +=
        "about \(cost.paced) requests at \(pace) a second after a burst of \(rate.burst): "
        + "this takes about \(DurationText.estimate(time))\n"
    }
    return text
  }

  /// How long the run takes at the pace of the profile; nil without a pace.
  private func expectedTime(_ cost: PlanCost?, _ profile: Profile) -> Duration? {
    guard let cost, let rate = profile.rate else { return nil }
    return cost.time(at: rate)
  }
}

extension Double {
  /// The number without `.0`.
  fileprivate var formatted: String {
    self == rounded() && abs(self) < 1e9 ? String(Int(self)) : String(self)
  }
}
