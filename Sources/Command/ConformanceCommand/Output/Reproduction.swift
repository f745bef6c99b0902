// SPDX-License-Identifier: Apache-2.0
// Which failure of a run is reproduced by a script.

import Reporting
import Results
import SourceText

/// The script that reproduces a failure of a run.
struct Reproduction {
  let run: RunJudgement
}

extension Reproduction {
  /// The script of the first thing to fix that has one; nil where there is none.
  var first: ReproductionScript? {
    IncidentGroup.failures(of: run).lazy.compactMap { $0.script(in: run) }.first
  }

  /// The script of a scenario that did not pass.
  ///
  /// - Parameters:
  ///   - name: The whole name, or a part of it that no other such scenario has.
  ///   - path: The report, for messages.
  func script(ofScenario name: String, in path: String) throws(UsageError) -> ReproductionScript {
    var found: [(suite: SuiteRecord, scenario: ScenarioRecord)] = []
    for (suite, judgements) in zip(run.record.suites, run.scenarios) {
      for (index, judgement) in judgements.enumerated() where judgement.kind.isFault {
        found.append((suite, suite.scenarios[index]))
      }
    }
    let exact = found.filter { $0.scenario.name == name }
    let matches =
      exact.isEmpty
      ? found.filter { $0.scenario.name.lowercased().contains(name.lowercased()) } : exact
    guard let match = matches.first else {
      throw UsageError(
        "no scenario that failed in '\(path)' has '\(name)' in its name"
          + Suggestion.hint(for: name, among: found.prefix(1000).map(\.scenario.name)))
    }
    guard matches.count == 1 else {
      let names = matches.prefix(5).map { "'\($0.scenario.name)' of '\($0.suite.name)'" }
      throw UsageError(
        "\(matches.count) scenarios that failed in '\(path)' have '\(name)' in their names: "
          + names.joined(separator: ", ") + "; give the whole name of one")
    }
    guard let script = ReproductionScript(of: match.scenario, suite: match.suite, in: run) else {
      throw UsageError("'\(match.scenario.name)' in '\(path)': \(Self.reason)")
    }
    return script
  }

  /// Why there may be no script.
  static let reason =
    "there is no script for it: the framework failed, not a call to the service, or the report does"
    + " not have all its calls; run the scenario alone (--scenario) to get them"
}
