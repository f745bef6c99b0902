// SPDX-License-Identifier: Apache-2.0
// One scenario from its plan to its record.

import HTTPTransport
import JSON
import PartnerFramework
import Redaction
import Results
import SourceText
import SuiteModel

extension RunContext {
  /// Runs a scenario, unless its verdict is known before.
  func record(
    _ prepared: Prepared, _ suite: Suite, _ client: HTTPClient,
    _ openFramework: @escaping FrameworkOpener
  ) -> ScenarioRecord {
    let planned = prepared.planned
    let scenario = planned.scenario
    var record = ScenarioRecord(
      name: mask.masked(planned.name), about: scenario.about,
      location: SourceLocation(file: suite.file, position: scenario.position),
      tags: scenario.tags, isAdvisory: scenario.isAdvisory, verdict: .passed,
      startedAfter: elapsed, duration: .zero, steps: [],
      missingFacts: planned.skip?.missingFacts ?? [], planIndex: planned.index)
    let executor = ScenarioExecutor(
      context: self, openFramework: openFramework, client: client, timeout: scenario.timeout,
      devices: scenario.devices, secrets: Set(suite.secrets),
      cookbook: suite.cookbook)
    var frame = ScenarioExecutor.Frame(device: executor.devices[0])
    let known: Verdict? =
      planned.skip.map { .skipped(because: $0.reason) } ?? prepared.verdict
      ?? (cancellation.isCancelled ? .notReached : nil)
    if let known {
      record.verdict = mask.masked(known)
      record.steps = scenario.steps.map { ScenarioExecutor.record(of: $0, .notReached, frame) }
      return record
    }
    let began = ContinuousClock.now
    frame.given = planned.given.mapValues { .json($0) }
    executor.addSecrets(among: frame.given)
    executor.remaining = [scenario.finalSteps[...]]
    let course = executor.run(scenario.steps, &frame)
    executor.remaining = []
    frame.isFinal = true
    let final = executor.run(scenario.finalSteps, &frame)
    for device in executor.devices { device.framework = nil }
    let mask = executor.redaction.mask
    record.verdict = mask.masked(course.verdict(isAdvisory: scenario.isAdvisory))
    record.steps = mask.masked(
      course.steps + final.steps, keeping: evidence.choice(isFailure: course.end != nil))
    evidence.add(record.steps)
    record.duration = began.duration(to: .now)
    return record
  }
}

extension ScenarioExecutor.Course {
  /// What the course of its steps makes of a scenario. Failures that are only warnings stay with
  /// their steps.
  fileprivate func verdict(isAdvisory: Bool) -> Verdict {
    if let end {
      if isAdvisory, case .failed = end { return .passed }
      return end
    }
    // Nothing was seen that could pass.
    if let reason = steps.whyUnseen { return .skipped(because: reason) }
    return .passed
  }
}

extension [StepRecord] {
  /// Why no answer was seen, where a condition is what left out the steps that would have seen
  /// one; nil otherwise. What a shared fragment saw is not the scenario's own.
  fileprivate var whyUnseen: String? {
    var reason: String?
    var hasSeen = false
    visit { visit in
      switch visit.step.verdict {
      case .passed:
        hasSeen = hasSeen || visit.step.action.seesAnswers || !visit.step.warnings.isEmpty
      case .skipped(let because): reason = reason ?? because
      case .failed, .broken, .notReached: break
      }
    }
    return hasSeen ? nil : reason.map { "no step was run that sees an answer: \($0)" }
  }
}
