// SPDX-License-Identifier: Apache-2.0
// Executes a plan: expands live tables, spreads the scenarios over jobs, gathers the record.

import Encodings
import Expectations
package import HTTPTransport
import JSON
import PartnerFramework
package import Results
import SourceText
package import SuiteModel
import Synchronization

/// Executes a plan.
package struct Run {
  private let plan: Plan
  private let context: RunContext
  private let settings: RunSettings
  private let profile: Profile

  /// - Parameter cancellation: Ends the run; what was done is in the record.
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
  /// Runs all scenarios; blocks until they are done.
  ///
  /// - Parameter ended: Is told each scenario as it ends, with the name of its suite and the
  ///   shared fragments so far; in no order, from any thread.
  package func record(
    ended: @escaping @Sendable (String, ScenarioRecord, [Int: SharedFragmentRecord]) -> Void
  ) -> RunRecord {
    let startedAt = context.surroundings.now()
    let client = HTTPClient(settings: settings.client, cancellation: context.cancellation)
    let openFramework = context.surroundings.makeFrameworkOpener()
    let suites = plan.suites.map { planned in
      (
        planned.suite,
        planned.scenarios.flatMap { expanded($0, planned.suite, client, openFramework) }
      )
    }
    client.close()
    let records = execute(
      suites.flatMap { suite, scenarios in scenarios.map { (suite, $0) } }, ended)
    var index = 0
    var suiteRecords: [SuiteRecord] = []
    for (suite, scenarios) in suites {
      let own = records[index..<(index + scenarios.count)]
      index += scenarios.count
      suiteRecords.append(
        SuiteRecord(
          name: suite.name, about: suite.about, file: suite.file, digest: suite.digest,
          cookbook: suite.cookbook, phase: suite.phase, scenarios: Array(own)))
    }
    return RunRecord(
      tool: settings.tool, target: target, startedAt: startedAt, duration: context.elapsed,
      jobs: settings.jobs, isStrict: settings.isStrict,
      isInterrupted: context.cancellation.isCancelled,
      remarks: settings.remarks, catalogues: catalogues, sharedFragments: context.shared.records,
      suites: suiteRecords)
  }

  private var target: TargetRecord {
    let mvpds = context.facts.keys.filter { $0.hasSuffix("mvpd") }.sorted()
      .compactMap { context.facts[$0]?.string }
    return TargetRecord(
      name: profile.name, url: "\(profile.baseURL)",
      serviceProvider: context.facts["service_provider"]?.string, mvpds: mvpds,
      framework: context.surroundings.frameworkName)
  }

  private var catalogues: [CatalogueRecord] {
    var names: [String] = []
    for planned in plan.suites {
      if let name = planned.suite.cookbook, !names.contains(name) { names.append(name) }
    }
    return names.compactMap { plan.catalogues[$0] }.map { CatalogueRecord($0) }
  }
}

extension Run {
  /// A scenario for each row of its live tables.
  private func expanded(
    _ planned: PlannedScenario, _ suite: Suite, _ client: HTTPClient,
    _ openFramework: @escaping FrameworkOpener
  ) -> [Prepared] {
    guard planned.skip == nil, !planned.scenario.liveTables.isEmpty else {
      return [Prepared(planned: planned)]
    }
    var rows: [[String: JSONValue]] = [[:]]
    for table in planned.scenario.liveTables {
      switch values(of: table, suite, client, openFramework) {
      case .success(let values):
        guard !values.isEmpty else {
          return [
            Prepared(
              planned: planned,
              verdict: .skipped(because: "nothing is selected for ${\(table.variable)}"))
          ]
        }
        rows = rows.flatMap { row in
          values.map { value in row.merging([table.variable: value]) { $1 } }
        }
        guard rows.count <= Self.rowLimit else {
          return [
            Prepared(
              planned: planned,
              verdict: .broken(
                RunProblem(
                  .suite, "the tables give \(rows.count) rows, and there may be \(Self.rowLimit)",
                  at: SourceLocation(file: suite.file, position: table.position))))
          ]
        }
      case .failure(let failure):
        return [Prepared(planned: planned, verdict: failure.verdict)]
      }
    }
    var names: Set<String> = []
    return rows.map { row in
      let name = self.name(planned, row)
      var prepared = Prepared(
        planned: PlannedScenario(
          scenario: planned.scenario, name: name, given: row, skip: nil))
      if !names.insert(name).inserted {
        prepared.verdict = .broken(
          RunProblem(
            .suite, "the name does not tell the rows apart: two are called '\(name)'",
            at: SourceLocation(file: suite.file, position: planned.scenario.position)))
      }
      return prepared
    }
  }

  private static let rowLimit = 1000

  private func name(_ planned: PlannedScenario, _ row: [String: JSONValue]) -> String {
    var bindings = Bindings(facts: context.facts) { _, _ in nil }
    bindings.given = row.mapValues { .json($0) }
    return (try? planned.scenario.name.text(in: bindings)) ?? planned.name
  }

