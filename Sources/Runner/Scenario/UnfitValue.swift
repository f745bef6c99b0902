// SPDX-License-Identifier: Apache-2.0
// Who answers for a saved value that a later step can't use.

import Expectations
import Formats
import Record
import Suites
import Text

/// A value of an answer that a later step can't use: a finding of the step that saved it.
struct UnfitValue {
  let origin: SaveOrigin
  let finding: Finding
}

extension StepExecutor {
  /// The verdict of a step in which a value does not suit its place. Where an answer gave the value as
  /// it is, the step that saved it has the finding. What the suite made of it (a filter, a literal, the
  /// null of an `!optional` source) is an error of the suite.
  ///
  /// - Parameter scope: The names as the error found them.
  func verdict(
    of error: EvaluationError, in running: RunningStep, _ scope: NameScope, _ startedAfter: Duration
  ) -> Verdict {
    if scope.isFinal, error.cause == .unbound { return .skipped(because: error.message) }
    let step = running.step
    let position = error.position ?? step.action.position
    let location = SourceLocation(file: step.file, position: position)
    var message = error.message
    // After a failure it is skipped, whoever is to blame.
    if error.cause == .suite, !scope.isFinal, !session.hasFailed,
      let variable = step.variable(at: position, of: scope),
      let name = variable.name, let origin = scope.origins[name],
      let value = (scope.saved[name] ?? scope.given[name])?.json
    {
      let isLeftOut = origin.isOptional && value == .null
      if variable.filters.isEmpty, !isLeftOut {
        let told = error.message.replacing("${\(variable.written)}", with: "`\(name)`")
        let finding = Finding(
          place: .saved(origin.name), position: origin.position, expected: .text(origin.sourceText),
          found: FoundValue(of: value),
          nearest: "the step '\(step.name)' can't use it: \(told)",
          words: "a value that the step '\(step.name)' can use")
        if origin.step == step.location, origin.startedAfter == startedAfter {
          return .failed([finding])
        }
        session.hasFailed = true
        session.unfit.append(UnfitValue(origin: origin, finding: finding))
        return .skipped(
          because: "it can't use the value that the step '\(origin.stepName)' saved from its answer"
        )
      }
      message +=
        isLeftOut
        ? "; the step '\(origin.stepName)' saved null, since its `\(origin.sourceText)` selected nothing: "
          + "add a 'when' to this step, or leave '!optional' out there"
        : "; the step '\(origin.stepName)' saved \(value.withArticle) as '\(origin.name)'"
    }
    return .broken(RunProblem(error.problemKind, message, at: location))
  }
}

extension Step {
  /// The variable at a place of the step whose value comes from an answer. A text begins before the
  /// variables in it, so the only one that follows on its line counts, too.
  fileprivate func variable(at position: Position, of scope: NameScope) -> VariableExpression? {
    let all = neededVariables + (expect?.variables ?? []) + (should?.variables ?? [])
    let saved = all.filter { $0.name.map { scope.origins[$0] != nil } ?? false }
    if let exact = saved.first(where: { $0.position == position }) { return exact }
    let following = saved.filter {
      $0.position.line == position.line && $0.position.column >= position.column
    }
    return Set(following.compactMap(\.name)).count == 1 ? following.first : nil
  }
}

extension StepsOutcome {
  /// Gives the findings on values that later steps could not use to the steps that saved them.
  mutating func blame(_ unfit: [UnfitValue]) {
    for value in unfit {
      steps.blame(value)
      if end == nil {
        end = .failed([value.finding])
        endName = value.origin.stepName
      }
    }
  }
}

extension [StepRecord] {
  /// - Returns: Whether the step is among them.
  @discardableResult
  fileprivate mutating func blame(_ value: UnfitValue) -> Bool {
    for index in indices.reversed() {
      if self[index].steps.blame(value) { return true }
      guard self[index].location == value.origin.step,
        self[index].startedAfter == value.origin.startedAfter
      else { continue }
      switch self[index].verdict {
      case .failed(let findings): self[index].verdict = .failed(findings + [value.finding])
      default: self[index].verdict = .failed([value.finding])
      }
      return true
    }
    return false
  }
}
