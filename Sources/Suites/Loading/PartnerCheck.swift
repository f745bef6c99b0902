// SPDX-License-Identifier: Apache-2.0
// Finds words that the partner's framework does not declare.

import Expectations
import Formats
package import Partner
import Text

/// Finds states, options, calls, user events, values and platforms that a device's framework does
/// not declare, and values of another type, unless they are made of variables.
struct PartnerCheck {
  /// The words of a framework by its name; nil where they are not known.
  let vocabulary: (String?) -> PartnerVocabulary?
  let fragments: [FragmentID: Fragment]
  private(set) var diagnostics: [Diagnostic] = []
  var visited: [FragmentID: Set<String?>] = [:]
  /// For each fragment, the parameters whose values are names of states.
  var stateParameters: [FragmentID: Set<String>] = [:]

  /// The devices by their names; that of the step is `device`.
  private typealias Devices = [String: String?]
}

extension PartnerCheck {
  /// Checks a scenario and the fragments that it uses.
  mutating func visit(_ scenario: Scenario, of suite: Suite) {
    let before = diagnostics.count
    defer {
      // A program that said nothing has the words of another framework: one mistake, and not many.
      let shipped = FrameworkRegistry.shipped.names
      let silences = scenario.devices.map(\.partner).filter { !shipped.contains($0 ?? "") }
        .compactMap { vocabulary($0)?.declaration.silence }
      if let silence = silences.first, diagnostics.count > before {
        diagnostics.removeSubrange(before...)
        report(
          "the words of the framework are not known: \(silence); see what it says to "
            + #"'{"id":1,"call":"hello","protocol":1}'"#, suite.file, suite.position)
      }
    }
    let devices = Devices(
      scenario.devices.map { ($0.name, $0.partner) }, uniquingKeysWith: { first, _ in first })
    for device in scenario.devices {
      let words = vocabulary(device.partner)
      if let problem = words?.problem, !scenario.identity.devices.isEmpty {
        return report(problem, suite.file, scenario.position)
      }
      guard let platform = device.platform, let words else { continue }
      let known = words.declaration.platforms.map(\.name)
      check("platform", platform.name, among: known, words, suite.file, platform.position)
    }
    for table in scenario.liveTables {
      if case .answer(let use, _) = table.rows { visit(use, in: suite.file, devices) }
    }
    for step in scenario.allSteps { visit(step, devices) }
  }

  private mutating func visit(_ step: Step, _ devices: Devices) {
    var devices = devices
    let partner = devices[step.device ?? "device"] ?? nil
    devices["device"] = .some(partner)
    for expression in step.names.flatMap(\.variables) { visit(expression, step.file, devices) }
    if case .use(let use) = step.action { return visit(use, in: step.file, devices) }
    guard let words = vocabulary(partner) else { return }
    switch step.action {
    case .partner(let action):
      guard let name = action.call else {
        visit(state: action.argument, step.file, words)
        for option in action.options {
          check(
            "option", option.name, option.value, in: words.declaration.options, words, step.file,
            option.position)
        }
        return
      }
      let names = words.declaration.calls.map(\.name)
      check("call", name, among: names, words, step.file, action.callPosition)
      guard let form = words.declaration.call(named: name)?.request else { return }
      let isEmpty = action.argument.constant == .null
      let argument = isEmpty ? .map([], at: action.callPosition) : action.argument
      check(argument, of: form.member(name), words, step.file)
    case .user(let user):
      guard case .framework(let name) = user.kind else { return }
      let events = words.declaration.user
      let names = events.map(\.name) + [UserActionTemplate.Kind.visitName]
      guard let event = events.first(where: { $0.name == name }) else {
        return report(
          "unknown action of the user, "
            + Suggestion.text(Suggestion.nearest(to: name, among: names), among: names),
          step.file, user.namePosition)
      }
      guard (event.argument == nil) != (user.argument == nil) else { return }
      report(
        event.argument.map { "'\(name)' names \($0): {\(name): …}" }
          ?? "'\(name)' stands alone: user: \(name)", step.file, user.namePosition)
    case .use, .request, .wait: break
    }
  }

  /// Checks the value of a framework, such as `${device.token}`.
  private mutating func visit(
    _ expression: VariableExpression, _ file: String, _ devices: Devices
  ) {
    guard let name = expression.name, let partner = devices[name],
      case .member(let member)? = expression.parts.first,
      let words = vocabulary(partner), words.declaration.value(named: member) == nil
    else { return }
    let known = FrameworkValue.reserved + words.declaration.values.map(\.name)
    guard !FrameworkValue.reserved.contains(member) else { return }
    report(
      "'\(name)' has no '\(member)', known are \(known.joined(separator: ", "))", file,
      expression.position, length: expression.written.count + 3)
  }

  private mutating func visit(_ use: FragmentUse, in file: String, _ devices: Devices) {
    guard let fragment = fragments[use.fragment] else { return }
    let names = stateParameters(of: fragment)
    let partner = devices["device"] ?? nil
    let words = vocabulary(partner)
    if let words {
      for argument in use.arguments where names.contains(argument.name) {
        visit(state: argument.value, file, words)
      }
    }
    guard visited[fragment.id, default: []].insert(partner).inserted else { return }
    if let words {
      for parameter in fragment.takes where names.contains(parameter.name) {
        if let fallback = parameter.fallback { visit(state: fallback, fragment.id.file, words) }
      }
    }
    for step in fragment.steps { visit(step, ["device": partner]) }
  }

  private mutating func visit(state: ValueTemplate, _ file: String, _ words: PartnerVocabulary) {
    guard let name = state.constant?.string else { return }
    let states = words.declaration.states ?? []
    if states.contains(where: { $0.name == name }) { return }
    var hint: String?
    if Suggestion.nearest(to: name, among: states.map(\.name)) == nil {
      // One of another word for the same thing: 'refused' for what a title calls 'refuses'.
      let stem = name.lowercased().prefix(5)
      let near = states.filter {
        stem.count > 3 && "\($0.name) \($0.title)".lowercased().contains(stem)
      }.prefix(3).map { "'\($0.name)'" }
      if !near.isEmpty {
        hint = ", did you mean \(near.joined(separator: " or "))?"
      } else if states.count >= 10 {
        hint = "; 'partner' lists all states"
      }
    }
    check(
      "state", name, among: words.declaration.states?.map(\.name), words, file, state.position,
      hint: hint)
  }

  /// Checks a member of a form: its name, and its type where it has no variable.
  private mutating func check(
    _ kind: String, _ name: String, _ value: ValueTemplate, in form: Form?,
    _ words: PartnerVocabulary, _ file: String, _ position: Position
  ) {
    guard let form else { return }
    guard let member = form[name] else {
      if !form.isOpen { check(kind, name, among: form.names, words, file, position) }
      return
    }
    check(value, of: member, words, file)
  }

  /// Checks the value of a member: its type where it is no variable, and its own members.
  private mutating func check(
    _ value: ValueTemplate, of member: Form.Member, _ words: PartnerVocabulary, _ file: String
  ) {
    let constant = value.constant ?? .null
    if constant != .null, let problem = member.problem(with: constant) {
      report("'\(member.name)' is \(problem)", file, value.position)
    }
    guard case .parts(let form) = member.kind, case .map(let members, let position) = value else {
      return
    }
    let written = members.compactMap { member in
      if case .name(let name) = member.key { (name.written, member) } else { nil }
    }
    for (name, member) in written {
      check("member", name, member.value, in: form, words, file, member.position)
    }
    for needed in form.members where needed.isRequired && needed.standard == nil {
      guard !written.contains(where: { $0.0 == needed.name }) else { continue }
      report("'\(member.name)' needs '\(needed.name)'", file, position)
    }
  }

  private mutating func check(
    _ kind: String, _ word: String, among known: [String]?, _ words: PartnerVocabulary,
    _ file: String, _ position: Position, hint: String? = nil
  ) {
    guard let known, !known.contains(word) else { return }
    var hint = hint ?? Suggestion.hint(for: word, among: known)
    if hint.isEmpty, 1..<10 ~= known.count { hint = "; known are \(known.joined(separator: ", "))" }
    report(
      "\(words.refusal) the \(kind) '\(word)'\(hint)", file, position,
      length: word.unicodeScalars.count)
  }

  private mutating func report(
    _ message: String, _ file: String, _ position: Position, length: Int = 1
  ) { diagnostics.append(Diagnostic(.error, message, file: file, at: position, length: length)) }

  /// The parameters that a fragment uses as names of states, or passes on to such parameters.
  private mutating func stateParameters(of fragment: Fragment) -> Set<String> {
    if let known = stateParameters[fragment.id] { return known }
    // The loader has reported fragments that use each other in a circle; this ends the walk.
    stateParameters[fragment.id] = []
    var names: Set<String> = []
    for step in fragment.steps {
      switch step.action {
      case .partner(let action) where action.call == nil:
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
  var bareName: String? {
    guard case .variable(let expression) = self, expression.isBareName else { return nil }
    return expression.name
  }
}

extension Step {
  /// All expressions of the step.
  var names: [VariableExpression] {
    let expected = [expect, should].compactMap(\.self).flatMap(\.variables)
    return conditions.flatMap { [$0.variable] + $0.pattern.variables } + action.variables
      + save.flatMap(\.source.variables) + expected + advice.flatMap(\.variables)
      + sentDefaultHeaders.flatMap(\.variables) + (retry?.variables ?? [])
      + (timeout?.variables ?? []) + (by?.variables ?? [])
  }
}

/// The words of the framework that a device has, for checking suites before a run.
package struct PartnerVocabulary: Sendable {
  /// The beginning of messages, such as `the framework 'x (emulated)' does not know`.
  package let refusal: String
  package let declaration: FrameworkDeclaration
  /// Why there is no such framework; nil if there is one.
  package var problem: String?

  package init(refusal: String, _ declaration: FrameworkDeclaration, problem: String? = nil) {
    self.refusal = refusal
    self.declaration = declaration
    self.problem = problem
  }
}
