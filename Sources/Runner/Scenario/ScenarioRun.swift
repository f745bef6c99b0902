// SPDX-License-Identifier: Apache-2.0
// Runs one scenario, from its plan to its record.

import HTTP
import Partner
import Record
import Redaction
import Suites

/// Runs the scenarios of one thread, one at a time.
struct ScenarioRun {
  let context: RunContext
  let openFramework: FrameworkOpener

  /// How often a scenario starts again because the run was too slow for it.
  private static let restartLimit = 3

  /// Runs a scenario, unless its verdict is already known.
  ///
  /// - Parameter slot: Is given back while the scenario waits; the scenario has it again at its end.
  func record(
    _ planned: PlannedScenario, of suite: Suite, _ slot: WorkerSlot
  ) -> Masked<ScenarioRecord> {
    let scenario = planned.scenario
    var record = ScenarioRecord(
      name: planned.name,
      location: SourceLocation(file: suite.file, position: scenario.position), verdict: .passed)
    record.about = scenario.about
    record.tags = scenario.tags
    record.isAdvisory = scenario.isAdvisory
    record.startedAfter = context.time.elapsed.inMicroseconds
    record.missingFacts = planned.skip?.missingFacts ?? []
    record.planIndex = planned.index
    let known: Verdict? =
      planned.skip.map { .skipped(because: $0.reason) } ?? planned.verdict
      ?? (context.time.isEnding ? .notReached : nil)
    if let known {
      let session = session(for: planned, of: suite, slot)
      let scope = NameScope(device: session.devices[0])
      record.verdict = known
      record.steps = scenario.steps.map { $0.record(.notReached, in: scope) }
      let mask = planned.secrets?.mask ?? context.secrets.mask
      return mask.masked(record, keeping: .none)
    }
    let evidence = context.secrets.evidence
    let began = ContinuousClock.now
    let (mask, isFailure) = run(planned, of: suite, slot, &record)
    record.duration = began.duration(to: .now).inMicroseconds
    record.facts = context.untriedFacts.names(in: planned.scenario)
    var masked = mask.masked(record, keeping: evidence.choice(isFailure: isFailure))
    if isFailure { masked = context.secrets.maskOfAll.masked(masked.value) }
    evidence.add(masked.steps)
    return masked
  }

  /// Runs a scenario, again where the run was too slow for a request that had to be sent by a time.
  ///
  /// - Returns: What masks the record, and whether the scenario failed or ended in an error.
  private func run(
    _ planned: PlannedScenario, of suite: Suite, _ slot: WorkerSlot, _ record: inout ScenarioRecord
  ) -> (mask: Mask, isFailure: Bool) {
    let scenario = planned.scenario
    slot.priority = context.nextPriority()
    var reason: String?
    var discarded: [StepRecord] = []
    var restarts = 0
    while true {
      let session = session(for: planned, of: suite, slot)
      if let secrets = planned.secrets { session.secrets.merge(secrets) }
      let ended = attempt(planned, session)
      var outcome = ended.outcome
      let final = ended.final
      // A scenario that can't be judged here is not certified; one that failed before has failed.
      let unsupported = outcome.end == nil ? session.unsupported : nil
      let lateness = outcome.end == nil && unsupported == nil ? session.lateness : nil
      if lateness != nil, restarts < Self.restartLimit, !context.time.isEnding {
        reason = lateness
        // Its requests count, although nobody judges them.
        discarded += outcome.steps + final.steps
        // It could not keep its time among the others, so it goes before them now.
        slot.priority = RunContext.firstPriority
        restarts += 1
        continue
      }
      record.verdict =
        unsupported.map { .skipped(because: $0) } ?? lateness.map { verdict(of: $0) }
        ?? outcome.verdict(isAdvisory: scenario.isAdvisory)
      if outcome.end != nil || context.settings.isStrict && outcome.steps.haveWarnings {
        session.addRecipes(to: &outcome.steps)
      }
      var steps = outcome.steps + final.steps
      while !discarded.isEmpty {
        let attempt = Array(discarded.prefix(steps.count))
        discarded.removeFirst(attempt.count)
        _ = steps.leaveOut(attempt)
      }
      if let reason, !steps.isEmpty {
        let times = restarts == 1 ? "once" : "\(restarts) times"
        steps[0].notes.insert(
          "the scenario started again \(times), with new devices, because the run was too slow: \(reason)",
          at: 0)
      }
      record.steps = steps
      if outcome.end == nil, unsupported == nil, lateness == nil, !suite.isPreflight {
        session.handOver(
          suite: suite.name, name: record.name, cookbook: suite.cookbook,
          isAdvisory: scenario.isAdvisory)
      }
      context.secrets.note(session.secrets)
      return (session.secrets.mask, outcome.end != nil)
    }
  }

