// SPDX-License-Identifier: Apache-2.0
// What scenarios cost and proved in an earlier run.

import Catalogues
package import Results
import SourceText
import SuiteModel

/// What scenarios cost and proved in an earlier run, by its record.
///
/// A scenario is the same if cookbook, suite and scenario have the same names; the rows of a live table
/// are those that stood at its place in the same file.
package struct EarlierCosts: Sendable {
  /// What a scenario cost, and the requirements that it judged.
  struct Measure {
    var requests = 0
    var wait = Duration.zero
    var judged: Set<String> = []
    /// Whether it came to its end; else it judges more when it does.
    var isWhole = true

    mutating func add(_ row: Measure) {
      requests += row.requests
      wait = max(wait, row.wait)
      judged.formUnion(row.judged)
      isWhole = isWhole && row.isWhole
    }
  }

  private struct SuiteKey: Hashable {
    let cookbook: String?
    let name: String
  }

  private struct Key: Hashable {
    let suite: SuiteKey
    let scenario: String
  }

  private struct Table: Hashable {
    let digest: String
    let position: Position
  }

  private var scenarios: [Key: Measure] = [:]
  private var tables: [Table: Measure] = [:]
  /// The requests of each run of a fragment.
  private var fragments: [String: [Int]] = [:]
  /// How many requests it sent in a second; nil where that says nothing.
  package private(set) var perSecond: Double?
}

extension EarlierCosts {
  package init(_ record: RunRecord) {
    var judged: [[Set<String>]] = record.suites.map {
      Array(repeating: [], count: $0.scenarios.count)
    }
    for row in Coverage(record).rows {
      for proof in row.proofs where proof.verdict.isJudged {
        judged[proof.suite][proof.scenario].insert(row.requirement.id)
      }
    }
    var total = 0
    var skippedRows: Set<Table> = []
    var openTables: Set<Table> = []
    for (suiteIndex, suite) in record.suites.enumerated() {
      let key = SuiteKey(cookbook: suite.cookbook, name: suite.name)
      for (index, scenario) in suite.scenarios.enumerated() {
        let table = Table(digest: suite.digest, position: scenario.location.position)
        switch scenario.verdict.kind {
        case .passed, .failed, .known, .broken: break
        case .skipped:
          skippedRows.insert(table)
          continue
        // It was not run, or not to its end.
        case .blocked, .interrupted, .notReached:
          openTables.insert(table)
          continue
        }
        var measure = Measure(
          judged: judged[suiteIndex][index], isWhole: scenario.verdict.kind == .passed)
        scenario.steps.visit { measure.add($0.step) }
        total += measure.requests
        scenarios[Key(suite: key, scenario: scenario.name)] = measure
        tables[table, default: Measure()].add(measure)
      }
    }
    // What some rows of a table took does not say what all take.
    for table in openTables { tables[table] = nil }
    for table in skippedRows { tables[table]?.isWhole = false }
    for fragment in record.sharedFragments where fragment.verdict.kind == .passed {
      var measure = Measure()
      fragment.steps.visit { measure.add($0.step) }
      total += measure.requests
      fragments[Self.key(fragment.location.file, fragment.name), default: []]
        .append(measure.requests)
    }
    if total > 0, record.duration >= .milliseconds(1) {
      perSecond = Double(total) / record.duration.seconds
    }
  }

  /// What a scenario cost; nil where it was not run.
  func measure(of scenario: Scenario, named name: String, in suite: Suite) -> Measure? {
    guard scenario.liveTables.isEmpty else {
      return tables[Table(digest: suite.digest, position: scenario.position)]
    }
    let key = SuiteKey(cookbook: suite.cookbook, name: suite.name)
    return scenarios[Key(suite: key, scenario: name)]
  }

  /// How many requests a shared fragment took, at most; nil where it was not run.
  func requests(of fragment: FragmentID) -> Int? {
    fragments[Self.key(fragment.file, fragment.name)]?.max()
  }

  private static func key(_ file: String, _ name: String) -> String { "\(file)\n\(name)" }
}

extension EarlierCosts.Measure {
  fileprivate mutating func add(_ step: StepRecord) {
    requests += step.exchanges.count + step.leftOut.number
    if step.action == .wait { wait += step.duration }
  }
}
