// SPDX-License-Identifier: Apache-2.0
// Runs a fragment: within the scenario that uses it, or once in the run.

import Expectations
import Formats
import Record
import Redaction
import Suites
import Text

/// Runs the fragments that a step, or a live table, uses.
struct FragmentExecutor {
  let session: ScenarioSession
  /// Where the fragment is used, for findings and problems.
  let location: SourceLocation

  /// Runs a fragment.
  ///
  /// - Parameters:
  ///   - scope: The names and the device of the step that uses the fragment.
  ///   - isShared: Whether the fragment runs once in the run even if it has no `once: run`.
  func perform(
    _ use: FragmentUse, in scope: NameScope, isShared: Bool = false
  ) throws(EvaluationError) -> ActionResult {
    guard let fragment = session.context.fragments[use.fragment] else {
      throw EvaluationError("unknown fragment '\(use.fragment.name)'", at: use.position)
    }
    let given = try arguments(of: use, fragment, scope)
    if isShared || fragment.isShared { return try performShared(fragment, given, scope.device) }
    session.addSecrets(among: given)
    var inner = NameScope(given: given, device: scope.device)
    for argument in use.arguments {
      if case .variable(let variable) = argument.value, variable.isBareName {
        inner.origins[argument.name] = variable.name.flatMap { scope.origins[$0] }
      }
    }
    inner.isInFragment = true
    inner.isHostile = scope.isHostile || fragment.isHostile
    let outcome = StepExecutor(session: session).run(fragment.steps, &inner)
    var result = ActionResult()
    result.steps = outcome.steps
    let end = outcome.end.map { self.end($0, of: fragment, in: outcome.endName) }
    if outcome.isOver {
      result.end = end ?? .unusable(because: outcome.reasonForStopping)
      return result
    }
    // A fragment that failed, but whose steps had what they need, gives its user what it needs.
    if case .failed(let findings)? = end { result.faults = findings }
    let gives = fragment.gives(from: inner)
    result.gives = gives
    result.origins = inner.origins
    result.doubtful = inner.doubtful.intersection(fragment.gives)
    result.end = .answered(session.observation(.json(.object(gives))))
    return result
  }

  /// The values of the parameters: those that the user of the fragment gives, or their defaults.
  private func arguments(
    of use: FragmentUse, _ fragment: Fragment, _ scope: NameScope
  ) throws(EvaluationError) -> [String: BoundValue] {
    var given: [String: BoundValue] = [:]
    let bindings = session.bindings(scope)
    var defaults = bindings
    defaults.saved = [:]
    defaults.given = [:]
    for parameter in fragment.takes {
      if let argument = use.arguments.first(where: { $0.name == parameter.name }) {
        given[parameter.name] = try argument.value.bound(in: bindings)
      } else if let fallback = parameter.fallback {
        given[parameter.name] = try fallback.bound(in: defaults)
      }
    }
    return given
  }

  /// The end of a step whose fragment did not pass. The findings stay with the fragment's steps.
  private func end(_ verdict: Verdict, of fragment: Fragment, in step: String) -> ActionResult.End {
    let name = fragment.id.name
    switch verdict {
    case .failed(let findings):
      let first = findings.first
      return .failed([
        Finding(
          place: .fragment(name), position: location.position, expected: "its steps to pass",
          found: "a failure in its step '\(step)'\(first.map { ", at \($0.told)" } ?? "")")
      ])
    case .broken(let problem) where problem.kind == .fragment:
      // The message names the innermost fragment already, which is where to look.
      return .broken(
        RunProblem(.fragment, problem.message, at: location, isUnreachable: problem.isUnreachable))
    case .broken(let problem):
      return .broken(
        RunProblem(
          problem.kind == .deadline ? .deadline : .fragment,
          "the fragment '\(name)' ended in its step '\(step)': \(problem.message)",
          at: location, isUnreachable: problem.isUnreachable))
    case .blocked(let reason, let fragment): return .blocked(because: reason, fragment: fragment)
    case .interrupted: return .broken(.interrupted(at: location))
    case .passed, .skipped, .notReached: return .unusable(because: Self.reasonWithoutFailure)
    }
  }

  /// The end of a step whose shared fragment did not pass: that failure is a case of its own.
  private func sharedEnd(_ record: SharedFragmentRecord) -> ActionResult.End {
    switch record.verdict {
    case .failed, .broken: return .blocked(because: record.blockReason, fragment: record.id)
    // The fragment that it uses in its turn says why.
    case .blocked(let reason, let fragment): return .blocked(because: reason, fragment: fragment)
    case .interrupted: return .broken(.interrupted(at: location))
    case .skipped(let reason): return .unsupported(reason)
    case .passed, .notReached: return .unusable(because: Self.reasonWithoutFailure)
    }
  }

  /// The reason why a fragment gave nothing although no step failed.
  fileprivate static let reasonWithoutFailure = "the fragment was not run to its end"

  private func performShared(
    _ fragment: Fragment, _ given: [String: BoundValue], _ device: Device
  ) throws(EvaluationError) -> ActionResult {
    var arguments = JSONObject()
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      guard let json = value.json else {
        throw EvaluationError(
          "'\(name)' is a matcher, which a fragment with 'once: run' can't take", at: nil)
      }
      arguments.append(name, json)
    }
    let key = SharedFragments.Key(
      fragment: fragment.id, arguments: JSONWriter.text(.object(arguments)),
      partner: device.partner)
    var result = ActionResult()
    let (outcome, delay) = session.context.shared.result(
      for: key, deadline: session.deadline, session.job
    ) { id, job in
      SharedFragmentRun(context: session.context, fragment: fragment, key: key)
        .result(given, id: id, job)
    }
    session.limits.hold(delay)
    let shared: SharedFragments.Result
    switch outcome {
    case .made(let made): shared = made
    case .late:
      result.end = .broken(
        RunProblem(
          .deadline,
          "the fragment '\(fragment.id.name)', which runs once for all, did not end in time",
          at: location))
      return result
    case .tooMany(let limit):
      result.end = .broken(
        RunProblem(
          .suite,
          "fragments with 'once: run' have run \(limit) times with different parameters, which is "
            + "the limit; leave 'once: run' out of '\(fragment.id.name)', so that it runs in each "
            + "scenario", at: location))
      return result
    }
    session.secrets.merge(shared.secrets)
    result.sharedFragment = shared.record.value.id
    if let gives = shared.gives {
      result.gives = gives
      result.end = .answered(session.observation(.json(.object(gives))))
    } else {
      result.end = sharedEnd(shared.record.value)
    }
    return result
  }
}

extension StepsOutcome {
  /// Why the last step that was tried could not be run.
  fileprivate var reasonForStopping: String {
    let reasons = steps.lazy.reversed().compactMap { step in
      if case .skipped(let reason) = step.verdict { reason } else { nil }
    }
    return reasons.first ?? FragmentExecutor.reasonWithoutFailure
  }
}

extension Fragment {
  /// The values that the fragment gives, out of those that its steps saved.
  func gives(from scope: NameScope) -> JSONObject {
    var gives = JSONObject()
    for name in self.gives { gives.append(name, scope.saved[name]?.json ?? .null) }
    return gives
  }
}
