// SPDX-License-Identifier: Apache-2.0
// Executes a plan, and collects the records of its scenarios.

import Formats
package import HTTP
import Partner
package import Record
import Redaction
package import Suites
import Synchronization
import Text

/// The execution of a plan against a target.
package struct Run {
  private let plan: Plan
  private let context: RunContext
  private let settings: RunSettings
  private let profile: Profile

  /// - Parameters:
  ///   - cancellation: Ends the run at once; the record then holds what was done.
  ///   - ending: Ends the run in order: no further step is run but those under `finally`. Who cancels
  ///     the run cancels this as well.
  package init(
    _ plan: Plan, profile: Profile, settings: RunSettings, environment: Environment,
    cancellation: Cancellation, ending: Cancellation? = nil
  ) {
    self.plan = plan
    self.profile = profile
    self.settings = settings
    context = RunContext(
      profile: profile, plan: plan, settings: settings, environment: environment,
      cancellation: cancellation, ending: ending)
  }

  /// Runs all scenarios, and blocks until they are done.
  ///
  /// - Parameter ended: Called for each scenario that ends; in no particular order, on any thread.
  package func record(ended: @escaping @Sendable (JudgedScenario) -> Void) -> RunRecord {
    let startedAt = context.environment.now()
    let tables = LiveTables(context: context)
    var preflights = Preflights(context: context, tables: tables)
    let blame = Blame(catalogues)
    let known = KnownFailures(settings.known, on: CalendarDay(startedAt))
    for preflight in plan.preflights {
      let troubles = TroubleJudgement([], [], target)
      preflights.run(preflight) { ended(judged($0, of: $1, $2, blame, known, troubles)) }
    }
    let suites = plan.suites.map { planned in
      let reason = preflights.reason(toBlock: planned.suite)
      return reason.map { planned.blocked(because: $0) } ?? tables.expanded(planned)
    }
    var records = execute(
      suites, hasStopped: settings.stopsAtFailure && preflights.haveFailed, blame, known, ended)
    context.jobs.close()
    let count = records.count
    var record = outline
    record.startedAt = startedAt
    record.duration = context.time.elapsed
    record.isInterrupted = context.time.isEnding
    if let clock = context.target.clock.unseenLead {
      let lead = Duration.milliseconds(clock.lead)
      if clock.isAgainstDates { record.timesLead = lead } else { record.clockLead = lead }
    }
    record.outage = context.target.availability.outage
    record.remarks += [context.secrets.evidence.remark].compactMap(\.self)
    let mask = context.secrets.finalMask
    record.sharedFragments = context.shared.results.map { mask.masked($0.record).value }
    record.suites = preflights.records.map { preflight in
      SuiteRecord(preflight.suite, scenarios: preflight.scenarios.map(mask.masked))
    }
    for planned in suites {
      var own: [Masked<ScenarioRecord>] = []
      for index in records.prefix(planned.scenarios.count).indices {
        if let scenario = records[index].take() { own.append(mask.masked(scenario)) }
      }
      records = records.dropFirst(planned.scenarios.count)
      record.suites.append(SuiteRecord(planned.suite, scenarios: own))
    }
    record.selection = selection(of: count)
    record.numberFragments()
    return record
  }

  /// The record but for what only the run tells.
  package var outline: RunRecord {
    let mask = context.secrets.mask
    var record = RunRecord(
      tool: settings.tool, target: target, startedAt: context.environment.now())
    record.jobs = settings.jobs
    record.isStrict = settings.isStrict
    record.remarks = settings.remarks
    record.catalogues = catalogues
    record.shard = settings.shard.map { shard in
      var record = ShardRecord(index: shard.index, count: shard.count)
      record.run = settings.runName.map { mask.maskedGiven($0) }
      return record
    }
    record.selection = settings.selection
    record.evidence = EvidenceRecord(
      files: settings.files, profile: ProfileRecord(profile, hiding: context.secrets.names, mask))
    record.attestations = settings.attestations.map { attestation in
      var attestation = attestation
      attestation.by = mask.maskedGiven(attestation.by)
      attestation.evidence = mask.maskedGiven(attestation.evidence)
      attestation.url = attestation.url.flatMap { WebAddress(mask.maskedGiven($0.text)) }
      return attestation
    }
    record.known = settings.known.map { failure in
      var failure = failure
      failure.reason = mask.maskedGiven(failure.reason)
      failure.link = failure.link.map { mask.maskedGiven($0) }
      return failure
    }
    return record
  }

  /// The selection. A live table whose rows have other names counted until it was filled.
  ///
  /// - Parameter count: How many scenarios the record has.
  private func selection(of count: Int) -> SelectionRecord? {
    guard var selection = settings.selection, settings.shard == nil else {
      return settings.selection
    }
    selection.selected = min(selection.selected, count)
    return selection
  }

  /// Judges a scenario before the end of the run: it counts by what was seen, and what is shown of it is
  /// judged by itself.
  ///
  /// - Parameter troubles: That which explains findings of the scenario.
  private func judged(
    _ ended: EndedScenario, of suite: Suite, _ scenario: PlannedScenario,
    _ blame: Blame, _ known: KnownFailures, _ troubles: TroubleJudgement
  ) -> JudgedScenario {
    let record = troubles.settled(ended.record.value)
    let isClean = record.verdict.kind == .passed && !settings.isStrict
    let results = isClean ? [] : context.shared.results
    let outage = TroubleJudgement([], [], target, context.target.availability.outage)
    // As the report names it.
    let name = settings.known.isEmpty ? "" : context.secrets.mask.maskedOwn(record.name)
    let failures =
      suite.isPreflight ? CaseFailures() : known.failures(file: suite.file, .service, case: name)
    @Sendable func judgement(
      _ record: ScenarioRecord, _ shared: [Int: SharedFragmentRecord]
    ) -> ScenarioJudgement {
      ScenarioJudgement(
        record, shared: shared, isStrict: settings.isStrict, blame: blame, known: failures)
    }
    let seen = results.reduce(into: [:]) { shared, result in
      shared[result.record.value.id] = outage.settled(result.record.value)
    }
    let fragments = results.reduce(into: [:]) { shared, result in
      shared[result.shown.id] = result.shown.settled(by: outage).value
    }
    return JudgedScenario(
      suite: suite.name, record, kind: judgement(record, seen).kind,
      isPreflight: suite.isPreflight,
      fragments: FragmentCase.failed(among: fragments, isStrict: settings.isStrict, blame: blame),
      row: scenario.given
    ) {
      JudgedScenario.Shown(ended.shown().settled(by: troubles)) { judgement($0, fragments) }
    }
  }

  private var target: TargetRecord {
    let mvpds = context.facts.keys.filter { $0.hasSuffix("mvpd") }.sorted()
      .compactMap { context.facts[$0]?.string }
    let mask = context.secrets.mask
    var record = TargetRecord(
      name: mask.maskedGiven(profile.name), url: mask.maskedGiven("\(profile.baseURL)"),
      serviceProvider: context.facts["service_provider"]?.string.map { mask.maskedGiven($0) },
      mvpds: mvpds.map { mask.maskedGiven($0) },
      framework: mask.maskedGiven(context.environment.framework.names(of: plan.partners)))
    record.argument = settings.target.map { mask.maskedGiven($0) }
    record.isEmbedded = settings.isEmbedded
    return record
  }

  private var catalogues: [Catalogue] { plan.cookbooks.compactMap { plan.catalogues[$0] } }

  private func execute(
    _ suites: [Plan.PlannedSuite], hasStopped: Bool, _ blame: Blame, _ known: KnownFailures,
    _ ended: @escaping @Sendable (JudgedScenario) -> Void
  ) -> ArraySlice<Unmasked<ScenarioRecord>?> {
    let places = suites.indices.flatMap { suite in
      suites[suite].scenarios.indices.map { (suite: suite, scenario: $0) }
    }
    let finished = Mutex([Unmasked<ScenarioRecord>?](repeating: nil, count: places.count))
    // Those that decide nothing yet: too late for a request, or in trouble.
    let open = Mutex<[(number: Int, attempt: OpenAttempt)]>([])
    let hasStopped = Atomic(hasStopped)
    let end: @Sendable (EndedScenario, Int, TroubleJudgement) -> Void = {
      [self] one, number, troubles in
      let place = places[number]
      finished.withLock { $0[number] = one.record }
      let judged = judged(
        one, of: suites[place.suite].suite, suites[place.suite].scenarios[place.scenario], blame,
        known, troubles)
      let kind = judged.kind
      if settings.stopsAtFailure, kind.isFault || kind == .blocked {
        hasStopped.store(true, ordering: .relaxed)
      }
      ended(judged)
    }
    let troubles = TroubleJudgement([], [], target)
    let attempt: @Sendable (ScenarioRun, Job) -> Void = { [self] run, job in
      let place = places[job.number]
      let suite = suites[place.suite].suite
      var scenario = suites[place.suite].scenarios[place.scenario]
      if hasStopped.load(ordering: .relaxed), scenario.skip == nil, scenario.verdict == nil {
        scenario.verdict = .skipped(
          because: "an earlier scenario was not conformant (--fail-fast)")
      }
      switch run.attempt(scenario, of: suite, job) {
      case .open(let next) where settings.stopsAtFailure && next.reason == .trouble:
        end(run.record(scenario, of: suite, job, after: next), job.number, troubles)
      case .open(let next):
        if let ended = next.ended {
          finished.withLock { $0[job.number] = ended.record }
        }
        open.withLock { $0.append((job.number, next)) }
      case .ended(let ended): end(ended, job.number, troubles)
      }
    }
    let usesIdentity = places.map { place in
      let scenario = suites[place.suite].scenarios[place.scenario]
      return scenario.isExclusive && scenario.skip == nil && scenario.verdict == nil
    }
    context.jobs.run(
      places.count, waiting: settings.waiting, usesIdentity: { usesIdentity[$0] }
    ) { [context] in
      let run = ScenarioRun(
        context: context, openFramework: context.environment.framework.makeOpener())
      while let job = context.jobs.begin() {
        defer { job.end() }
        attempt(run, job)
      }
    }
    let run = ScenarioRun(
      context: context, openFramework: context.environment.framework.makeOpener())
    let attempts = open.withLock { $0.sorted { $0.number < $1.number } }
    // Where nothing is open, no scenario is judged by all answers yet.
    let all =
      attempts.isEmpty
      ? troubles
      : TroubleJudgement(
        finished.withLock { $0.compactMap { $0?.value } },
        context.shared.results.map(\.record.value), target,
        context.target.availability.outage)
    for (index, (number, next)) in attempts.enumerated() {
      // Where nothing but 5xx has come, one scenario is enough to see whether that goes on.
      let isInVain = index > 0 && context.target.availability.answered == nil
      if let ended = next.ended,
        isInVain || all.isWidespread || all.isConduct(ended.record.value)
      {
        end(ended, number, all)
        continue
      }
      let job = context.jobs.take(number: number)
      defer { job.end() }
      let place = places[number]
      end(
        run.record(
          suites[place.suite].scenarios[place.scenario], of: suites[place.suite].suite, job,
          after: next), number, all)
    }
    context.target.availability.conclude()
    return finished.withLock { $0[...] }
  }
}

extension Plan.PlannedSuite {
  /// The scenarios, blocked for a reason, without rows selected by name, which are not known yet.
  fileprivate func blocked(because reason: String) -> Plan.PlannedSuite {
    var blocked = scenarios.filter { $0.rows == nil }
    for index in blocked.indices { blocked[index].verdict = .blocked(because: reason) }
    return Plan.PlannedSuite(suite: suite, scenarios: blocked)
  }
}
