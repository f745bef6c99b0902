// SPDX-License-Identifier: Apache-2.0
// The steps of a cookbook that an incident is about.

import Record
import Suites
import Text

extension Incident {
  /// The step of the cookbook in which it was met, and the one whose demand is broken where that is
  /// another: `step B3, Retrieve profiles; step E2 demands it`; nil where the suite names no step.
  func cookbookStep(in run: RunJudgement) -> String? {
    guard let step = ownSteps.first else { return nil }
    let title = run.record.catalogues.step(step).map { ", \(Sanitized.line($0.title))" } ?? ""
    let demanding = demandingStep(in: run.record.catalogues).map {
      "; step \(Sanitized.line($0.number, limit: 40)) demands it"
    }
    return "step \(Sanitized.line(step.number, limit: 40))\(title)\(demanding ?? "")"
  }

  /// The step of the cookbook that demands what is broken, where another one only shows it: E2 for a
  /// profile that is still there after the logout. nil where it is the own step, or the answer to it.
  func demandingStep(in catalogues: [Catalogue]) -> CookbookStep? {
    guard let own = ownSteps.first, problem == nil, let broken = covers.first,
      let steps = catalogues.first(where: { $0.cookbook == own.cookbook })?.steps,
      let index = steps.firstIndex(where: { $0.number == own.number })
    else { return nil }
    let demanding = steps.indices.filter { steps[$0].requirements.contains(broken) }
    if demanding.contains(index) || demanding.contains(index + 1) { return nil }
    return (demanding.first { $0 > index } ?? demanding.first)
      .flatMap { steps[$0].number }
      .map { CookbookStep(cookbook: own.cookbook, number: $0) }
  }

  /// The steps of the cookbook that its step is; those of the last step inside where the suite names
  /// none there.
  private var ownSteps: [CookbookStep] { step.map(Self.cookbookSteps) ?? [] }

  private static func cookbookSteps(_ step: StepRecord) -> [CookbookStep] {
    guard step.cookbookSteps.isEmpty else { return step.cookbookSteps }
    return step.steps.reversed().lazy.map(cookbookSteps).first { !$0.isEmpty } ?? []
  }
}
