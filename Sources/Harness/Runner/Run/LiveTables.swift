// SPDX-License-Identifier: Apache-2.0
// Makes the scenarios of tables that are filled from the target, or from its facts.

import Expectations
import HTTPTransport
import JSON
import PartnerFramework
import Redaction
import Results
import SourceText
import SuiteModel
import Templates

/// Fills live tables before the first scenario runs.
struct LiveTables {
  /// The same limit as for written rows.
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
  /// The scenarios of a suite; a scenario with live tables becomes one for each row.
  func expanded(_ planned: Plan.PlannedSuite) -> [PreparedScenario] {
    var names: Set<String> = []
    var shown: [String: Int] = [:]
    return planned.scenarios.flatMap { expanded($0, planned.suite) }.map { prepared in
      let name = prepared.planned.name
      guard !names.insert(name).inserted else { return named(prepared, &shown) }
      var refused = prepared
      refused.verdict = .broken(
        RunProblem(
          .suite, "the name does not tell the rows apart: two scenarios are called '\(name)'",
          at: SourceLocation(
            file: planned.suite.file, position: prepared.planned.scenario.position)))
      return refused
    }
  }

  /// The scenario with the name in reports: two rows may differ in nothing but what is masked.
  private func named(
    _ prepared: PreparedScenario, _ shown: inout [String: Int]
  ) -> PreparedScenario {
    guard let secrets = prepared.secrets else { return prepared }
    let name = secrets.mask.masked(prepared.planned.name)
    let count = (shown[name] ?? 0) + 1
    shown[name] = count
    var prepared = prepared
    prepared.name = count == 1 ? name : "\(name) (\(count))"
    return prepared
  }

  private func expanded(_ planned: PlannedScenario, _ suite: Suite) -> [PreparedScenario] {
    guard planned.skip == nil, !planned.scenario.liveTables.isEmpty,
      !context.time.isCancelled
    else { return [PreparedScenario(planned: planned)] }
    var rows: [[String: JSONValue]] = [[:]]
    var secrets = context.secrets.known
    do throws(TableFailure) {
      for table in planned.scenario.liveTables {
        let values = try values(of: table, suite, &secrets)
        guard !values.isEmpty else {
          throw TableFailure(
            verdict: .skipped(because: "nothing is selected for ${\(table.variable)}"))
        }
        guard values.count <= Self.rowLimit / rows.count else {
          throw TableFailure(
            verdict: .broken(
              RunProblem(
                .suite,
                "the tables give more than \(Self.rowLimit) rows, which is the limit",
                at: SourceLocation(file: suite.file, position: table.position))))
        }
        rows = rows.flatMap { row in
          values.map { value in row.merging([table.variable: value]) { $1 } }
        }
      }
    } catch {
      return [
        PreparedScenario(planned: planned, verdict: secrets.mask.masked(error.verdict))
      ]
    }
    return rows.map {
      PreparedScenario(planned: planned.with($0, facts: context.facts), secrets: secrets)
    }
    .filter { planned.rows?.includes(name: $0.planned.name) ?? true }
  }

  /// Why a table has no rows.
  private struct TableFailure: Error {
    let verdict: Verdict
  }

  /// - Parameter secrets: Gets the secrets that filling the table has shown.
  private func values(
    of table: LiveTable, _ suite: Suite, _ secrets: inout KnownSecrets
  ) throws(TableFailure) -> [JSONValue] {
    let location = SourceLocation(file: suite.file, position: table.position)
    let session = ScenarioSession(
      context: context, openFramework: context.surroundings.framework.makeOpener(), client: client,
      secretNames: Set(suite.secrets), isShared: true)
    defer { secrets.merge(session.secrets) }
    let frame = Frame(device: session.devices[0])
    let end: ActionResult.End
    do throws(EvaluationError) {
      switch table.rows {
      case .facts(let expression):
        guard let items = try expression.json(in: session.bindings(frame)).array else {
          throw EvaluationError("${\(expression.written)} is not a list", at: table.position)
        }
        return items
      case .answer(let use, let query):
        // A table runs its fragment once, even without 'once: run'.
        let result = try FragmentExecutor(session: session, location: location)
          .perform(use, in: frame, isShared: true)
        if let gives = result.gives {
          let path = try query.bound(in: session.bindings(frame))
          return try Self.differentValues(path, in: .object(gives), at: table.position)
        }
        end = result.end
      }
    } catch {
      throw TableFailure(
        verdict: .broken(RunProblem(error.problemKind, error.message, at: location)))
    }
    switch end {
    case .failed(let findings): throw TableFailure(verdict: .failed(findings))
    case .broken(let problem) where problem.kind == .interrupted:
      throw TableFailure(verdict: .interrupted)
    case .broken(let problem): throw TableFailure(verdict: .broken(problem))
    case .blocked(let reason): throw TableFailure(verdict: .blocked(because: reason))
    case .unusable(let reason), .late(let reason):
      throw TableFailure(verdict: .skipped(because: reason))
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
