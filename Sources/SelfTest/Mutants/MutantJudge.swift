// SPDX-License-Identifier: Apache-2.0
// Judges a mutant by the expectations of its step, and by what later steps compare with it.

import Expectations
import Formats
import Runner
import Suites

/// The verdict on a mutant.
enum MutantVerdict: Sendable, Comparable {
  case unnoticed
  /// Only a `should` notices it, or a scenario whose failures are warnings.
  case warned
  case caught
}

/// Judges mutants of the answers of a run.
struct MutantJudge: Sendable {
  let courses: [PassedAnswers]
  let flow: ValueFlow
}

extension MutantJudge {
  /// Judges a mutant of an answer.
  func verdict(of mutant: Observation, course: Int, answer number: Int) -> MutantVerdict {
    let judged = courses[course]
    let answer = judged.answers[number]
    let failed: MutantVerdict = judged.isAdvisory || answer.isFinal ? .warned : .caught
    var changed: [SavedValueChange] = []
    for saved in answer.saved {
      guard case .success(let value) = saved.source.value(in: mutant) else { return failed }
      if value != saved.value {
        changed.append(SavedValueChange(name: saved.name, old: saved.value, new: value))
      }
    }
    if let repeated = answer.repeated, repeated.holds(for: mutant) { return failed }
    var isWarned = false
    if !changed.isEmpty, answer.usesOwn(changed) {
      guard let again = answer.expectations(with: changed) else { return failed }
      if let expected = again.expected, !expected.holds(for: mutant) { return failed }
      isWarned = again.advised.map { !$0.holds(for: mutant) } ?? false
    } else {
      if let expected = answer.expected, !expected.holds(for: mutant) { return failed }
      isWarned = answer.advised.map { !$0.holds(for: mutant) } ?? false
    }
    var verdict: MutantVerdict = isWarned ? .warned : .unnoticed
    for change in changed {
      verdict = max(verdict, laterVerdict(of: change, course: course, answer: number))
      if verdict == .caught { break }
    }
    return verdict
  }

  /// Tells whether later steps notice a changed value.
  private func laterVerdict(of change: SavedValueChange, course: Int, answer number: Int)
    -> MutantVerdict
  {
    var verdict = MutantVerdict.unnoticed
    for use in flow.uses(of: change.old, named: change.name) {
      if use.course == course {
        guard use.answer > number else { continue }
      } else if courses[course].suite != nil {
        continue
      }
      let answer = courses[use.course].answers[use.answer]
      let failed: MutantVerdict =
        courses[use.course].isAdvisory || answer.isFinal ? .warned : .caught
      guard failed > verdict else { continue }
      switch use.way {
      // The service did not give what is sent there, so it answers otherwise: the step sees that.
      case .sent where answer.expected != nil || !answer.saved.isEmpty: verdict = failed
      case .named where !answer.holds(after: change): verdict = failed
      case .given(let name):
        guard case .json(.object(var gives)) = answer.observation.answer else { break }
        gives[name] = change.new
        let changed = answer.observation.with(json: .object(gives))
        verdict = max(verdict, self.verdict(of: changed, course: use.course, answer: use.answer))
      case .sent, .named: break
      }
      if verdict == .caught { return verdict }
    }
    return verdict
  }
}

extension PassedAnswer {
  /// Whether its own expectation uses a name that is changed.
  fileprivate func usesOwn(_ changes: [SavedValueChange]) -> Bool {
    let used = ((step.expect?.variables ?? []) + (step.should?.variables ?? [])).lazy
      .compactMap(\.name)
    return used.contains { name in changes.contains { $0.name == name } }
  }

  /// Its expectations with other values of what it saves; nil where they can't be evaluated.
  fileprivate func expectations(
    with changes: [SavedValueChange]
  ) -> (expected: Expectation?, advised: Expectation?)? {
    var names = self.names
    for saved in self.saved { names.saved[saved.name] = .json(saved.value) }
    for change in changes { names.saved[change.name] = .json(change.new) }
    return evaluated(in: names.bindings)
  }

  private func evaluated(
    in bindings: Bindings
  ) -> (expected: Expectation?, advised: Expectation?)? {
    do throws(EvaluationError) {
      return (
        try step.expect?.expectation(evaluatedIn: bindings),
        try step.should?.expectation(evaluatedIn: bindings)
      )
    } catch {
      return nil
    }
  }

  /// Whether the answer is still as expected when an earlier value is another.
  fileprivate func holds(after change: SavedValueChange) -> Bool {
    var names = self.names
    names.saved = names.saved.mapValuesReplacing(change)
    names.given = names.given.mapValuesReplacing(change)
    for saved in self.saved {
      let isSame = saved.name == change.name || ValueFlow.isDistinct(change.old)
      let value = isSame && saved.value == change.old ? change.new : saved.value
      names.saved[saved.name] = .json(value)
    }
    guard let again = evaluated(in: names.bindings) else { return false }
    for rule in step.save where !rule.source.variables.isEmpty {
      guard let source = try? rule.source.source(evaluatedIn: names.bindings),
        case .success = source.value(in: observation)
      else { return false }
    }
    return again.expected.map { $0.holds(for: observation) } ?? true
  }
}

extension [String: BoundValue] {
  /// The values with a changed one in the place of the old one.
  fileprivate func mapValuesReplacing(_ change: SavedValueChange) -> [String: BoundValue] {
    var result = self
    for (name, value) in self {
      guard name == change.name || ValueFlow.isDistinct(change.old),
        case .json(let json) = value, json == change.old
      else { continue }
      result[name] = .json(change.new)
    }
    return result
  }
}
