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
    /// Whether the walk proves or breaks a requirement of the step, or sets out to.
    let isJudged: Bool
  }

  let cookbook: String
  let rows: [Row]
  /// The numbers of the steps that no walk visits, as far as they bind a side.
  let unwalked: [String]

  /// The worst verdict first. A step that one scenario did not get to, another one may have shown.
  static let order: [Verdict.Kind] = [
    .failed, .broken, .interrupted, .known, .passed, .blocked, .notReached, .skipped,
  ]
}

extension WalkTable {
  /// The tables of all walks of a run, in its order.
  static func all(_ run: RunJudgement) -> [WalkTable] {
    let walks = run.record.suites.filter(\.isWalk)
    let known = run.coverageByID
    return walks.compactMap(\.cookbook).unique.compactMap { cookbook in
      guard let catalogue = run.record.catalogues.first(where: { $0.cookbook == cookbook }) else {
        return nil
      }
      let scenarios = walks.filter { $0.cookbook == cookbook }.flatMap(\.scenarios)
      // After a preflight that failed there is nothing to tell of its steps.
      if scenarios.allSatisfy({ $0.verdict.kind == .blocked && $0.steps.isEmpty }) { return nil }
      var found: [String: [StepRecord]] = [:]
      var covered: Set<String> = []
      for scenario in scenarios {
        scenario.steps.visit { visit in
          covered.formUnion(visit.step.covers.map(\.id))
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
          step.number.map {
            Row(
              $0, step.title, found[$0] ?? [],
              isJudged: !covered.isDisjoint(with: step.requirements))
          }
        },
        unwalked: catalogue.steps.filter(\.isUnwalked).compactMap { step in
          step.number.flatMap { StepCells($0, step, known).bindsNoSide ? nil : $0 }
        })
    }
  }

  /// Whether a step is visited, and no more.
  var hasVisited: Bool { rows.contains { $0.words == Row.visited } }
}

extension WalkTable.Row {
  /// - Parameters:
  ///   - steps: Those of the walk that are the step; none where their scenario was not run.
  ///   - isJudged: Whether one of them covers a requirement of the step.
  init(_ number: String, _ title: String, _ steps: [StepRecord], isJudged: Bool) {
    let kinds = steps.map(\.verdict.kind)
    let worst = WalkTable.order.first { kinds.contains($0) } ?? .skipped
    self.init(
      number: number, title: title, verdict: worst,
      isWarned: steps.contains { !$0.warnings.isEmpty }, isJudged: isJudged)
  }

  /// The word for a step that the walk goes through, and shows no requirement of.
  static let visited = "visited"

  /// `passed`, `passed, with a warning`, `visited`, `failed`.
  var words: String {
    guard verdict == .passed else { return verdict.words }
    guard isJudged else { return Self.visited }
    return isWarned ? "passed, with a warning" : verdict.words
  }
}
