// SPDX-License-Identifier: Apache-2.0
// Scenarios for the rows of tables that only the target, or its facts, can tell.

import Expectations
import HTTPTransport
import JSON
import Redaction
import Results
import SourceText
import SuiteModel

/// A scenario whose rows are known.
struct Prepared: Sendable {
  var planned: PlannedScenario
  /// Known before its steps are run; nil for one that is to be run.
  var verdict: Verdict?
}

/// Expands live tables, before the first scenario is run.
struct LiveTables {
  /// As the loader allows of written ones.
  private static let rowLimit = 1000

  private let context: RunContext
  private let client: HTTPClient

  init(context: RunContext) {
    self.context = context
    client = context.makeClient()
  }

  func close() { client.close() }
}

extension LiveTables {
  /// The scenarios of a suite, one for each row of their live tables.
  func expanded(_ planned: Plan.PlannedSuite) -> [Prepared] {
    var names: Set<String> = []
    return planned.scenarios.flatMap { expanded($0, planned.suite) }.map { prepared in
      let name = prepared.planned.name
      guard !names.insert(name).inserted else { return prepared }
      var refused = prepared
      refused.verdict = .broken(
        RunProblem(
          .suite, "the name does not tell the rows apart: two scenarios are called '\(name)'",
          at: SourceLocation(
            file: planned.suite.file, position: prepared.planned.scenario.position)))
      return refused
    }
  }

  private func expanded(_ planned: PlannedScenario, _ suite: Suite) -> [Prepared] {
    guard planned.skip == nil, !planned.scenario.liveTables.isEmpty,
      !context.cancellation.isCancelled
    else { return [Prepared(planned: planned)] }
    var rows: [[String: JSONValue]] = [[:]]
    do throws(TableFailure) {
      for table in planned.scenario.liveTables {
        let values = try values(of: table, suite)
        guard !values.isEmpty else {
          throw TableFailure(
            verdict: .skipped(because: "nothing is selected for ${\(table.variable)}"))
        }
        guard values.count <= Self.rowLimit / rows.count else {
          throw TableFailure(
            verdict: .broken(
              RunProblem(
                .suite,
                "the tables give more than the \(Self.rowLimit) rows that there may be",
                at: SourceLocation(file: suite.file, position: table.position))))
        }
        rows = rows.flatMap { row in
          values.map { value in row.merging([table.variable: value]) { $1 } }
        }
      }
    } catch {
      return [Prepared(planned: planned, verdict: error.verdict)]
    }
    return rows.map { row in
      Prepared(
        planned: PlannedScenario(
          scenario: planned.scenario, index: planned.index, name: name(planned, row), given: row,
          skip: nil))
    }
  }

  private func name(_ planned: PlannedScenario, _ row: [String: JSONValue]) -> String {
    var bindings = Bindings(facts: context.facts) { _, _ in nil }
    bindings.given = row.mapValues { .json($0) }
    return (try? planned.scenario.name.text(in: bindings)) ?? planned.name
  }

  /// Why a table has no rows.
  private struct TableFailure: Error {
    let verdict: Verdict
  }

  private func values(of table: LiveTable, _ suite: Suite) throws(TableFailure) -> [JSONValue] {
    let location = SourceLocation(file: suite.file, position: table.position)
    let executor = ScenarioExecutor(
      context: context, openFramework: context.surroundings.makeFrameworkOpener(), client: client,
      secrets: Set(suite.secrets), isShared: true)
    let frame = ScenarioExecutor.Frame(device: executor.devices[0])
    let end: ActionResult.End
    do throws(EvaluationError) {
      switch table.rows {
      case .facts(let expression):
        guard let items = try expression.json(in: executor.bindings(frame)).array else {
          throw EvaluationError("${\(expression.written)} is no list", at: table.position)
        }
        return items
      case .answer(let use, let query, let expressions):
        // A table runs its fragment once, whether that says so or not.
        let result = try executor.perform(use, frame, location, isShared: true)
        if let gives = result.gives {
          let path = try query.path(expressions, in: executor.bindings(frame))
          return try Self.differentValues(path, in: .object(gives), at: table.position)
        }
        end = result.end
      }
    } catch {
      let message = executor.redaction.mask.masked(error.message)
      throw TableFailure(
        verdict: .broken(RunProblem(error.problemKind, message, at: location)))
    }
    switch end {
    case .failed(let findings): throw TableFailure(verdict: .failed(findings))
    case .broken(let problem): throw TableFailure(verdict: .broken(problem))
    case .answered, .done: return []
    }
  }

  /// What a query selects, doubles dropped; no more than are told apart from too many.
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
