// SPDX-License-Identifier: Apache-2.0
// The scenarios of a planned suite, each made when it is asked for.

import JSON
import SuiteModel

/// The scenarios of a planned suite. A plan may have a hundred thousand, so each is a few bytes until
/// it is asked for.
package struct PlannedScenarios: Sendable {
  private struct Entry: Sendable {
    /// The index in the suite.
    let scenario: Int32
    /// The number in the whole plan, from 1; 0 in a preflight.
    let number: Int32
    /// The index of the reason why it is skipped; below 0 if it is run.
    let skip: Int32
    /// Whether all rows are selected.
    let isWhole: Bool
  }

  private let scenarios: [Scenario]
  private let facts: [String: JSONValue]
  /// What selects rows of live tables by name; nil for all rows.
  private let rows: Selection?
  private var entries: [Entry] = []
  private var skips: [PlannedScenario.Skip] = []

  /// - Parameters:
  ///   - suite: The suite, of which scenarios are added.
  ///   - facts: The target's facts by name.
  init(of suite: Suite, facts: [String: JSONValue], rows: Selection? = nil) {
    scenarios = suite.scenarios
    self.facts = facts
    self.rows = rows
  }
}

extension PlannedScenarios {
  /// Adds a scenario of the suite.
  ///
  /// - Parameters:
  ///   - scenario: Its index in the suite.
  ///   - number: Its number in the whole plan.
  ///   - isWhole: Whether all rows of its live tables are selected.
  mutating func add(
    _ scenario: Int, number: Int, isWhole: Bool = true, skip: PlannedScenario.Skip?
  ) {
    var skipNumber: Int32 = -1
    if let skip {
      if skips.last != skip { skips.append(skip) }
      skipNumber = Int32(skips.count - 1)
    }
    entries.append(
      Entry(
        scenario: Int32(scenario), number: Int32(clamping: number), skip: skipNumber,
        isWhole: isWhole))
  }

  /// The scenarios with some numbers in the whole plan.
  func part(_ isIncluded: (Int) -> Bool) -> PlannedScenarios {
    var part = self
    part.entries = entries.filter { isIncluded(Int($0.number)) }
    return part
  }

  /// The same scenarios, of which some that were to be run are skipped.
  func skipping(_ skip: PlannedScenario.Skip, _ isSkipped: (Int) -> Bool) -> PlannedScenarios {
    var part = self
    let number = Int32(skips.count)
    part.skips.append(skip)
    for (index, entry) in entries.enumerated() where entry.skip < 0 && isSkipped(index) {
      part.entries[index] = Entry(
        scenario: entry.scenario, number: entry.number, skip: number, isWhole: entry.isWhole)
    }
    return part
  }

  /// A scenario as the suite has it; nil where it is skipped.
  func written(_ index: Int) -> Scenario? {
    let entry = entries[index]
    return entry.skip < 0 ? scenarios[Int(entry.scenario)] : nil
  }

  /// Whether one of them is going to be run.
  var haveRunnable: Bool { entries.contains { $0.skip < 0 } }
}

extension PlannedScenarios: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(index: Int) -> PlannedScenario {
    let entry = entries[index]
    let scenario = scenarios[Int(entry.scenario)]
    return PlannedScenario(
      scenario: scenario, index: Int(entry.number), name: scenario.name(facts: facts), given: [:],
      rows: entry.isWhole ? nil : rows, skip: entry.skip < 0 ? nil : skips[Int(entry.skip)])
  }
}
