// SPDX-License-Identifier: Apache-2.0
// One scenario from its plan to its record.

import HTTPTransport
import JSON
import PartnerFramework
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
      name: planned.name, about: scenario.about,
      location: SourceLocation(file: suite.file, position: scenario.position),
      tags: scenario.tags, isAdvisory: scenario.isAdvisory, verdict: .passed,
      startedAfter: elapsed, duration: .zero, steps: [],
      missingFacts: planned.skip?.missingFacts ?? [])
    let executor = ScenarioExecutor(
      context: self, openFramework: openFramework, client: client, timeout: scenario.timeout,
      devices: scenario.devices, secrets: suite.secrets)
    var frame = ScenarioExecutor.Frame(device: executor.devices[0])
    func unreached(_ verdict: Verdict) -> ScenarioRecord {
      record.verdict = verdict
      record.steps = scenario.steps.map { ScenarioExecutor.record(of: $0, .notReached, frame) }
      return record
    }
    if let skip = planned.skip { return unreached(.skipped(because: skip.reason)) }
    if let verdict = prepared.verdict { return unreached(redaction.masked(verdict)) }
    if cancellation.isCancelled { return unreached(.notReached) }
    let began = ContinuousClock.now
    frame.given = planned.given.mapValues { .json($0) }
    frame.isAdvisory = scenario.isAdvisory
    executor.remaining = [scenario.finalSteps[...]]
    var course = executor.run(scenario.steps, &frame)
    executor.remaining = []
    frame.isFinal = true
    let final = executor.run(scenario.finalSteps, &frame)
    if scenario.isAdvisory { course.lower() }
    for step in executor.devices { step.framework = nil }
    let end = course.end.map { executor.redaction.masked($0) }
    record.verdict = end ?? .passed
    record.steps = executor.finished(course.steps + final.steps, keepsDetail: course.end != nil)
    record.duration = began.duration(to: .now)
    return record
  }
}

extension ScenarioExecutor.Course {
  /// Turns a failure into a warning; the steps after it stay unreached.
  fileprivate mutating func lower() {
    guard case .failed = end else { return }
    end = nil
    steps = steps.map { $0.lowered }
  }
}

extension StepRecord {
  /// The record with its failures, and those of its fragments, as warnings.
  fileprivate var lowered: StepRecord {
    var result = self
    result.steps = steps.map(\.lowered)
    if case .failed(let findings) = verdict {
      result.warnings = findings + warnings
      result.verdict = .passed
    }
    return result
  }
}
