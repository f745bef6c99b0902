// SPDX-License-Identifier: Apache-2.0
// Answers that pass, with all that they were judged by, for a run that keeps them.

package import Expectations
package import Formats
import HTTP
import Record
import Redaction
package import Suites
import Text

/// An answer that passed, with all that it was judged by.
///
/// Nothing in it is masked: it stays in memory, and no report shows it.
package struct PassedAnswer: Sendable {
  package let step: Step
  /// Whether the step stands under `finally:`.
  package let isFinal: Bool
  /// Whether the step belongs to a fragment.
  package let isInFragment: Bool
  package let observation: Observation
  /// The method and the target of the request that was answered; nil for another action.
  package let request: Request?
  package let expected: Expectation?
  package let advised: Expectation?
  /// The condition on which the request would have been repeated.
  package let repeated: Expectation?
  package let saved: [Saved]
  /// The values of the names before the step.
  package let names: NameValues

  package struct Request: Sendable, Equatable {
    package let method: String
    /// The path below the target's base URL, without a query.
    package let path: String
  }

  /// A value that the step saved.
  package struct Saved: Sendable {
    package let name: String
    package let source: Source
    package let value: JSONValue
  }
}

/// The answers of one scenario, or of one fragment with `once: run`, in their order.
package struct PassedAnswers: Sendable {
  /// The name of the suite; nil for a fragment.
  package let suite: String?
  /// The fragment with `once: run`; nil for a scenario.
  package let fragment: FragmentID?
  /// The name of the scenario, or of the fragment.
  package let name: String
  /// The cookbook of the suite.
  package let cookbook: String?
  /// Whether its failures are only warnings.
  package let isAdvisory: Bool
  package let answers: [PassedAnswer]
  /// Masks the secrets in a text, such as the name of a step.
  package let masked: @Sendable (String) -> String
}

extension ScenarioSession {
  /// Keeps an answer that passed, where somebody asks for these.
  ///
  /// - Parameters:
  ///   - before: The names before the step.
  ///   - after: The names with what the step saved.
  func keep(
    _ observation: Observation, of step: Step, _ exchange: ExchangeRecord?, before: NameScope,
    after: NameScope
  ) {
    guard context.settings.judged != nil else { return }
    do throws(EvaluationError) {
      let bindings = self.bindings(after)
      var saved: [PassedAnswer.Saved] = []
      for rule in step.save {
        guard let value = after.saved[rule.name]?.json else { continue }
        saved.append(
          PassedAnswer.Saved(name: rule.name, source: try source(of: rule, before), value: value))
      }
      answers.append(
        PassedAnswer(
          step: step, isFinal: before.isFinal, isInFragment: before.isInFragment,
          observation: observation, request: exchange.map { request(of: $0) },
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

  /// Publishes the answers of a scenario or a fragment that passed.
  func publishAnswers(
    suite: String?, fragment: FragmentID? = nil, name: String, cookbook: String?,
    isAdvisory: Bool = false
  ) {
    guard let judged = context.settings.judged, !answers.isEmpty else { return }
    judged(
      PassedAnswers(
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

  /// The method and path of a request, without the base URL and the query.
  private func request(of exchange: ExchangeRecord) -> PassedAnswer.Request {
    let base = "\(context.profile.baseURL)"
    var path = exchange.url[...]
    if path.hasPrefix(base) { path = path.dropFirst(base.count) }
    return PassedAnswer.Request(
      method: exchange.method, path: "/" + path.prefix { $0 != "?" }.drop { $0 == "/" })
  }
}

extension VariableExpression {
  fileprivate var firstMember: String? {
    if case .member(let member)? = parts.first { member } else { nil }
  }
}
