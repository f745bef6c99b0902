// SPDX-License-Identifier: Apache-2.0
// Checks each step: the variables that it uses and saves, and the state of the framework.

import Expectations
import Formats
import Text

extension NameCheck {
  mutating func visit(_ table: LiveTable, _ walk: inout Walk) {
    switch table.rows {
    case .facts(let expression): use([expression], &walk)
    case .answer(let fragmentUse, let query):
      use(query.expressions, &walk)
      guard let fragment = fragments[fragmentUse.fragment]?.content else { return }
      for parameter in fragment.takes where parameter.fallback == nil {
        report(
          "the fragment '\(fragment.id.name)' needs '\(parameter.name)', and a table can't give it; "
            + "use a fragment whose 'takes' has defaults", walk.file, fragmentUse.position)
      }
      if let name = JSONPath.firstName(of: query.source), !fragment.gives.contains(name) {
        report(
          "'\(query.source)' selects nothing: the fragment '\(fragment.id.name)' does not give "
            + "'\(name)'\(hints.hint(for: name, among: fragment.gives))", walk.file, table.position)
      }
      addUses(of: fragment, arguments: [], &walk)
    }
  }

  mutating func visit(_ step: Step, _ walk: inout Walk) {
    walk.stepCount += 1
    walk.acting = step.device ?? "device"
    if let by = step.by { walk.timed = walk.timed ?? by.position }
    // A retry is decided before anything is saved.
    use(
      step.conditions.flatMap { [$0.variable] + $0.pattern.variables } + step.action.variables
        + (step.timeout?.variables ?? []) + (step.by?.variables ?? [])
        + (step.retry?.variables ?? []), &walk)
    switch step.action {
    case .partner(let partner) where partner.call == nil:
      walk.opened.insert(walk.acting)
      walk.identity.devices.insert(walk.acting)
    case .partner(let partner): checkState(partner.position, &walk)
    case .user(let user) where user.kind == .visit:
      for name in ["login", "redirect_url"] { walk.facts.add(FactUse(name: name, parts: [])) }
    case .user(let user): checkState(user.position, &walk)
    case .use(let use): visit(use, step, &walk)
    case .request:
      for header in step.defaultHeaders { useDefault(header, step.file, &walk) }
      for expression in step.sentDefaultHeaders.flatMap(\.variables) {
        guard let name = expression.name else { continue }
        if walk.isFact(name) { walk.identity.facts.insert(name) }
        walk.noteDevice(of: expression)
      }
    case .wait: break
    }
    for rule in step.save {
      use(rule.source.variables, &walk)
      bind(rule.name, rule.position, &walk)
      walk.savedHere[rule.name] = rule.position
    }
    use((step.expect?.variables ?? []) + (step.should?.variables ?? []), &walk)
    if !step.advice.isEmpty {
      // A fact that only the advice names is not needed: the advice is printed without it.
      let (facts, identity) = (walk.facts, walk.identity)
      use(step.advice.flatMap(\.variables), &walk)
      (walk.facts, walk.identity) = (facts, identity)
    }
  }

  private mutating func bind(_ name: String, _ position: Position, _ walk: inout Walk) {
    if let owner = owner(of: name, walk) {
      report(
        "'\(name)' is \(owner), which 'save' can't replace; choose another name", walk.file,
        position)
    }
    walk.saved.insert(name)
  }

  /// The kind of a name that no step binds; nil for any other name.
  private func owner(of name: String, _ walk: Walk) -> String? {
    if walk.isFragment && walk.given.contains(name) { return "a parameter of the fragment" }
    if walk.given.contains(name) || walk.rowVariables.contains(name) {
      return "a variable of 'cases'"
    }
    if walk.isFact(name) { return "a fact" }
    let isBuiltIn = Names.builtIns.contains(name) || walk.devices.contains(name)
    return isBuiltIn ? "a built-in variable" : nil
  }

  /// Notes the variables of a default header, which is left out without them; a step saves them.
  private mutating func useDefault(
    _ header: RequestTemplate.Field, _ file: String, _ walk: inout Walk
  ) {
    for expression in header.variables {
      guard let name = expression.name else { continue }
      walk.used.insert(name)
      let place = FilePlace(file: file, position: expression.position)
      guard defaultUses[place] == nil else { continue }
      if Names.builtIns.contains(name) || walk.devices.contains(name) {
        checkBuiltIn(name, expression, walk)
      } else {
        defaultUses[place] = expression
      }
    }
  }

  private mutating func visit(_ use: FragmentUse, _ step: Step, _ walk: inout Walk) {
    guard let fragment = fragments[use.fragment]?.content else {
      walk.lost = nil
      return
    }
    defer { for name in fragment.gives { bind(name, use.position, &walk) } }
    let names = fragment.takes.map(\.name)
    for argument in use.arguments where !names.contains(argument.name) {
      let nearest = hints.nearest(to: argument.name, among: names)
      let hint =
        names.isEmpty
        ? "it takes nothing" : Suggestion.text(nearest, among: names, list: "it takes")
      report(
        "the fragment '\(fragment.id.name)' does not take '\(argument.name)', \(hint)",
        walk.file, argument.position, argument.name.unicodeScalars.count)
    }
    for parameter in fragment.takes where parameter.fallback == nil {
      if !use.arguments.contains(where: { $0.name == parameter.name }) {
        report(
          "the fragment '\(fragment.id.name)' needs '\(parameter.name)': "
            + "add 'with: {\(parameter.name): …}'", walk.file, use.position)
      }
    }
    addUses(of: fragment, arguments: use.arguments.map(\.name), &walk)
    guard let summary = summary(of: fragment.id) else { return }
    walk.depth = max(walk.depth, summary.depth)
    if fragment.isShared { return }
    if summary.timed != nil { walk.timed = walk.timed ?? use.position }
    walk.stepCount = min(walk.stepCount + summary.stepCount, Self.stepLimit + 1)
    if summary.callWithoutState != nil, !walk.opened.contains(walk.acting) {
      stateMissing("the fragment '\(fragment.id.name)' calls the framework", use.position, &walk)
    }
    if !summary.opened.isEmpty { walk.opened.insert(walk.acting) }
  }

  private mutating func addUses(of fragment: Fragment, arguments: [String], _ walk: inout Walk) {
    guard let summary = summary(of: fragment.id) else { return }
    let defaults = fragment.takes.map(\.name).filter { !arguments.contains($0) }
    for uses in [summary] + defaults.compactMap({ summary.fallbacks[$0] }) {
      walk.facts.add(uses.facts)
      walk.identity.facts.formUnion(uses.identity.facts)
      if !uses.identity.devices.isEmpty { walk.identity.devices.insert(walk.acting) }
    }
  }

  private mutating func checkState(_ position: Position, _ walk: inout Walk) {
    walk.identity.devices.insert(walk.acting)
    guard !walk.opened.contains(walk.acting) else { return }
    stateMissing("the framework is called", position, &walk)
  }

  /// Reports a call without a state; in a fragment its user may have opened one.
  private mutating func stateMissing(_ what: String, _ position: Position, _ walk: inout Walk) {
    if walk.isFragment {
      walk.callWithoutState = walk.callWithoutState ?? position
    } else {
      report(
        "\(what) before it has a state; add a step 'partner: {state: …}' before it",
        walk.file, position)
    }
  }
}
