// SPDX-License-Identifier: Apache-2.0
// Judges the answer of a step, and saves values of it.

import Expectations
import Findings
import JSON
import Redaction
import Results
import SuiteModel
import Templates

/// Saves values of the answer to a step, and judges the answer.
struct StepJudge {
  let session: ScenarioSession
  let step: Step
}

extension StepJudge {
  /// Writes the verdict of a step into its record, and what it saves into the frame.
  func finish(
    _ result: ActionResult, _ record: inout StepRecord, _ frame: inout Frame
  ) throws(EvaluationError) {
    for member in result.gives?.members ?? [] { save(member.value, as: member.name, in: &frame) }
    switch result.end {
    case .done: record.verdict = .passed
    case .failed(let findings): record.verdict = .failed(findings)
    case .broken(let problem): record.verdict = .broken(problem)
    case .blocked(let reason): record.verdict = .blocked(because: reason)
    case .answered(let answer): try judge(answer, &record, &frame)
    }
  }

  private func save(_ value: JSONValue, as name: String, in frame: inout Frame) {
    frame.saved[name] = .json(value)
    if session.secretNames.contains(name) { session.secrets.addAll(value, named: name) }
  }

  private func judge(
    _ observation: Observation, _ record: inout StepRecord, _ frame: inout Frame
  ) throws(EvaluationError) {
    var missing: Set<String> = []
    var findings = try save(observation, &frame, &missing)
    guard step.expect != nil || step.should != nil else {
      record.verdict = findings.isEmpty ? .passed : .failed(findings)
      return
    }
    let bindings = session.bindings(frame)
    let expected = try step.expect?.removing(missing)?.expectation(evaluatedIn: bindings)
    let advised = try step.should?.removing(missing)?.expectation(evaluatedIn: bindings)
    if let expected {
      let judgement = Expectations.judge(expected, observation)
      findings += judgement.mismatches
      record.chosen += judgement.chosen
      record.notes += judgement.others
    }
    if let advised {
      let judgement = Expectations.judge(advised, observation)
      record.warnings += judgement.mismatches
      record.chosen += judgement.chosen
      record.notes += judgement.others
    }
    record.verdict = findings.isEmpty ? .passed : .failed(findings)
  }

  /// Saves what `save` names.
  ///
  /// - Parameter missing: Gets the names that got no value.
  private func save(
    _ observation: Observation, _ frame: inout Frame, _ missing: inout Set<String>
  ) throws(EvaluationError) -> [Finding] {
    var findings: [Finding] = []
    // All sources see the names as they were before the step, so their order doesn't matter.
    let before = frame
    func unsaved(
      _ source: Source, _ found: String, _ nearest: String?, _ rule: Step.SaveRule
    ) {
      missing.insert(rule.name)
      frame.saved[rule.name] = nil
      findings.append(
        Finding(
          place: .saved(rule.name), position: rule.position, expected: source.text, found: found,
          nearest: nearest))
    }
    for rule in step.save {
      let source: Source
      if let compiled = rule.compiled {
        source = compiled
      } else {
        source = try rule.source.source(evaluatedIn: session.bindings(before))
      }
      switch source.value(in: observation) {
      case .success(let value) where SavedSize.isTooLarge(value):
        unsaved(source, SavedSize.sentence, nil, rule)
      case .success(let value): save(value, as: rule.name, in: &frame)
      case .failure(let failure): unsaved(source, failure.found, failure.nearest, rule)
      }
    }
    return findings
  }
}
