// SPDX-License-Identifier: Apache-2.0
// The scenarios of a suite that are ready to run, each made when its turn comes.

import JSON
import Redaction
import Results
import SuiteModel

/// A scenario that is ready to run: planned, with the row of its live tables filled in.
struct PreparedScenario: Sendable {
  var planned: PlannedScenario
  /// The verdict, if it is known before any step is run; nil for a scenario to be run.
  var verdict: Verdict?
  /// The name in reports, masked; nil for that of the plan.
  var name: String?
  /// What the fragments that filled its tables have learned; nil without such tables.
  var secrets: KnownSecrets?
}

/// The scenarios of a suite that are ready to run. There may be a hundred thousand, so each is a few
/// bytes until its turn comes.
struct PreparedScenarios: Sendable {
  /// The values of one live table.
  struct Table: Sendable {
    let variable: String
    let values: [JSONValue]
  }

  private struct Item: Sendable {
    /// The index among the planned scenarios.
    let scenario: Int32
    /// The number of the row, from 0; below 0 where there are no live tables.
    let row: Int32
  }

  let suite: Suite
  private let planned: PlannedScenarios
  private let facts: [String: JSONValue]
  private var items: [Item] = []
  /// The tables by the indices of planned scenarios.
  private var tables: [Int32: [Table]] = [:]
  /// What filling the tables has shown, by the indices of planned scenarios.
  private var secrets: [Int32: KnownSecrets] = [:]
  /// The verdicts that are known, by the indices of items.
  private var verdicts: [Int: Verdict] = [:]
  /// The names in reports that are others than those of the plan, by the indices of items.
  private var names: [Int: String] = [:]

  init(_ suite: Suite, _ planned: PlannedScenarios, facts: [String: JSONValue]) {
    self.suite = suite
    self.planned = planned
    self.facts = facts
    items.reserveCapacity(planned.count)
  }
}

extension PreparedScenarios {
  /// Adds a planned scenario as it is.
  ///
  /// - Parameters:
  ///   - verdict: Its verdict, if that is known already.
  ///   - secrets: What the verdict may hold.
  mutating func add(_ index: Int, verdict: Verdict? = nil, secrets: KnownSecrets? = nil) {
    if let verdict { verdicts[items.count] = verdict }
    if let secrets { self.secrets[Int32(index)] = secrets }
    items.append(Item(scenario: Int32(index), row: -1))
  }

  /// Adds a planned scenario once for each row of its live tables that is selected.
  mutating func add(_ index: Int, tables: [Table], secrets: KnownSecrets) {
    let scenario = planned[index]
    self.tables[Int32(index)] = tables
    self.secrets[Int32(index)] = secrets
    let count = tables.reduce(1) { $0 * $1.values.count }
    for row in 0..<count {
      if let selection = scenario.rows {
        let name = scenario.with(Self.values(of: row, in: tables), facts: facts).name
        guard selection.includes(name: name) else { continue }
      }
      items.append(Item(scenario: Int32(index), row: Int32(row)))
    }
  }

  /// Gives an item a verdict before it is run.
  mutating func refuse(_ index: Int, _ verdict: Verdict) { verdicts[index] = verdict }

  /// Gives an item another name in reports.
  mutating func name(_ index: Int, _ name: String) { names[index] = name }

  /// The scenario of an item as the suite has it; nil where it is not run.
  func written(_ index: Int) -> Scenario? {
    verdicts[index] == nil ? planned.written(Int(items[index].scenario)) : nil
  }

  /// The index of the planned scenario that an item is of.
  func plannedIndex(of index: Int) -> Int { Int(items[index].scenario) }

  /// The values of a row. The last table changes from row to row.
  private static func values(of row: Int, in tables: [Table]) -> [String: JSONValue] {
    var rest = row
    var values: [String: JSONValue] = [:]
    for table in tables.reversed() {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: table.values.count)
      values[table.variable] = table.values[remainder]
      rest = quotient
    }
    return values
  }
}

extension PreparedScenarios: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  subscript(index: Int) -> PreparedScenario {
    let item = items[index]
    var scenario = planned[Int(item.scenario)]
    if item.row >= 0, let tables = tables[item.scenario] {
      scenario = scenario.with(Self.values(of: Int(item.row), in: tables), facts: facts)
    }
    return PreparedScenario(
      planned: scenario, verdict: verdicts[index], name: names[index],
      secrets: item.row < 0 ? nil : secrets[item.scenario])
  }
}
