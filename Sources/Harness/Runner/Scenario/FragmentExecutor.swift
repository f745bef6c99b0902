// SPDX-License-Identifier: Apache-2.0
// Runs a fragment: in its user's scenario, or once in the run.

import Encodings
import Expectations
import Findings
import HTTPTransport
import JSON
import Redaction
import Results
import SourceText
import SuiteModel

extension ScenarioExecutor {
  /// Runs the fragment of a `use`.
  ///
  /// - Parameter isShared: Whether it runs once in the run whatever it says itself.
  func perform(
    _ use: FragmentUse, _ frame: Frame, _ location: SourceLocation, isShared: Bool = false
  ) throws(EvaluationError) -> ActionResult {
    guard let fragment = context.fragments[use.fragment] else {
      throw EvaluationError("unknown fragment '\(use.fragment.name)'", at: use.position)
    }
    let given = try arguments(of: use, fragment, frame)
    if isShared || fragment.isShared {
      return try performShared(fragment, given, location)
    }
    addSecrets(among: given)
    var inner = Frame(given: given, device: frame.device)
    let course = run(fragment.steps, &inner)
    var result = ActionResult()
    result.steps = course.steps
    if let end = course.end {
      result.end = Self.end(end, of: fragment, in: course.endName, location)
    } else {
      let gives = Self.gives(of: fragment, inner)
      result.gives = gives
      result.end = .answered(observation(.json(.object(gives))))
    }
    return result
  }

  /// What a fragment takes, with the values of its user or its own defaults.
  private func arguments(
    of use: FragmentUse, _ fragment: Fragment, _ frame: Frame
  ) throws(EvaluationError) -> [String: BoundValue] {
    var given: [String: BoundValue] = [:]
    let bindings = bindings(frame)
    var defaults = bindings
    defaults.saved = [:]
    defaults.given = [:]
    for parameter in fragment.takes {
      if let argument = use.arguments.first(where: { $0.name == parameter.name }) {
        given[parameter.name] = try Self.bound(argument.value, in: bindings)
      } else if let fallback = parameter.fallback {
        given[parameter.name] = try Self.bound(fallback, in: defaults)
      }
    }
    return given
  }

  private static func bound(
    _ value: ValueTemplate, in bindings: Bindings
  ) throws(EvaluationError) -> BoundValue {
    let node = try value.node(in: bindings)
    if case .value(let json, _) = node { return .json(json) }
    return .pattern(node)
  }

  fileprivate static func gives(of fragment: Fragment, _ frame: Frame) -> JSONObject {
    var gives = JSONObject()
    for name in fragment.gives { gives.append(name, frame.saved[name]?.json ?? .null) }
    return gives
  }

  /// How a fragment that did not pass looks to its user: what failed stands with its own step.
  private static func end(
    _ verdict: Verdict, of fragment: Fragment, in step: String, _ location: SourceLocation
  ) -> ActionResult.End {
    let name = fragment.id.name
    switch verdict {
    case .failed(let findings):
      let first = findings.first
      return .failed([
        Finding(
          place: .fragment(name), position: location.position, expected: "the fragment to pass",
          found: "its step '\(step)' failed"
            + (first.map { " at \($0.place): expected \($0.expected), found \($0.found)" } ?? ""),
          nearest: nil)
      ])
    case .broken(let problem) where problem.kind == .fragment:
      // It names the innermost fragment, which is where to look.
      return .broken(
        RunProblem(
          .fragment, problem.message, at: location, isUnreachable: problem.isUnreachable))
    case .broken(let problem):
      return .broken(
        RunProblem(
          problem.kind == .interrupted || problem.kind == .deadline ? problem.kind : .fragment,
          "the fragment '\(name)' ended in its step '\(step)': \(problem.message)",
          at: location, isUnreachable: problem.isUnreachable))
    case .passed, .skipped, .notReached:
      preconditionFailure("a course ends with a failure or an error")
    }
  }
}

extension ScenarioExecutor {
  private func performShared(
    _ fragment: Fragment, _ given: [String: BoundValue], _ location: SourceLocation
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
      fragment: fragment.id, arguments: JSONWriter.text(.object(arguments)))
    var result = ActionResult()
    let made = context.shared.result(for: key, deadline: deadline) { [context] id in
      context.makeShared(fragment, given, key, id)
    }
    guard let made else {
      result.end = .broken(
        RunProblem(
          .deadline,
          "the fragment '\(fragment.id.name)', which runs once for all, did not end in time",
          at: location))
      return result
    }
    redaction.merge(made.redaction)
    result.sharedFragment = made.record.id
    if let gives = made.gives {
      result.gives = gives
      result.end = .answered(observation(.json(.object(gives))))
    } else {
      let verdict = made.record.verdict
      let step = made.record.steps.first { $0.verdict == verdict }
      result.end = Self.end(verdict, of: fragment, in: step?.name ?? "", location)
    }
    return result
  }
}

extension RunContext {
  /// Runs a fragment for all, on a device and a connection of its own.
  fileprivate func makeShared(
    _ fragment: Fragment, _ given: [String: BoundValue], _ key: SharedFragments.Key, _ id: Int
  ) -> SharedFragments.Result {
    let began = ContinuousClock.now
    let client = makeClient()
    defer { client.close() }
    // Frameworks of its own, too: whoever asked for it may go on without it.
    let executor = ScenarioExecutor(
      context: self, openFramework: surroundings.makeFrameworkOpener(), client: client,
      secrets: secretNames, isShared: true)
    executor.addSecrets(among: given)
    var frame = ScenarioExecutor.Frame(given: given, device: executor.devices[0])
    let course = executor.run(fragment.steps, &frame)
    let mask = executor.redaction.mask
    return SharedFragments.Result(
      record: SharedFragmentRecord(
        id: id, name: fragment.id.name,
        given: given.isEmpty ? "" : mask.masked(key.arguments),
        location: SourceLocation(file: fragment.id.file, position: fragment.position),
        verdict: mask.masked(course.end ?? .passed), duration: began.duration(to: .now),
        steps: mask.masked(course.steps, keeping: course.end != nil ? .all : .notable)),
      gives: course.end == nil ? ScenarioExecutor.gives(of: fragment, frame) : nil,
      redaction: executor.redaction)
  }
}