  /// Runs the steps of a scenario once, with new devices.
  private func attempt(
    _ planned: PlannedScenario, _ session: ScenarioSession
  ) -> (outcome: StepsOutcome, final: StepsOutcome) {
    let scenario = planned.scenario
    var scope = NameScope(given: planned.given.mapValues { .json($0) }, device: session.devices[0])
    scope.isHostile = scenario.isHostile
    session.addSecrets(among: scope.given)
    session.remaining = [scenario.finalSteps[...]]
    let outcome = StepExecutor(session: session).run(scenario.steps, &scope)
    session.remaining = []
    scope.isFinal = true
    session.isFinal = true
    let final = StepExecutor(session: session).run(scenario.finalSteps, &scope)
    for device in session.devices { device.framework = nil }
    return (outcome, final)
  }

  private func session(
    for planned: PlannedScenario, of suite: Suite, _ slot: WorkerSlot
  ) -> ScenarioSession {
    let scenario = planned.scenario
    return ScenarioSession(
      context: context, openFramework: openFramework, slot: slot, timeout: scenario.timeout,
      devices: scenario.devices, secretNames: Set(suite.secrets), cookbook: suite.cookbook,
      suite: suite.name, name: planned.name)
  }

  /// The verdict of a scenario whose request was too late each time.
  private func verdict(of lateness: String) -> Verdict {
    context.time.isEnding
      ? .interrupted
      : .skipped(
        because: "the run was too slow, also after the scenario had started again "
          + "\(Self.restartLimit) times: \(lateness)")
  }
}

extension [StepRecord] {
  /// Whether one of the steps, or of the steps below them, has a warning.
  fileprivate var haveWarnings: Bool { contains { !$0.warnings.isEmpty || $0.steps.haveWarnings } }
}

/// How a sequence of steps went.
struct StepsOutcome {
  var steps: [StepRecord] = []
  /// The verdict of the first step that did not pass; nil if there is none.
  var end: Verdict?
  /// The name of that step; empty if there is none.
  var endName = ""
  /// The verdict of the first step without an answer to judge; nil if there is none.
  var problem: Verdict?
  /// Whether the later steps were not run: they need what a step did not give.
  var isOver = false

  /// The verdict of the scenario. Findings of an advisory scenario stay with its steps as warnings.
  func verdict(isAdvisory: Bool) -> Verdict {
    if let end {
      if isAdvisory, case .failed = end { return problem ?? .passed }
      return end
    }
    // A scenario that has seen no answer has not passed.
    if let reason = steps.reasonForSeeingNothing { return .skipped(because: reason) }
    return .passed
  }
}

extension [StepRecord] {
  /// The condition that left out every step that would have seen an answer; nil if an answer was
  /// seen, or if no step was skipped. Answers that a shared fragment saw don't count.
  fileprivate var reasonForSeeingNothing: String? {
    var reason: String?
    var hasSeen = false
    visit { visit in
      switch visit.step.verdict {
      case .passed:
        hasSeen = hasSeen || visit.step.action.seesAnswers || !visit.step.warnings.isEmpty
      case .skipped(let because): reason = reason ?? because
      case .failed, .broken, .blocked, .interrupted, .notReached: break
      }
    }
    return hasSeen ? nil : reason.map { "no step that sees an answer was run: \($0)" }
  }
}
