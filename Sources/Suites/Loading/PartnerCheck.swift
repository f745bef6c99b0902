// SPDX-License-Identifier: Apache-2.0
// Finds states, options and platforms that the partner's framework does not know.

import Formats
import Text

/// Finds states, options and platforms that the framework does not know, unless made of variables.
struct PartnerCheck {
  let vocabulary: PartnerVocabulary
  let fragments: [FragmentID: Fragment]
  private(set) var diagnostics: [Diagnostic] = []
  private var visited: Set<FragmentID> = []
  /// For each fragment, the parameters whose values are names of states.
  private var stateParameters: [FragmentID: Set<String>] = [:]

  init(vocabulary: PartnerVocabulary, fragments: [FragmentID: Fragment]) {
    self.vocabulary = vocabulary
    self.fragments = fragments
  }
}

extension PartnerCheck {
  /// Checks a scenario and the fragments that it uses.
  mutating func visit(_ scenario: Scenario, of suite: Suite) {
    for platform in scenario.devices.compactMap(\.platform) {
      let known = vocabulary.platforms
      check(
        "platform", platform.name, among: known, suite.file, platform.position,
        hint: "; known are \(known.joined(separator: ", "))")
    }
    for table in scenario.liveTables {
      if case .answer(let use, _) = table.rows { visit(use, in: suite.file) }
    }
    for step in scenario.allSteps { visit(step) }
  }

  private mutating func visit(_ step: Step) {
    switch step.action {
    case .partner(let action) where action.call == .state:
      visit(state: action.argument, step.file)
      for option in action.options {
        check("option", option.name, among: vocabulary.options, step.file, option.position)
      }
    case .use(let use): visit(use, in: step.file)
    case .partner, .request, .user, .wait: break
    }
  }

  private mutating func visit(_ use: FragmentUse, in file: String) {
    guard let fragment = fragments[use.fragment] else { return }
    let names = stateParameters(of: fragment)
    for argument in use.arguments where names.contains(argument.name) {
      visit(state: argument.value, file)
    }
    guard visited.insert(fragment.id).inserted else { return }
    for parameter in fragment.takes where names.contains(parameter.name) {
      if let fallback = parameter.fallback { visit(state: fallback, fragment.id.file) }
    }
    for step in fragment.steps { visit(step) }
  }

  private mutating func visit(state: ValueTemplate, _ file: String) {
    guard let name = state.constant?.string else { return }
    check("state", name, among: vocabulary.states, file, state.position)
  }

  private mutating func check(
    _ kind: String, _ word: String, among known: [String]?, _ file: String, _ position: Position,
    hint: String? = nil
  ) {
    guard let known, !known.contains(word) else { return }
    let hint = hint ?? Suggestion.hint(for: word, among: known)
    diagnostics.append(
      Diagnostic(
        .error, "\(vocabulary.refusal) the \(kind) '\(word)'\(hint)", file: file, at: position,
        length: word.unicodeScalars.count))
  }

  /// The parameters that a fragment uses as names of states, or passes on to such parameters.
  private mutating func stateParameters(of fragment: Fragment) -> Set<String> {
    if let known = stateParameters[fragment.id] { return known }
    // The loader has reported fragments that use each other in a circle; this ends the walk.
    stateParameters[fragment.id] = []
    var names: Set<String> = []
    for step in fragment.steps {
      switch step.action {
      case .partner(let action) where action.call == .state:
        if let name = action.argument.bareName { names.insert(name) }
      case .use(let use):
        guard let inner = fragments[use.fragment] else { continue }
        let innerNames = stateParameters(of: inner)
        for argument in use.arguments where innerNames.contains(argument.name) {
          if let name = argument.value.bareName { names.insert(name) }
        }
      case .partner, .request, .user, .wait: break
      }
    }
    names.formIntersection(fragment.takes.map(\.name))
    stateParameters[fragment.id] = names
    return names
  }
}

extension ValueTemplate {
  /// The name in a template that is nothing but `${name}`.
  fileprivate var bareName: String? {
    guard case .variable(let expression) = self, expression.isBareName else { return nil }
    return expression.name
  }
}

/// The words that the partner's framework understands, for checking suites before a run.
package struct PartnerVocabulary: Sendable, Equatable {
  /// The beginning of messages, such as `the framework 'apple (emulated)' does not know`.
  package let refusal: String
  /// The states that a step can open; nil if only the run can tell.
  package let states: [String]?
  /// The options that a step can give besides the state; nil if only the run can tell.
  package let options: [String]?
  /// The platforms of devices.
  package let platforms: [String]

  package init(refusal: String, states: [String]?, options: [String]?, platforms: [String]) {
    self.refusal = refusal
    self.states = states
    self.options = options
    self.platforms = platforms
  }
}

extension SuiteCollection {
  /// The collection with an error for each state, option and platform unknown to the framework.
  package func checked(against vocabulary: PartnerVocabulary) -> SuiteCollection {
    var check = PartnerCheck(vocabulary: vocabulary, fragments: fragments)
    for suite in suites {
      for scenario in suite.scenarios { check.visit(scenario, of: suite) }
    }
    return adding(check.diagnostics)
  }
}
