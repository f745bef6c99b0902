// SPDX-License-Identifier: Apache-2.0
// The run of the suites that trials are compared with.

import Record
import Suites

/// A run of the suites against a right service. Trials report their differences from it.
struct Baseline: Sendable {
  let judgement: RunJudgement
  /// The scenarios that passed: the number in the plan, and the name.
  private let passed: Set<TrialScenario>
  /// For each requirement the numbers in the plan of the scenarios that proved it.
  private let proofs: [String: Set<Int>]
  /// The same of those that were skipped, because the service lacks what they need.
  private let skipped: [String: Set<Int>]

  /// - Parameter judgement: On a run of all that trials run, against a service without a deviation.
  init(_ judgement: RunJudgement) {
    self.judgement = judgement
    let record = judgement.record
    passed = Set(TrialScenario.all(of: judgement).filter { $0.kind == .passed }.map(\.scenario))
    let rows = Coverage(record).rows
    func numbers(_ isMeant: (RequirementVerdict) -> Bool) -> [String: Set<Int>] {
      rows.reduce(into: [:]) { numbers, row in
        for proof in row.proofs where isMeant(proof.verdict) {
          let scenario = record.scenario(at: proof.place)
          numbers[row.requirement.id, default: []].insert(scenario.planIndex)
        }
      }
    }
    proofs = numbers(\.isProof)
    skipped = numbers { $0 == .skipped }
  }
}

extension Baseline {
  /// Whether nothing failed, so that trials can show something.
  var isConformant: Bool { judgement.isRight }

  /// The numbers of the scenarios that proved one of these requirements.
  func scenarios(covering requirements: [String]) -> Set<Int> {
    requirements.reduce(into: []) { $0.formUnion(proofs[$1] ?? []) }
  }

  /// The numbers of the scenarios that would prove one of these requirements on another service.
  func skippedScenarios(covering requirements: [String]) -> Set<Int> {
    requirements.reduce(into: []) { $0.formUnion(skipped[$1] ?? []) }
  }

  /// The scenarios of a trial that are no longer conformant, in the order of the plan. A preflight
  /// that fails counts as one; a scenario that is blocked for want of something else does not.
  func lost(in judgement: RunJudgement) -> [TrialScenario] {
    TrialScenario.all(of: judgement).filter { scenario, kind in
      kind.isFault && (scenario.number == 0 || passed.contains(scenario))
    }.map(\.scenario) + judgement.fragmentCases.map(TrialScenario.init)
  }
}

extension RunJudgement {
  /// Whether scenarios passed, and nothing failed: also where they show no requirement.
  var isRight: Bool {
    outcome.status == 0 || outcome.kind == .nothingProved && totals[.passed] > 0
  }
}
