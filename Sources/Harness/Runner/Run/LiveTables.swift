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

  init(context: RunContext) {
    self.context = context
  }
}

extension LiveTables {
  /// The scenarios of a suite; a scenario with live tables becomes one for each row.
  func expanded(_ planned: Plan.PlannedSuite) -> PreparedScenarios {
    var prepared = PreparedScenarios(planned.suite, planned.scenarios, facts: context.facts)
    for (index, scenario) in planned.scenarios.enumerated() {
      expand(scenario, index, &prepared)
    }
    refuseRepeatedNames(&prepared)
    return prepared
  }

  /// The scenarios of one planned scenario of a suite.
  func expanded(_ index: Int, of planned: Plan.PlannedSuite) -> PreparedScenarios {
    var prepared = PreparedScenarios(planned.suite, planned.scenarios, facts: context.facts)
    expand(planned.scenarios[index], index, &prepared)
    refuseRepeatedNames(&prepared)
    return prepared
  }

  /// Refuses rows that the name does not tell apart, and gives the others their names in reports: two
  /// rows may differ in nothing but what is masked.
  private func refuseRepeatedNames(_ prepared: inout PreparedScenarios) {
    var names: Set<String> = []
    var shown: [String: Int] = [:]
    // Those of the table whose rows come one after the other.
    var mask: (scenario: Int, mask: Mask)?
    for index in prepared.indices {
      let item = prepared[index]
      let name = item.planned.name
      guard names.insert(name).inserted else {
        let suite = prepared.suite
        prepared.refuse(
          index,
          .broken(
            RunProblem(
              .suite, "the name does not tell the rows apart: two scenarios are called '\(name)'",
              at: SourceLocation(file: suite.file, position: item.planned.scenario.position))))
        continue
      }
      guard let secrets = item.secrets else { continue }
      let scenario = prepared.plannedIndex(of: index)
      let own = mask?.scenario == scenario ? mask?.mask ?? secrets.mask : secrets.mask
      mask = (scenario, own)
      let masked = own.masked(name)
      let count = (shown[masked] ?? 0) + 1
      shown[masked] = count
      let inReports = count == 1 ? masked : "\(masked) (\(count))"
      if inReports != name { prepared.name(index, inReports) }
    }
  }

  private func expand(
    _ planned: PlannedScenario, _ index: Int, _ prepared: inout PreparedScenarios
  ) {
    guard planned.skip == nil, !planned.scenario.liveTables.isEmpty,
      !context.time.isCancelled
    else { return prepared.add(index) }
    var tables: [PreparedScenarios.Table] = []
    var secrets = context.secrets.known
    var count = 1
    do throws(TableFailure) {
      for table in planned.scenario.liveTables {
        let values = try values(of: table, prepared.suite, &secrets)
        guard !values.isEmpty else {
          throw TableFailure(
            verdict: .skipped(because: "nothing is selected for ${\(table.variable)}"))
        }
        guard values.count <= Self.rowLimit / count else {
          throw TableFailure(
            verdict: .broken(
              RunProblem(
                .suite,
                "the tables give more than \(Self.rowLimit) rows, which is the limit",
                at: SourceLocation(file: prepared.suite.file, position: table.position))))
        }
        count *= values.count
        tables.append(PreparedScenarios.Table(variable: table.variable, values: values))
      }
    } catch {
      return prepared.add(index, verdict: error.verdict, secrets: secrets)
    }
    prepared.add(index, tables: tables, secrets: secrets)
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
    let slot = context.takeFirstSlot()
    defer { slot.end() }
    let session = ScenarioSession(
      context: context, openFramework: context.surroundings.framework.makeOpener(), slot: slot,
      secretNames: Set(suite.secrets), suite: suite.name, name: table.variable, isShared: true)
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
    case .unusable(let reason), .late(let reason), .unsupported(let reason):
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