  private struct TableFailure: Error {
    let verdict: Verdict
  }

  private func values(
    of table: LiveTable, _ suite: Suite, _ client: HTTPClient,
    _ openFramework: @escaping FrameworkOpener
  ) -> Result<[JSONValue], TableFailure> {
    let location = SourceLocation(file: suite.file, position: table.position)
    let executor = ScenarioExecutor(
      context: context, openFramework: openFramework, client: client, timeout: .seconds(120),
      devices: [Scenario.Device(name: "device", platform: .tvOS)], secrets: suite.secrets,
      isShared: true)
    let frame = ScenarioExecutor.Frame(device: executor.devices[0])
    do {
      switch table.rows {
      case .facts(let expression):
        guard let items = try expression.json(in: executor.bindings(frame)).array else {
          throw EvaluationError("${\(expression.written)} is no list", at: table.position)
        }
        return .success(items)
      case .answer(let use, let query, let expressions):
        let (result, gives) = try executor.gives(of: use, frame)
        guard let gives else {
          let verdict: Verdict =
            switch result.end {
            case .failed(let findings): .failed(findings)
            case .broken(let problem): .broken(problem)
            case .answered, .done: .notReached
            }
          return .failure(TableFailure(verdict: verdict))
        }
        let path = try query.path(expressions, in: executor.bindings(frame))
        var values: [JSONValue] = []
        for node in try path.nodes(in: .object(gives)) where !values.contains(node.value) {
          values.append(node.value)
        }
        return .success(values)
      }
    } catch {
      let problem = RunProblem(.suite, "\(error)", at: location)
      return .failure(TableFailure(verdict: .broken(problem)))
    }
  }
}

/// A scenario whose rows are known.
struct Prepared: Sendable {
  var planned: PlannedScenario
  /// Known before its steps are run; nil for one that is to be run.
  var verdict: Verdict?
}

extension Run {
  /// What the workers share while they run.
  private final class Progress: Sendable {
    let next = Atomic(0)
    let hasStopped = Atomic(false)
    let records: Mutex<[ScenarioRecord?]>

    init(count: Int) {
      records = Mutex(Array(repeating: nil, count: count))
    }
  }

  private func execute(
    _ prepared: [(Suite, Prepared)],
    _ ended: @escaping @Sendable (String, ScenarioRecord, [Int: SharedFragmentRecord]) -> Void
  ) -> [ScenarioRecord] {
    let progress = Progress(count: prepared.count)
    let workers = ThreadGroup()
    for _ in 0..<max(1, min(settings.jobs, prepared.count)) {
      workers.start { [context, settings] in
        let client = HTTPClient(settings: settings.client, cancellation: context.cancellation)
        defer { client.close() }
        let openFramework = context.surroundings.makeFrameworkOpener()
        while true {
          let index = progress.next.add(1, ordering: .relaxed).oldValue
          guard index < prepared.count else { return }
          var (suite, scenario) = prepared[index]
          if progress.hasStopped.load(ordering: .relaxed), scenario.planned.skip == nil {
            scenario.verdict = .skipped(
              because: "an earlier scenario was not conformant (--fail-fast)")
          }
          let record = context.record(scenario, suite, client, openFramework)
          let kind = record.verdict.kind
          if settings.stopsAtFailure, kind == .failed || kind == .broken {
            progress.hasStopped.store(true, ordering: .relaxed)
          }
          progress.records.withLock { $0[index] = record }
          if kind == .failed || kind == .broken || settings.isStrict {
            let shared = context.shared.records.map { ($0.id, $0) }
            ended(suite.name, record, Dictionary(uniqueKeysWithValues: shared))
          } else {
            ended(suite.name, record, [:])
          }
        }
      }
    }
    workers.wait()
    return progress.records.withLock { $0.compactMap(\.self) }
  }
}

extension Plan {
  /// The requirements of all catalogues that the suites name, by their ids.
  package var requirementRecords: [String: RequirementRecord] {
    let all = catalogues.values.flatMap { CatalogueRecord($0).phases.flatMap(\.requirements) }
    return Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension CatalogueRecord {
  /// What reports print of a catalogue.
  package init(_ catalogue: Catalogue) {
    self.init(
      cookbook: catalogue.cookbook, revision: catalogue.revision,
      phases: catalogue.phases.map { phase in
        PhaseRecord(
          id: phase.id, title: phase.title,
          requirements: phase.requirements.map { requirement in
            RequirementRecord(
              id: requirement.id, level: requirement.level, subject: requirement.subject,
              text: requirement.text, testableBy: requirement.testableBy,
              endpoint: requirement.endpoint, source: requirement.source,
              ambiguity: requirement.ambiguity, step: requirement.step)
          })
      })
  }
}
