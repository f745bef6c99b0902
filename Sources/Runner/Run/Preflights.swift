// SPDX-License-Identifier: Apache-2.0
// Runs the preflights of a run, before its scenarios.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Text

/// The preflights of a run: their scenarios are run one at a time and in order. The first that does
/// not pass ends the run of its cookbook; that of no cookbook ends the whole run.
struct Preflights {
  private struct Failure {
    let preflight: Plan.PlannedSuite
    /// Whether every suite is blocked, because the target can't be reached.
    let blocksAll: Bool
    let reason: String
  }

  private let context: RunContext
  private let tables: LiveTables
  private let run: ScenarioRun
  private var failures: [Failure] = []
  /// What was seen, preflight by preflight.
  private(set) var records: [(suite: Suite, scenarios: [Unmasked<ScenarioRecord>])] = []

  init(context: RunContext, tables: LiveTables) {
    self.context = context
    self.tables = tables
    run = ScenarioRun(context: context, openFramework: context.environment.framework.makeOpener())
  }

  /// Whether one of them did not pass.
  var haveFailed: Bool { !failures.isEmpty }

  /// Why a suite is not run; nil if it is.
  func reason(toBlock suite: Suite) -> String? {
    failures.first { $0.blocksAll || $0.preflight.concerns(suite, context.catalogues) }?.reason
  }

  /// Runs the scenarios of a preflight. Blocks until they are done.
  ///
  /// - Parameter ended: Called for each scenario that ends.
  mutating func run(
    _ planned: Plan.PlannedSuite,
    _ ended: (EndedScenario, Suite, PlannedScenario) -> Void
  ) {
    let suite = planned.suite
    var scenarios: [Unmasked<ScenarioRecord>] = []
    for scenario in planned.scenarios {
      // The live tables of a scenario are filled when its turn comes.
      let rows = reason(toBlock: suite) == nil ? tables.expanded([scenario], of: suite) : [scenario]
      for var row in rows {
        // An earlier row of the same table may have failed.
        if let reason = reason(toBlock: suite) { row.verdict = .blocked(because: reason) }
        let job = context.jobs.take(number: 0)
        defer { job.end() }
        let one = run.record(row, of: suite, job)
        scenarios.append(one.record)
        note(one.record.value, of: planned)
        ended(one, suite, row)
      }
    }
    records.append((suite, scenarios))
  }

  private mutating func note(_ record: ScenarioRecord, of planned: Plan.PlannedSuite) {
    guard record.verdict.kind.isFault || record.verdict.kind == .blocked,
      reason(toBlock: planned.suite) == nil
    else { return }
    let isUnreached = context.target.reachability.isUnreached
    failures.append(
      Failure(
        preflight: planned, blocksAll: isUnreached,
        reason: isUnreached
          ? "the target can't be reached" : "the preflight '\(record.name)' did not pass"))
  }
}

extension SuiteRecord {
  init(_ suite: Suite, scenarios: [Masked<ScenarioRecord>]) {
    self.init(name: suite.name, file: suite.file, scenarios: scenarios.map(\.value))
    about = suite.about
    digest = suite.digest
    cookbook = suite.cookbook
    phase = suite.phase
    isPreflight = suite.isPreflight
    isWalk = suite.isWalk
  }
}
