// SPDX-License-Identifier: Apache-2.0
// Fills live tables before the scenarios of a run.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Text

/// Fills live tables before the first scenario runs.
struct LiveTables {
  /// The same limit as for written rows.
  private static let rowLimit = 1000

  let context: RunContext

  /// The scenarios of a suite; a scenario with live tables becomes one for each row.
  func expanded(_ planned: Plan.PlannedSuite) -> Plan.PlannedSuite {
    Plan.PlannedSuite(
      suite: planned.suite, scenarios: expanded(planned.scenarios, of: planned.suite))
  }

  func expanded(_ scenarios: [PlannedScenario], of suite: Suite) -> [PlannedScenario] {
    var rows = scenarios.flatMap { expanded($0, of: suite) }
    refuseRepeatedNames(&rows, of: suite)
    return rows
  }

  /// Refuses rows of one name, and numbers those that only differ in what is masked.
  private func refuseRepeatedNames(_ scenarios: inout [PlannedScenario], of suite: Suite) {
    var names: Set<String> = []
    var shown: [String: Int] = [:]
    // Those of the table whose rows come one after the other.
    var mask: (position: Position, mask: Mask)?
    for index in scenarios.indices {
      let item = scenarios[index]
      let position = item.scenario.position
      guard names.insert(item.name).inserted else {
        scenarios[index].verdict = .broken(
          RunProblem(
            .suite,
            "the name does not tell the rows apart: two scenarios are called '\(item.name)'",
            at: SourceLocation(file: suite.file, position: position)))
        continue
      }
      guard !item.given.isEmpty, let secrets = item.secrets else { continue }
      let own = mask?.position == position ? mask?.mask ?? secrets.mask : secrets.mask
      mask = (position, own)
      let masked = own.masked(item.name)
      let count = (shown[masked] ?? 0) + 1
      shown[masked] = count
      scenarios[index].name = count == 1 ? masked : "\(masked) (\(count))"
    }
  }

  private func expanded(_ planned: PlannedScenario, of suite: Suite) -> [PlannedScenario] {
    guard planned.skip == nil, !planned.scenario.liveTables.isEmpty, !context.time.isCancelled
    else { return [planned] }
    var rows: [[String: JSONValue]] = [[:]]
    var secrets = context.secrets.known
    do throws(TableError) {
      for table in planned.scenario.liveTables {
        let values = try values(of: table, planned, suite, &secrets)
        guard !values.isEmpty else {
          throw TableError(
            verdict: .skipped(
              because: "no answer of the service has a value to try as '\(table.variable)'"))
        }
        guard values.count <= Self.rowLimit / rows.count else {
          throw TableError(
            verdict: .broken(
              RunProblem(
                .suite, "the tables give more than \(Self.rowLimit) rows, which is the limit",
                at: SourceLocation(file: suite.file, position: table.position))))
        }
        // The last table changes from row to row.
        rows = rows.flatMap { row in
          values.map { row.merging([table.variable: $0]) { $1 } }
        }
      }
    } catch {
      var planned = planned
      planned.verdict = error.verdict
      planned.secrets = secrets
      return [planned]
    }
    return rows.compactMap { row in
      var scenario = planned.with(row, facts: context.facts)
      scenario.secrets = secrets
      return planned.rows?.includes(name: scenario.name) ?? true ? scenario : nil
    }
  }

  /// Why a table has no rows.
  private struct TableError: Error {
    let verdict: Verdict
  }

  /// - Parameter secrets: Gets the secrets that filling the table has shown.
  private func values(
    of table: LiveTable, _ planned: PlannedScenario, _ suite: Suite, _ secrets: inout KnownSecrets
  ) throws(TableError) -> [JSONValue] {
    let location = SourceLocation(file: suite.file, position: table.position)
    let job = context.jobs.take(number: 0)
    defer { job.end() }
    let session = ScenarioSession(
      context: context, openFramework: context.environment.framework.makeOpener(), job: job,
      devices: Array(planned.scenario.devices.prefix(1)), secretNames: Set(suite.secrets),
      suite: suite.name, name: table.variable, isShared: true)
    defer { secrets.merge(session.secrets) }
    let scope = NameScope(device: session.devices[0])
    let end: ActionResult.End
    do throws(EvaluationError) {
      switch table.rows {
      case .facts(let expression):
        guard let items = try expression.json(in: session.bindings(scope)).array else {
          throw EvaluationError("${\(expression.written)} is not a list", at: table.position)
        }
        return items
      case .answer(let use, let query):
        // A table runs its fragment once, even without 'once: run'.
        let result = try FragmentExecutor(session: session, location: location)
          .perform(use, in: scope, isShared: true)
        if let gives = result.gives {
          let path = try query.bound(in: session.bindings(scope))
          return try Self.differentValues(path, in: .object(gives), at: table.position)
        }
        end = result.end
      }
    } catch {
      throw TableError(
        verdict: .broken(RunProblem(error.problemKind, error.message, at: location)))
    }
    switch end {
    case .failed(let findings): throw TableError(verdict: .failed(findings))
    case .broken(let problem) where problem.kind == .interrupted:
      throw TableError(verdict: .interrupted)
    case .broken(let problem): throw TableError(verdict: .broken(problem))
    case .blocked(let reason, let fragment):
      throw TableError(verdict: .blocked(because: reason, fragment: fragment))
    case .unusable(let reason), .late(let reason), .unsupported(let reason):
      throw TableError(verdict: .skipped(because: reason))
    case .answered, .done: return []
    }
  }

  /// The distinct values that a query selects. Stops one past the row limit.
  private static func differentValues(
    _ path: JSONPath, in value: JSONValue, at position: Position
  ) throws(EvaluationError) -> [JSONValue] {
    do throws(JSONPathError) {
      var values: [JSONValue] = []
      for node in try path.nodes(in: value) where !values.contains(node.value) {
        values.append(node.value)
        if values.count > rowLimit { break }
      }
      return values
    } catch {
      throw EvaluationError(error.description, at: position)
    }
  }
}
