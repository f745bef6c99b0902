// SPDX-License-Identifier: Apache-2.0
// Runs one scenario, from its plan to its record.

import Expectations
import HTTP
import Partner
import Record
import Redaction
import Suites

/// Runs the scenarios of one thread, one at a time.
struct ScenarioRun {
  let context: RunContext
  let openFramework: FrameworkOpener

  /// How an attempt at a scenario ended.
  enum Attempt {
    case ended(EndedScenario)
    /// It decides nothing yet.
    case open(OpenAttempt)
  }

  /// Runs a scenario, again at once where an attempt decides nothing.
  ///
  /// - Parameter open: The attempt before; nil for the first.
  func record(
    _ planned: PlannedScenario, of suite: Suite, _ job: Job, after open: OpenAttempt? = nil
  ) -> EndedScenario {
    var open = open
    while true {
      if let ended = open?.ended, !context.target.isBack(job) { return ended }
      switch attempt(planned, of: suite, job, after: open) {
      case .ended(let ended): return ended
      case .open(let next): open = next
      }
    }
  }

  /// Runs a scenario, unless its verdict is already known.
  ///
  /// - Parameters:
  ///   - job: Is given back while the scenario waits; the scenario has it again at its end.
  ///   - open: The attempt before; nil for the first.
  func attempt(
    _ planned: PlannedScenario, of suite: Suite, _ job: Job, after open: OpenAttempt? = nil
  ) -> Attempt {
    let scenario = planned.scenario
    var record = ScenarioRecord(
      name: planned.name,
      location: SourceLocation(file: suite.file, position: scenario.position), verdict: .passed)
    if !planned.given.isEmpty { record.template = scenario.name.text }
    record.about = scenario.about
    record.tags = scenario.tags
    record.isAdvisory = scenario.isAdvisory
    record.startedAfter = context.time.elapsed.inMicroseconds
    record.missingFacts = planned.skip?.missingFacts ?? []
    record.planIndex = planned.index
    record.trouble = scenario.trouble.flatMap { Trouble.Reason(rawValue: $0) }
    record.tries = open?.tries ?? []
    let known: Verdict? =
      planned.skip.map { .skipped(because: $0.reason) } ?? planned.verdict
      ?? (context.time.isEnding ? .notReached : nil)
      ?? context.target.availability.outage.map { .blocked(because: $0.message) }
    if let known {
      let session = session(for: planned, of: suite, job)
      let scope = NameScope(device: session.devices[0])
      record.verdict = known
      record.steps = scenario.steps.map { $0.record(.notReached, in: scope) }
      if let secrets = planned.secrets { context.secrets.note(secrets) }
      return .ended(ended(record, planned.secrets ?? context.secrets.known))
    }
    let evidence = context.secrets.evidence
    let began = ContinuousClock.now
    let session = session(for: planned, of: suite, job)
    let (outcome, reason) = run(planned, session, &record)
    context.secrets.note(session.secrets)
    // The tries before have secrets of their own.
    if let earlier = open?.ended { session.secrets.merge(earlier.record.secrets) }
    if let reason, open?.reason != .late, !context.time.isEnding {
      return .open(OpenAttempt(reason: .late, words: reason, ended: open?.ended))
    }
    if let reason { record.verdict = verdict(of: reason) }
    if let open, !record.steps.isEmpty {
      let why: QuotingText =
        switch open.reason {
        case .late: "because the run was too slow: \(open.words)"
        case .trouble: "because it had met \(open.words)"
        }
      record.steps[0].notes.insert("the scenario ran once more, alone, \(why)", at: 0)
    }
    if outcome.end == nil, session.unsupported == nil, reason == nil, !suite.isPreflight {
      session.publishAnswers(
        suite: suite.name, name: record.name, cookbook: suite.cookbook,
        isAdvisory: scenario.isAdvisory)
    }
    record.duration = began.duration(to: .now).inMicroseconds
    record.facts = context.untriedFacts.names(in: planned.scenario)
    record.keep(evidence.choice(isFailure: outcome.end != nil))
    evidence.add(record.steps)
    let ended = ended(record, session.secrets)
    if record.tries.count + 1 < TroubleJudgement.tryLimit, !context.time.isEnding,
      let trouble = record.steps.troubleMet
    {
      return .open(OpenAttempt(reason: .trouble, words: trouble, ended: ended))
    }
    return .ended(ended)
  }

  /// - Parameter secrets: Those of the scenario.
  private func ended(_ record: ScenarioRecord, _ secrets: KnownSecrets) -> EndedScenario {
    return EndedScenario(
      record: Unmasked(value: record, secrets: secrets.kept(hasSecrets: !record.isBare)),
      shown: { [context] in context.secrets.cautiousMask(secrets).masked(record) })
  }

  /// Runs a scenario, and writes its steps and its verdict into its record.
  ///
  /// - Returns: How its steps went, and the request that it was too late for, in words: nil if there
  ///   is none, or if that decides nothing.
  private func run(
    _ planned: PlannedScenario, _ session: ScenarioSession, _ record: inout ScenarioRecord
  ) -> (outcome: StepsOutcome, lateness: String?) {
    let scenario = planned.scenario
    if let secrets = planned.secrets { session.secrets.merge(secrets) }
    var (outcome, final) = runSteps(of: planned, session)
    outcome.blame(session.unfit)
    // A scenario that can't be judged here is not certified; one that failed before has failed.
    let unsupported = outcome.end == nil ? session.unsupported : nil
    record.verdict =
      unsupported.map { .skipped(because: $0) }
      ?? outcome.verdict(isAdvisory: scenario.isAdvisory)
    record.steps = outcome.steps + final.steps
    return (outcome, outcome.end == nil && unsupported == nil ? session.lateness : nil)
  }

  /// Runs the steps of a scenario.
  private func runSteps(
    of planned: PlannedScenario, _ session: ScenarioSession
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
    for planned: PlannedScenario, of suite: Suite, _ job: Job
  ) -> ScenarioSession {
    let scenario = planned.scenario
    return ScenarioSession(
      context: context, openFramework: openFramework, job: job, timeout: scenario.timeout,
      devices: scenario.devices, secretNames: Set(suite.secrets), cookbook: suite.cookbook,
      suite: suite.name, name: planned.name)
  }

  /// The verdict of a scenario whose request was too late, also when it ran alone.
  private func verdict(of lateness: String) -> Verdict {
    context.time.isEnding
      ? .interrupted
      : .skipped(
        because: "the run was too slow, also when the scenario ran once more, alone: \(lateness)")
  }
}
