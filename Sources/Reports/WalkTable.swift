// SPDX-License-Identifier: Apache-2.0
// The steps of a cookbook, with the verdicts on its walk.

import Record
import Suites
import Text

/// The steps of a cookbook that a walk goes through, each with its verdict there.
struct WalkTable {
  struct Row: Equatable {
    let number: String
    let title: String
    let verdict: Verdict.Kind
    /// Whether a recommendation was missed in it.
    let isWarned: Bool
  }

  let cookbook: String
  let rows: [Row]

  /// The worst verdict first. A step that one scenario did not get to, another one may have shown.
  static let order: [Verdict.Kind] = [
    .failed, .broken, .interrupted, .known, .passed, .blocked, .notReached, .skipped,
  ]
}

extension WalkTable {
  /// The tables of all walks of a run, in its order.
  static func all(_ run: RunJudgement) -> [WalkTable] {
    let walks = run.record.suites.filter(\.isWalk)
    return walks.compactMap(\.cookbook).unique.compactMap { cookbook in
      guard let catalogue = run.record.catalogues.first(where: { $0.cookbook == cookbook }) else {
        return nil
      }
      let scenarios = walks.filter { $0.cookbook == cookbook }.flatMap(\.scenarios)
      // After a preflight that failed there is nothing to tell of its steps.
      if scenarios.allSatisfy({ $0.verdict.kind == .blocked && $0.steps.isEmpty }) { return nil }
      var found: [String: [StepRecord]] = [:]
      for scenario in scenarios {
        scenario.steps.visit { visit in
          for step in visit.step.cookbookSteps where step.cookbook == cookbook {
            found[step.number, default: []].append(visit.step)
          }
        }
      }
      // A step that another one shows to be wrong has failed, too.
      for (suite, judgements) in zip(run.record.suites, run.scenarios)
      where suite.isWalk && suite.cookbook == cookbook {
        for incident in judgements.flatMap(\.incidents) {
          guard let step = incident.demandingStep(in: [catalogue]), let shown = incident.step else {
            continue
          }
          found[step.number, default: []].append(shown)
        }
      }
      return WalkTable(
        cookbook: cookbook,
        rows: catalogue.steps.filter { !$0.isUnwalked }.compactMap { step in
          step.number.map { Row($0, step.title, found[$0] ?? []) }
        })
    }
  }
}

extension WalkTable.Row {
  /// - Parameter steps: Those of the walk that are the step; none where their scenario was not run.
  init(_ number: String, _ title: String, _ steps: [StepRecord]) {
    let kinds = steps.map(\.verdict.kind)
    let worst = WalkTable.order.first { kinds.contains($0) } ?? .skipped
    self.init(
      number: number, title: title, verdict: worst,
      isWarned: steps.contains { !$0.warnings.isEmpty })
  }

  /// `passed`, `passed, with a warning`, `failed`.
  var words: String {
    isWarned && verdict == .passed ? "passed, with a warning" : verdict.words
  }
}
