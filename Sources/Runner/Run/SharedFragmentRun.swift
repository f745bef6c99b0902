// SPDX-License-Identifier: Apache-2.0
// Runs a fragment once for all scenarios of a run.

import HTTP
import Partner
import Record
import Suites
import Text

/// Runs a fragment with `once: run`, on a device and with a framework of its own: the scenario
/// that asked for it first may end before the fragment does.
struct SharedFragmentRun {
  let context: RunContext
  let fragment: Fragment
  let key: SharedFragments.Key
}

extension SharedFragmentRun {
  /// Runs the fragment.
  ///
  /// - Parameters:
  ///   - given: The values of the fragment's parameters.
  ///   - slot: What it works with, and its caller gives back.
  func result(
    _ given: [String: BoundValue], id: Int, _ slot: WorkerSlot
  ) -> SharedFragments.Result {
    let began = ContinuousClock.now
    let session = ScenarioSession(
      context: context, openFramework: context.surroundings.framework.makeOpener(), slot: slot,
      secretNames: context.secrets.names, name: fragment.id.name, isShared: true)
    session.addSecrets(among: given)
    var frame = Frame(given: given, device: session.devices[0])
    frame.isInFragment = true
    frame.isDeliberate = !fragment.breaks.isEmpty
    // The same in every shard, which numbers its fragments in its own order.
    session.trace.prefix = "\(fragment.id.name)_"
    if !given.isEmpty {
      session.trace.prefix += "\(SHA256.hexadecimal(Array(key.arguments.utf8)).prefix(3))_"
    }
    var course = StepSequence(session: session, steps: fragment.steps).run(&frame)
    session.addRecipes(to: &course.steps)
    if course.end == nil {
      session.handOver(suite: nil, fragment: fragment.id, name: fragment.id.name, cookbook: nil)
    }
    // It can serve its users although it failed, if all that it gives is there and right.
    let isOfUse = !course.isOver && frame.doubtful.isDisjoint(with: fragment.gives)
    let gives = isOfUse ? fragment.gives(from: frame) : nil
    let record = SharedFragmentRecord(
      id: id, name: fragment.id.name, given: given.isEmpty ? "" : key.arguments,
      location: SourceLocation(file: fragment.id.file, position: fragment.position),
      verdict: course.end ?? session.unsupported.map { .skipped(because: $0) } ?? .passed,
      duration: began.duration(to: .now), steps: course.steps)
    let keepsAll = course.end != nil || context.settings.keepsPassedExchanges
    return SharedFragments.Result(
      record: session.secrets.mask.masked(record, keeping: keepsAll ? .all : .notable),
      gives: gives, secrets: session.secrets, trace: session.trace,
      staleFrom: gives == nil ? nil : staleFrom(began, session.bindings(frame)))
  }

  /// When half of the time has passed that the result holds: a scenario that takes it before needs
  /// it for a while. nil where the answer did not tell the time, which is for the steps to judge.
  private func staleFrom(
    _ began: ContinuousClock.Instant, _ bindings: Bindings
  ) -> ContinuousClock.Instant? {
    (try? fragment.freshFor?.duration(in: bindings)).map { began.advanced(by: $0 / 2) }
  }
}
