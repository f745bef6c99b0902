// SPDX-License-Identifier: Apache-2.0
// Executes a plan: expands live tables, spreads the scenarios over jobs, collects the record.

import Catalogues
import Encodings
package import HTTPTransport
import JSON
import PartnerFramework
import Redaction
package import Results
import SourceText
package import SuiteModel
import Synchronization

/// The execution of a plan against a target.
package struct Run {
  private let plan: Plan
  private let context: RunContext
  private let settings: RunSettings
  private let profile: Profile

  /// - Parameter cancellation: Ends the run early; the record then holds what was done.
  package init(
    _ plan: Plan, profile: Profile, settings: RunSettings, surroundings: Surroundings,
    cancellation: Cancellation
  ) {
    self.plan = plan
    self.profile = profile
    self.settings = settings
    context = RunContext(
      profile: profile, plan: plan, settings: settings, surroundings: surroundings,
      cancellation: cancellation)
  }
}

extension Run {
  /// Runs all scenarios, and blocks until they are done.
  ///
  /// - Parameter ended: Called for each scenario that ends; in no particular order, on any thread.
  package func record(ended: @escaping @Sendable (JudgedScenario) -> Void) -> RunRecord {
    let startedAt = context.surroundings.now()
    let tables = LiveTables(context: context)
    var preflights = Preflights(context: context, tables: tables)
    let blame = Blame(catalogues)
    for preflight in plan.preflights {
      preflights.run(preflight) { ended(judged($0, of: $1, blame)) }
    }
    preflights.close()
    let suites = plan.suites.map { planned in
      let reason = preflights.reason(toBlock: planned.suite)
      return (planned.suite, reason.map(planned.blocked) ?? tables.expanded(planned))
    }
    tables.close()
    let records = execute(
      suites.flatMap { suite, scenarios in scenarios.map { (suite, $0) } },
      hasStopped: settings.stopsAtFailure && preflights.haveFailed, blame, ended)
    context.shared.wait()
    var index = 0
    var suiteRecords = preflights.records
    for (suite, scenarios) in suites {
      let own = records[index..<(index + scenarios.count)]
      index += scenarios.count
      suiteRecords.append(SuiteRecord(suite, scenarios: Array(own)))
    }
    var record = RunRecord(
      tool: settings.tool, target: target, startedAt: startedAt, duration: context.time.elapsed,
      jobs: settings.jobs, isStrict: settings.isStrict,
      isInterrupted: context.time.isCancelled,
      remarks: settings.remarks + [context.secrets.evidence.remark].compactMap(\.self),
      catalogues: catalogues, sharedFragments: context.shared.records,
      suites: suiteRecords,
      shard: settings.shard.map { ShardRecord(index: $0.index, count: $0.count) },
      selection: selection(of: index))
    record.numberFragments()
    return record
  }

  /// What was selected. A live table whose rows have other names counted until it was filled.
  ///
  /// - Parameter count: How many scenarios the record has.
  private func selection(of count: Int) -> SelectionRecord? {
    guard var selection = settings.selection, settings.shard == nil else {
      return settings.selection
    }
    selection.selected = min(selection.selected, count)
    return selection
  }

  private func judged(
    _ record: ScenarioRecord, of suite: Suite, _ blame: Blame
  ) -> JudgedScenario {
    let isClean = record.verdict.kind == .passed && !settings.isStrict
    let shared = isClean ? [:] : context.shared.recordsByID
    return JudgedScenario(
      suite: suite.name, record: record,
      judgement: ScenarioJudgement(
        record, shared: shared, isStrict: settings.isStrict, blame: blame),
      isPreflight: suite.isPreflight,
      fragments: FragmentCase.failed(among: shared, isStrict: settings.isStrict, blame: blame))
  }

  private var target: TargetRecord {
    let mvpds = context.facts.keys.filter { $0.hasSuffix("mvpd") }.sorted()
      .compactMap { context.facts[$0]?.string }
    let mask = context.secrets.mask
    return TargetRecord(
      name: mask.maskedGiven(profile.name), url: mask.maskedGiven("\(profile.baseURL)"),
      serviceProvider: context.facts["service_provider"]?.string.map { mask.maskedGiven($0) },
      mvpds: mvpds.map { mask.maskedGiven($0) },
      framework: mask.maskedGiven(context.surroundings.framework.name))
  }

  private var catalogues: [Catalogue] { plan.cookbooks.compactMap { plan.catalogues[$0] } }
}

extension Run {
  /// The state that the workers share.
  private final class Progress: Sendable {
    let next = Atomic(0)
    let hasStopped = Atomic(false)
    let records: Mutex<[ScenarioRecord?]>

    init(count: Int) {
      records = Mutex(Array(repeating: nil, count: count))
    }
  }

  private func execute(
    _ prepared: [(Suite, PreparedScenario)], hasStopped: Bool, _ blame: Blame,
    _ ended: @escaping @Sendable (JudgedScenario) -> Void
  ) -> [ScenarioRecord] {
    let progress = Progress(count: prepared.count)
    progress.hasStopped.store(hasStopped, ordering: .relaxed)
    let workers = ThreadGroup()
    for _ in 0..<max(1, min(settings.jobs, prepared.count)) {
      workers.start { [self] in
        let client = context.makeClient()
        defer { client.close() }
        let run = ScenarioRun(
          context: context, client: client,
          openFramework: context.surroundings.framework.makeOpener())
        while true {
          let index = progress.next.add(1, ordering: .relaxed).oldValue
          guard index < prepared.count else { return }
          var (suite, scenario) = prepared[index]
          if progress.hasStopped.load(ordering: .relaxed), scenario.planned.skip == nil,
            scenario.verdict == nil
          {
            scenario.verdict = .skipped(
              because: "an earlier scenario was not conformant (--fail-fast)")
          }
          let record = run.record(scenario, of: suite)
          progress.records.withLock { $0[index] = record }
          let judged = judged(record, of: suite, blame)
          let kind = judged.judgement.kind
          if settings.stopsAtFailure, kind.isFault || kind == .blocked {
            progress.hasStopped.store(true, ordering: .relaxed)
          }
          ended(judged)
        }
      }
    }
    workers.wait()
    return progress.records.withLock { $0.compactMap(\.self) }
  }
}

extension Plan.PlannedSuite {
  /// The scenarios with the reason why they are not run. Rows that are selected by name are left
  /// out: nobody knows which there are.
  fileprivate func blocked(because reason: String) -> [PreparedScenario] {
    scenarios.filter { $0.rows == nil }
      .map { PreparedScenario(planned: $0, verdict: .blocked(because: reason)) }
  }
}
