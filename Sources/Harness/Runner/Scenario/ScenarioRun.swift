// SPDX-License-Identifier: Apache-2.0
// Runs one scenario, from its plan to its record.

import HTTPTransport
import PartnerFramework
import Redaction
import Results
import SuiteModel
import Templates

/// Runs the scenarios of one job, one at a time.
struct ScenarioRun {
  let context: RunContext
  let client: HTTPClient
  let openFramework: FrameworkOpener
}

extension ScenarioRun {
  /// Runs a scenario, unless its verdict is already known.
  func record(_ prepared: PreparedScenario, of suite: Suite) -> ScenarioRecord {
    let planned = prepared.planned
    let scenario = planned.scenario
    var record = ScenarioRecord(
      name: context.secrets.mask.masked(planned.name), about: scenario.about,
      location: SourceLocation(file: suite.file, position: scenario.position),
      tags: scenario.tags, isAdvisory: scenario.isAdvisory, verdict: .passed,
      startedAfter: context.time.elapsed, duration: .zero, steps: [],
      missingFacts: planned.skip?.missingFacts ?? [], planIndex: planned.index)
    let session = ScenarioSession(
      context: context, openFramework: openFramework, client: client, timeout: scenario.timeout,
      devices: scenario.devices, secretNames: Set(suite.secrets), cookbook: suite.cookbook)
    var frame = Frame(device: session.devices[0])
    let known: Verdict? =
      planned.skip.map { .skipped(because: $0.reason) } ?? prepared.verdict
      ?? (context.time.isCancelled ? .notReached : nil)
    if let known {
      record.verdict = context.secrets.mask.masked(known)
      record.steps = scenario.steps.map { $0.record(.notReached, in: frame) }
      return record
    }
    let began = ContinuousClock.now
    frame.given = planned.given.mapValues { .json($0) }
    session.addSecrets(among: frame.given)
    session.remaining = [scenario.finalSteps[...]]
    let course = StepSequence(session: session, steps: scenario.steps).run(&frame)
    session.remaining = []
    frame.isFinal = true
    let final = StepSequence(session: session, steps: scenario.finalSteps).run(&frame)
    for device in session.devices { device.framework = nil }
    let mask = session.secrets.mask
    let evidence = context.secrets.evidence
    record.verdict = mask.masked(course.verdict(isAdvisory: scenario.isAdvisory))
    record.steps = mask.masked(
      course.steps + final.steps, keeping: evidence.choice(isFailure: course.end != nil))
    evidence.add(record.steps)
    record.duration = began.duration(to: .now)
    return record
  }
}
