// SPDX-License-Identifier: Apache-2.0
// The scenarios and rules that cover each requirement.

import Audit
import Expectations
import Record
import Runner
import Suites
import Text

/// The scenarios and rules that cover each requirement, with the verdicts of a run.
struct CoveringScenarios {
  /// The verdicts of the run, by requirement, suite and scenario.
  private var ran: [[String]: RequirementVerdict] = [:]
  private var byRequirement: [String: [CoverageTable.Covering]] = [:]

  func of(_ id: String) -> [CoverageTable.Covering] { byRequirement[id] ?? [] }

  init(_ collection: SuiteCollection, _ rules: AuditRules?, run: RunRecord?, coverage: Coverage?) {
    for row in coverage?.rows ?? [] {
      for proof in row.proofs {
        guard let run else { continue }
        let name = run.scenario(at: proof.place).name
        ran[[row.requirement.id, run.suites[proof.place.suite].name, name]] = proof.verdict
      }
    }
    // A table filled from the target has several scenarios at one place.
    let liveRows = Dictionary(grouping: run?.suites.flatMap(\.scenarios) ?? [], by: \.location)
      .mapValues { $0.map(\.name) }
    for file in rules?.files ?? [] {
      for rule in file.rules {
        for id in rule.covers.map(\.id) { add(id, file.name, rule.name) }
      }
    }
    for suite in collection.suites {
      for scenario in suite.scenarios {
        let location = SourceLocation(file: suite.file, position: scenario.position)
        let rows = scenario.name.constant == nil ? liveRows[location] : nil
        for id in collection.requirements(coveredBy: scenario) {
          for name in rows ?? [scenario.name.text] { add(id, suite.name, name) }
        }
      }
    }
  }

  private mutating func add(_ id: String, _ suite: String, _ scenario: String) {
    byRequirement[id, default: []].append(
      CoverageTable.Covering(suite: suite, scenario: scenario, verdict: ran[[id, suite, scenario]]))
  }
}
