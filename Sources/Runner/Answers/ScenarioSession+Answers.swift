// SPDX-License-Identifier: Apache-2.0
// Keeps the answers that pass, for a run whose answers are judged again.

import Formats
import HTTP
import Record
import Suites
import Text

extension ScenarioSession {
  /// Whether answers are kept.
  var keepsAnswers: Bool { context.settings.judged != nil }

  /// Keeps an answer that passed.
  ///
  /// - Parameters:
  ///   - before: The names before the step.
  ///   - after: The names with what the step saved.
  func keep(
    _ observation: Observation, of step: Step, _ exchange: ExchangeRecord?, before: Frame,
    after: Frame
  ) {
    do throws(EvaluationError) {
      let bindings = self.bindings(after)
      var saved: [JudgedAnswer.Saved] = []
      for rule in step.save {
        guard let value = after.saved[rule.name]?.json else { continue }
        saved.append(
          JudgedAnswer.Saved(name: rule.name, source: try source(of: rule, before), value: value))
      }
      answers.append(
        JudgedAnswer(
          step: step, isFinal: before.isFinal, isInFragment: before.isInFragment,
          observation: observation,
          request: exchange.map { request(of: $0) },
          expected: try step.expect?.expectation(evaluatedIn: bindings),
          advised: try step.should?.expectation(evaluatedIn: bindings),
          repeated: try step.retry?.condition.expectation(evaluatedIn: self.bindings(before)),
          saved: saved,
          names: NameValues(
            saved: before.saved, given: before.given, facts: context.facts,
            builtIn: try builtIn(of: step, bindings))))
    } catch {
      // The step passed, so its templates had their values; what changed meanwhile is not kept.
    }
  }

  /// Hands over the answers of a course that passed.
  func handOver(
    suite: String?, fragment: FragmentID? = nil, name: String, cookbook: String?,
    isAdvisory: Bool = false
  ) {
    guard let judged = context.settings.judged, !answers.isEmpty else { return }
    judged(
      JudgedCourse(
        suite: suite, fragment: fragment, name: secrets.mask.maskedGiven(name), cookbook: cookbook,
        isAdvisory: isAdvisory, answers: answers,
        masked: { [mask = secrets.mask] in mask.maskedGiven($0) }))
  }

  /// The values of the built-in names that the expectations of a step use.
  private func builtIn(
    of step: Step, _ bindings: Bindings
  ) throws(EvaluationError) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    let used =
      (step.expect?.variables ?? []) + (step.should?.variables ?? [])
      + step.save.flatMap(\.source.variables)
    for expression in used {
      guard let name = expression.name, bindings.saved[name] == nil, bindings.given[name] == nil,
        bindings.facts[name] == nil
      else { continue }
      for member in [nil, expression.firstMember] {
        guard let value = try bindings.builtIn(name, member) else { continue }
        values[NameValues.key(name, member)] = value
      }
    }
    return values
  }

  /// What a request asked, without the base URL and the query.
  private func request(of exchange: ExchangeRecord) -> JudgedAnswer.Request {
    let base = "\(context.profile.baseURL)"
    var path = exchange.url[...]
    if path.hasPrefix(base) { path = path.dropFirst(base.count) }
    return JudgedAnswer.Request(
      method: exchange.method,
      path: "/" + path.prefix { $0 != "?" }.drop { $0 == "/" })
  }
}

extension VariableExpression {
  /// The first of its parts, where that is a member.
  fileprivate var firstMember: String? {
    if case .member(let member)? = parts.first { member } else { nil }
  }
}
