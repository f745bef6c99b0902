// SPDX-License-Identifier: Apache-2.0
// Fragments that run once for all scenarios of a run, and their results.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Suites
import Synchronization
import Text

/// The results of fragments with `once: run`.
///
/// The scenario that asks first runs the fragment in its own job; others wait for it without a job,
/// as long as their time allows. Fragments don't use each other in circles, so some scenario always
/// goes on.
final class SharedFragments: Sendable {
  struct Key: Hashable {
    let fragment: FragmentID
    /// The values of the fragment's parameters, as JSON text.
    let arguments: String
    /// The name of the framework of its device; nil for the default.
    let partner: String?
  }

  struct Result: Sendable {
    let record: Unmasked<SharedFragmentRecord>
    /// What is shown of it before the end of the run.
    let shown: Masked<SharedFragmentRecord>
    /// The values that the fragment gives; nil if it failed, or a failed step may have spoilt one.
    let gives: JSONObject?
    let secrets: KnownSecrets
    /// From when on the fragment runs again for those that ask; nil for never.
    var staleFrom: ContinuousClock.Instant?
    /// How long other jobs have held the fragment back.
    var heldBack = Duration.zero
  }

  enum Outcome {
    case made(Result)
    /// The deadline passed first.
    case late
    /// The limit on remembered results, of fragments with their arguments, is reached.
    case tooMany(limit: Int)
  }

  /// At most so many results are remembered in a run, those that are stale among them.
  private let limit: Int

  private enum Entry {
    /// The fragment is running; the cancellation wakes the threads that wait for it.
    case underWay(Cancellation)
    case made(Result)
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var count = 0
    var stale: [Result] = []
  }

  private let state = Mutex(State())

  init(limit: Int = 10_000) { self.limit = limit }

  /// The result for a key; runs the fragment where it is missing or stale. Blocks until then.
  ///
  /// - Parameters:
  ///   - job: That of the scenario.
  ///   - make: Runs the fragment in a job.
  /// - Returns: The outcome, and how long other jobs held the scenario back meanwhile.
  func result(
    for key: Key, deadline: Deadline, _ job: Job, make: (_ id: Int, Job) -> Result
  ) -> (outcome: Outcome, delay: Duration) {
    let (entry, id) = entry(for: key)
    switch entry {
    case nil: return (.tooMany(limit: limit), .zero)
    case .made(let result)?: return (.made(result), .zero)
    case .underWay(let end)?:
      guard let id else {
        let (isThere, delay) = job.waiting { !end.wait(until: deadline) }
        // What came while it waited for a job came too late.
        guard isThere, case .made(let result)? = state.withLock({ $0.entries[key] }) else {
          return (.late, delay)
        }
        return (.made(result), delay)
      }
      let result = make(id, job)
      state.withLock { $0.entries[key] = .made(result) }
      end.cancel()
      let isLate = deadline.postponed(by: result.heldBack).isPast
      return (isLate ? .late : .made(result), result.heldBack)
    }
  }

  /// What there is for a key, and the number of the fragment if the caller has to run it; nil where
  /// too many have run.
  private func entry(for key: Key) -> (Entry?, id: Int?) {
    state.withLock { state in
      if let entry = state.entries[key] {
        guard case .made(let result) = entry, let staleFrom = result.staleFrom, staleFrom <= .now
        else { return (entry, nil) }
        if state.count >= limit { return (nil, nil) }
        state.stale.append(result)
      }
      if state.count >= limit { return (nil, nil) }
      let entry = Entry.underWay(Cancellation())
      state.entries[key] = entry
      state.count += 1
      return (entry, state.count)
    }
  }

  /// The results of all fragments that have run, in the order in which they began.
  var results: [Result] {
    state.withLock { state in
      let current = state.entries.values.compactMap { entry in
        if case .made(let result) = entry { result } else { nil }
      }
      return (state.stale + current).sorted { $0.record.value.id < $1.record.value.id }
    }
  }
}

/// Runs a fragment with `once: run` on a device of its own.
struct SharedFragmentRun {
  let context: RunContext
  let fragment: Fragment
  let key: SharedFragments.Key

  /// Runs the fragment, and again at once where it meets trouble.
  ///
  /// - Parameters:
  ///   - given: The values of the fragment's parameters.
  ///   - job: What it works in: that of the scenario that asks first.
  func result(
    _ given: [String: BoundValue], id: Int, _ job: Job
  ) -> SharedFragments.Result {
    var result = attempt(given, id: id, job, after: nil)
    while result.record.value.tries.count + 1 < TroubleJudgement.tryLimit,
      result.record.value.steps.troubleMet != nil, context.target.isBack(job)
    {
      let earlier = result
      result = attempt(given, id: id, job, after: earlier)
      result.heldBack += earlier.heldBack
    }
    return result
  }

  private func attempt(
    _ given: [String: BoundValue], id: Int, _ job: Job, after earlier: SharedFragments.Result?
  ) -> SharedFragments.Result {
    let began = ContinuousClock.now
    let session = ScenarioSession(
      context: context, openFramework: context.environment.framework.makeOpener(), job: job,
      devices: [Scenario.Device(name: "device", platform: nil, partner: key.partner)],
      secretNames: context.secrets.names, name: fragment.id.name, isShared: true)
    session.addSecrets(among: given)
    var scope = NameScope(given: given, device: session.devices[0])
    scope.isInFragment = true
    scope.isHostile = fragment.isHostile
    var outcome = StepExecutor(session: session).run(fragment.steps, &scope)
    outcome.blame(session.unfit)
    if outcome.end == nil {
      session.publishAnswers(
        suite: nil, fragment: fragment.id, name: fragment.id.name, cookbook: nil)
    }
    // It can serve its users although it failed, if all that it gives is there and right.
    let isOfUse = !outcome.isOver && scope.doubtful.isDisjoint(with: fragment.gives)
    let gives = isOfUse ? fragment.gives(from: scope) : nil
    var record = SharedFragmentRecord(
      id: id, name: fragment.id.name, given: given.isEmpty ? "" : key.arguments,
      location: SourceLocation(file: fragment.id.file, position: fragment.position),
      verdict: outcome.end ?? session.unsupported.map { .skipped(because: $0) } ?? .passed,
      duration: began.duration(to: .now), steps: outcome.steps)
    if let earlier {
      record.tries = earlier.record.value.tries + [EarlierTry(steps: earlier.record.value.steps)]
      session.secrets.merge(earlier.secrets)
    }
    let keepsAll = outcome.end != nil || context.settings.keepsPassedExchanges
    record.keep(keepsAll ? .all : .notable)
    context.secrets.note(session.secrets)
    return SharedFragments.Result(
      record: Unmasked(value: record, secrets: session.secrets.kept(hasSecrets: true)),
      shown: context.secrets.cautiousMask(session.secrets).masked(record),
      gives: gives, secrets: session.secrets,
      staleFrom: gives == nil ? nil : staleFrom(began, session.bindings(scope)),
      heldBack: session.limits.heldBack)
  }

  /// When half of the time has passed that the result holds: a scenario that takes it before needs
  /// it for a while. nil where the answer did not tell the time, which is for the steps to judge.
  private func staleFrom(
    _ began: ContinuousClock.Instant, _ bindings: Bindings
  ) -> ContinuousClock.Instant? {
    (try? fragment.freshFor?.duration(in: bindings)).map { began.advanced(by: $0 / 2) }
  }
}
