// SPDX-License-Identifier: Apache-2.0
// A walk in a JUnit file: a case for each step of the cookbook.

import Record
import Suites
import Text

extension JUnitSuite {
  /// A walk with a case for each step of the cookbook that it goes through, under the number of the
  /// action. Of a scenario without such a step, or that failed elsewhere, there is a case as well.
  init(walk suite: SuiteRecord, _ judgements: [ScenarioJudgement], of run: RunJudgement) {
    let known = run.record.knownFailures
    var found: [CookbookStep: [(step: StepRecord, scenario: ScenarioRecord)]] = [:]
    var order: [CookbookStep] = []
    var others: [(scenario: ScenarioRecord, judgement: ScenarioJudgement)] = []
    for (scenario, judgement) in zip(suite.scenarios, judgements) {
      var faults = judgement.kind == .passed ? [] : [judgement.kind]
      for step in scenario.steps {
        guard let number = step.cookbookSteps.first else { continue }
        if found.updateValue((found[number] ?? []) + [(step, scenario)], forKey: number) == nil {
          order.append(number)
        }
        if step.verdict.kind.isFault || step.verdict.kind == .notReached { faults = [] }
      }
      let isNumbered = scenario.steps.contains { !$0.cookbookSteps.isEmpty }
      if !isNumbered || !faults.isEmpty { others.append((scenario, judgement)) }
    }
    let catalogue = run.record.catalogues.first { $0.cookbook == suite.cookbook }
    let places = (catalogue?.steps ?? []).enumerated().reduce(into: [String: Int]()) {
      $0[$1.element.number ?? ""] = $1.offset
    }
    let numbers = order.enumerated().sorted { left, right in
      func place(_ step: CookbookStep) -> Int {
        step.cookbook == suite.cookbook ? places[step.number] ?? .max : .max
      }
      return (place(left.element), left.offset) < (place(right.element), right.offset)
    }.map(\.element)
    var cases = numbers.map { number -> (ScenarioRecord, ScenarioJudgement) in
      let own = found[number] ?? []
      let title = run.record.catalogues.step(number)?.title ?? own.first?.step.name ?? ""
      let label = number.cookbook == suite.cookbook ? number.number : "\(number)"
      let scenario = ScenarioRecord("\(label) \(title)", own.map(\.step))
      let worst = own.first { $0.step.verdict.kind == scenario.verdict.kind }
      let failures = worst.map { known.failures(of: suite, case: $0.scenario.name) }
      return (
        scenario,
        ScenarioJudgement(
          scenario, shared: run.shared, isStrict: run.record.isStrict,
          blame: run.blame, known: failures ?? CaseFailures())
      )
    }
    cases += others.map { ($0.scenario, $0.judgement) }
    var record = suite
    record.scenarios = cases.map(\.0)
    self.init(suite: record, judgements: cases.map(\.1))
  }
}

extension ScenarioRecord {
  /// A case of the steps that are one step of a cookbook.
  fileprivate init(_ name: String, _ steps: [StepRecord]) {
    let kinds = steps.map(\.verdict.kind)
    let worst = WalkTable.order.first { kinds.contains($0) }
    let verdict = steps.first { $0.verdict.kind == worst }?.verdict ?? .notReached
    self.init(
      name: name,
      location: steps.first?.location ?? SourceLocation(file: "", position: .start),
      verdict: verdict, steps: steps)
    startedAfter = steps.map(\.startedAfter).min() ?? .zero
    duration = steps.reduce(.zero) { $0 + $1.duration }
  }
}
