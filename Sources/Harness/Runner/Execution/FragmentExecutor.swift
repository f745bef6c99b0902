// SPDX-License-Identifier: Apache-2.0
// Runs a fragment: in its user's scenario, or once in the run.

import Encodings
import Expectations
import HTTPTransport
import JSON
import Results
import SourceText
import SuiteModel

extension ScenarioExecutor {
  /// Runs the fragment of a `use`.
  func perform(
    _ use: FragmentUse, _ frame: Frame, _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    guard let fragment = context.fragments[use.fragment] else {
      throw EvaluationError("unknown fragment '\(use.fragment.name)'", at: use.position)
    }
    let given = try arguments(of: use, fragment, frame)
    if fragment.isShared {
      return try performShared(fragment, given, location)
    }
    var inner = Frame(given: given, device: frame.device)
    let course = run(fragment.steps, &inner)
    var result = ActionResult()
    result.steps = course.steps
    result.end = Self.end(of: course, fragment.id.name, location)
    guard course.end == nil else { return result }
    let gives = Self.gives(of: fragment, inner)
    result.gives = gives
    result.end = .answered(observation(.json(.object(gives))))
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

  private static func gives(of fragment: Fragment, _ frame: Frame) -> JSONObject {
    var gives = JSONObject()
    for name in fragment.gives { gives.append(name, frame.saved[name]?.json ?? .null) }
    return gives
  }

  /// How a fragment's course looks to its user: what failed stands with its own step.
  private static func end(
    of course: Course, _ name: String, _ location: SourceLocation
  ) -> ActionResult.End {
    switch course.end {
    case .failed(let findings)?:
      let first = findings.first
      return .failed([
        Finding(
          place: "fragment \(name)", location: location, expected: "the fragment to pass",
          found: "its step '\(course.endName)' failed"
            + (first.map { " at \($0.place): expected \($0.expected), found \($0.found)" } ?? ""),
          nearest: nil)
      ])
    case .broken(let problem)? where problem.kind == .fragment:
      // It names the innermost fragment, which is where to look.
      return .broken(
        RunProblem(
          .fragment, problem.message, at: location, isUnreachable: problem.isUnreachable))
    case .broken(let problem)?:
      return .broken(
        RunProblem(
          problem.kind == .interrupted || problem.kind == .deadline ? problem.kind : .fragment,
          "the fragment '\(name)' ended in its step '\(course.endName)': \(problem.message)",
          at: location, isUnreachable: problem.isUnreachable))
    case .passed?, .skipped?, .notReached?, nil: return .done
    }
  }

  private func performShared(
    _ fragment: Fragment, _ given: [String: BoundValue], _ location: SourceLocation
  ) throws(EvaluationError) -> ActionResult {
    var arguments = JSONObject()
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      guard let json = value.json else {
        throw EvaluationError(
          "'\(name)' is a matcher, which a fragment with 'once: run' can't take", at: .start)
      }
      arguments.append(name, json)
    }
    let key = SharedFragments.Key(
      fragment: fragment.id, arguments: JSONWriter.text(.object(arguments)))
    let made = context.shared.result(for: key, deadline: deadline) { id in
      makeShared(fragment, given, id)
    }
    var result = ActionResult()
    guard let made else {
      result.end = .broken(
        RunProblem(
          .deadline,
          "the fragment '\(fragment.id.name)', which another scenario runs, did not end in time",
          at: location))
      return result
    }
    redaction.merge(made.redaction)
    result.sharedFragment = made.record.id
    var course = Course()
    course.end = made.record.verdict
    course.endName = made.record.steps.first { $0.verdict == made.record.verdict }?.name ?? ""
    if made.record.verdict == .passed {
      result.gives = made.gives
      result.end = .answered(observation(.json(.object(made.gives))))
    } else {
      result.end = Self.end(of: course, fragment.id.name, location)
    }
    return result
  }

  private func makeShared(
    _ fragment: Fragment, _ given: [String: BoundValue], _ id: Int
  ) -> SharedFragments.Result {
    let began = ContinuousClock.now
    let executor = ScenarioExecutor(
      context: context, openFramework: openFramework, client: client, timeout: .seconds(120),
      devices: [Scenario.Device(name: "device", platform: .tvOS)], secrets: Array(secrets),
      isShared: true)
    var frame = Frame(given: given, device: executor.devices[0])
    let course = executor.run(fragment.steps, &frame)
    let steps = executor.finished(course.steps, keepsDetail: course.end != nil)
    let verdict = course.end.map { executor.redaction.masked($0) } ?? .passed
    return SharedFragments.Result(
      record: SharedFragmentRecord(
        id: id, name: fragment.id.name,
        location: SourceLocation(file: fragment.id.file, position: fragment.position),
        verdict: verdict, duration: began.duration(to: .now), steps: steps),
      gives: Self.gives(of: fragment, frame), redaction: executor.redaction)
  }

  /// The object that a fragment gives, for the rows of a live table.
  func gives(
    of use: FragmentUse, _ frame: Frame
  ) throws(EvaluationError) -> (result: ActionResult, gives: JSONObject?) {
    guard let fragment = context.fragments[use.fragment] else {
      throw EvaluationError("unknown fragment '\(use.fragment.name)'", at: use.position)
    }
    let location = SourceLocation(file: use.fragment.file, position: use.position)
    let given = try arguments(of: use, fragment, frame)
    // Shared whether it says so or not: a table runs its fragment once.
    let result = try performShared(fragment, given, location)
    return (result, result.gives)
  }
}
