// SPDX-License-Identifier: Apache-2.0
// Which names are bound where: what nothing binds, and which facts a scenario needs.

import Expectations
import JSON
import SourceText

/// Walks steps in their order and finds every name that can't be bound.
struct NameCheck {
  /// What a fragment asks of those who use it.
  struct Summary {
    /// Facts that its steps use, its fragments' too.
    var facts: [FactUse] = []
    /// Facts that a default uses, by parameter.
    var fallbackFacts: [String: [FactUse]] = [:]
    /// A call of the framework that comes before any state of its own.
    var callWithoutState: Position?
    var opensState = false
  }

  private(set) var diagnostics: [Diagnostic] = []
  private let fragments: [FragmentID: Fragment]
  private var summaries: [FragmentID: Summary] = [:]
  private var active: [FragmentID] = []

  init(fragments: [FragmentID: Fragment]) {
    self.fragments = fragments
  }

  /// The names at a place of a walk.
  private struct Walk {
    let file: String
    /// `cases` or `takes`.
    var given: Set<String>
    /// Facts that may be used: those with fixed names and those that `needs` names.
    var named: Set<String>
    var devices: Set<String>
    var saved: [String: Position] = [:]
    /// Of these, what the file's own `save:` binds, for the warning about what is never used.
    var savedHere: [String: Position] = [:]
    var used: Set<String> = []
    var facts: [FactUse] = []
    var opened: Set<String> = []
    /// In a fragment: the first call before a state of its own.
    var callWithoutState: Position?
    let isFragment: Bool
    /// Under `finally` a name may be bound or not.
    var isFinal = false
  }
}

extension NameCheck {
  /// Checks a fragment, those that it uses first.
  ///
  /// - Returns: nil for one that is part of a cycle, which is reported.
  mutating func summary(of id: FragmentID) -> Summary? {
    if let summary = summaries[id] { return summary }
    guard let fragment = fragments[id] else { return nil }
    if let start = active.firstIndex(of: id) {
      let names = (active[start...] + [id]).map(\.name).joined(separator: " → ")
      report(.error, "a fragment can't use itself: \(names)", id.file, fragment.position)
      return nil
    }
    active.append(id)
    defer { active.removeLast() }
    var walk = Walk(
      file: id.file, given: Set(fragment.takes.map(\.name)), named: Names.facts, devices: [],
      isFragment: true)
    for step in fragment.steps { visit(step, &walk) }
    for name in fragment.gives where walk.saved[name] == nil {
      report(
        .error, "the fragment gives '\(name)', which none of its steps saves", id.file,
        fragment.position)
    }
    warnOfUnused(walk, given: fragment.gives)
    var summary = Summary(
      facts: walk.facts, callWithoutState: walk.callWithoutState,
      opensState: !walk.opened.isEmpty)
    for parameter in fragment.takes {
      guard let fallback = parameter.fallback else { continue }
      var inner = Walk(
        file: id.file, given: [], named: Names.facts, devices: [], isFragment: true)
      for expression in fallback.variables { use(expression, &inner) }
      summary.fallbackFacts[parameter.name] = inner.facts
    }
    summaries[id] = summary
    return summary
  }

  /// Checks a scenario and says which facts it needs.
  mutating func facts(of draft: SuiteDecoder.ScenarioDraft, in file: String) -> [FactUse] {
    let scenario = draft.scenario
    var walk = Walk(
      file: file, given: draft.variables,
      named: Names.facts.union(draft.named.map(\.name)),
      devices: Set(scenario.devices.map(\.name)), isFragment: false)
    for expression in scenario.name.variables {
      let name = expression.name ?? ""
      if scenario.liveTables.contains(where: { $0.variable == name }) { continue }
      if walk.named.contains(name) {
        walk.facts.append(FactUse(name: name, parts: expression.parts))
      } else {
        report(
          .error,
          "the name of a scenario holds texts of 'cases' only, and "
            + "${\(expression.written)} is none", file, expression.position)
      }
    }
    for table in scenario.liveTables { visit(table, &walk) }
    for device in scenario.devices.dropFirst() where Names.facts.contains(device.name) {
      report(.error, "'\(device.name)' is the name of a fact", file, scenario.position)
    }
    for step in scenario.steps { visit(step, &walk) }
    walk.isFinal = true
    for step in scenario.finalSteps { visit(step, &walk) }
    warnOfUnused(walk, given: [])
    var seen: Set<FactUse> = []
    return (draft.named + walk.facts).filter { seen.insert($0).inserted }
  }

  private mutating func visit(_ table: LiveTable, _ walk: inout Walk) {
    switch table.rows {
    case .facts(let expression): use(expression, &walk)
    case .answer(let fragmentUse, _, let expressions):
      for expression in expressions { use(expression, &walk) }
      if let fragment = fragments[fragmentUse.fragment] {
        addFacts(of: fragment, arguments: [], &walk)
      }
    }
  }

  private mutating func visit(_ step: Step, _ walk: inout Walk) {
    if let device = step.device, !walk.devices.contains(device) {
      let hint = Suggestion.hint(for: device, among: walk.devices.sorted())
      report(
        .error,
        walk.isFragment
          ? "a fragment acts on the device of its user; it can't name one"
          : "unknown device '\(device)'\(hint)", step.file, step.position)
    }
    for condition in step.conditions {
      use(condition.variable, &walk)
      for expression in condition.pattern.variables { use(expression, &walk) }
    }
    for expression in step.action.variables { use(expression, &walk) }
    var bound: [(name: String, position: Position)] = []
    switch step.action {
    case .partner(let partner): checkState(partner, step, &walk)
    case .user(let user) where user.kind == .visit:
      walk.facts.append(FactUse(name: "login", parts: []))
    case .user(let user): checkState(user.position, step, &walk)
    case .use(let use): bound = visit(use, step, &walk)
    case .request, .wait: break
    }
    for rule in step.save {
      for expression in rule.source.variables { self.use(expression, &walk) }
      bound.append((rule.name, rule.position))
      walk.savedHere[rule.name] = rule.position
    }
    for (name, position) in bound {
      checkSaved(name, position, &walk)
      walk.saved[name] = position
    }
    for expectation in [step.expect, step.should, step.retry?.condition].compactMap(\.self) {
      for expression in expectation.variables { use(expression, &walk) }
    }
    for header in step.defaultHeaders { useDefault(header, &walk) }
  }

  /// A default header's names count as used; one that is not bound leaves the header out.
  private func useDefault(_ header: RequestTemplate.Field, _ walk: inout Walk) {
    for expression in header.value.variables {
      if let name = expression.name { walk.used.insert(name) }
    }
  }

  private mutating func checkSaved(_ name: String, _ position: Position, _ walk: inout Walk) {
    let owner: String
    if walk.given.contains(name) {
      owner = walk.isFragment ? "what the fragment takes" : "a variable of 'cases'"
    } else if walk.named.contains(name) {
      owner = "a fact"
    } else if Names.builtIns.contains(name) || walk.devices.contains(name) {
      owner = "a built-in"
    } else {
      return
    }
    report(
      .error, "'\(name)' is \(owner), which can't be saved over; choose another name", walk.file,
      position)
  }

  private mutating func visit(
    _ use: FragmentUse, _ step: Step, _ walk: inout Walk
  ) -> [(name: String, position: Position)] {
    guard let fragment = fragments[use.fragment] else { return [] }
    let names = fragment.takes.map(\.name)
    for argument in use.arguments where !names.contains(argument.name) {
      let hint =
        Suggestion.nearest(to: argument.name, among: names).map { "did you mean '\($0)'?" }
        ?? (names.isEmpty ? "it takes nothing" : "it takes \(names.joined(separator: ", "))")
      report(
        .error, "the fragment '\(fragment.id.name)' does not take '\(argument.name)', \(hint)",
        walk.file, argument.value.position)
    }
    for parameter in fragment.takes where parameter.fallback == nil {
      if !use.arguments.contains(where: { $0.name == parameter.name }) {
        report(
          .error,
          "the fragment '\(fragment.id.name)' must be given '\(parameter.name)': "
            + "add 'with: {\(parameter.name): …}'", walk.file, use.position)
      }
    }
    addFacts(of: fragment, arguments: use.arguments.map(\.name), &walk)
    if !fragment.isShared, let summary = summary(of: fragment.id) {
      let device = step.device ?? "device"
      if summary.callWithoutState != nil, !walk.opened.contains(device) {
        stateMissing(
          "the fragment '\(fragment.id.name)' calls the framework", use.position, &walk)
      }
      if summary.opensState { walk.opened.insert(device) }
    }
    return fragment.gives.map { ($0, use.position) }
  }

  private mutating func addFacts(
    of fragment: Fragment, arguments: [String], _ walk: inout Walk
  ) {
    guard let summary = summary(of: fragment.id) else { return }
    walk.facts += summary.facts
    for parameter in fragment.takes where !arguments.contains(parameter.name) {
      walk.facts += summary.fallbackFacts[parameter.name] ?? []
    }
  }

  private mutating func checkState(_ partner: PartnerAction, _ step: Step, _ walk: inout Walk) {
    if partner.call == .state {
      walk.opened.insert(step.device ?? "device")
    } else {
      checkState(partner.position, step, &walk)
    }
  }

  private mutating func checkState(_ position: Position, _ step: Step, _ walk: inout Walk) {
    guard !walk.opened.contains(step.device ?? "device") else { return }
    stateMissing("the framework is called", position, &walk)
  }

  /// In a fragment the state may come from its user.
  private mutating func stateMissing(_ what: String, _ position: Position, _ walk: inout Walk) {
    if walk.isFragment {
      walk.callWithoutState = walk.callWithoutState ?? position
    } else {
      report(
        .error, "\(what) before it has a state; add a step 'partner: {state: …}' before it",
        walk.file, position)
    }
  }

  private mutating func use(_ expression: VariableExpression, _ walk: inout Walk) {
    for expression in expression.variables {
      guard let name = expression.name else { continue }
      walk.used.insert(name)
      if walk.saved[name] != nil || walk.given.contains(name) { continue }
      if walk.named.contains(name) {
        walk.facts.append(FactUse(name: name, parts: expression.parts))
      } else if Names.builtIns.contains(name) || walk.devices.contains(name) {
        checkBuiltIn(name, expression, walk)
      } else {
        report(
          .error, unbound(name, walk), walk.file, expression.position, expression.written.count + 3)
      }
    }
  }

  private func unbound(_ name: String, _ walk: Walk) -> String {
    let known = Set(walk.saved.keys).union(walk.given).union(walk.named).union(Names.builtIns)
    if let nearest = Suggestion.nearest(to: name, among: known.sorted()) {
      return "nothing binds ${\(name)} here, did you mean '\(nearest)'?"
    }
    return walk.isFragment
      ? "nothing binds ${\(name)} here; a fragment sees what it takes, facts and built-ins"
      : "nothing binds ${\(name)} here; save it in a step before, or name it in 'needs' if it is a "
        + "fact of the target"
  }

  private mutating func checkBuiltIn(
    _ name: String, _ expression: VariableExpression, _ walk: Walk
  ) {
    let known: [String]
    switch name {
    case "now": known = []
    case "run": known = ["id"]
    default: known = Names.deviceMembers
    }
    if known.isEmpty {
      if expression.parts.isEmpty { return }
    } else if case .member(let member)? = expression.parts.first, expression.parts.count == 1 {
      if known.contains(member) { return }
      report(
        .error,
        "'\(name)' has no '\(member)', known are \(known.joined(separator: ", "))", walk.file,
        expression.position, expression.written.count + 3)
      return
    }
    report(
      .error,
      known.isEmpty
        ? "'now' has no parts"
        : "write a part of '\(name)': \(name).\(known.joined(separator: ", \(name)."))",
      walk.file, expression.position, expression.written.count + 3)
  }

  private mutating func warnOfUnused(_ walk: Walk, given: [String]) {
    for (name, position) in walk.savedHere.sorted(by: { $0.key < $1.key })
    where !walk.used.contains(name) && !given.contains(name) {
      report(.warning, "'\(name)' is saved and never used", walk.file, position)
    }
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, _ file: String, _ position: Position,
    _ length: Int = 1
  ) {
    diagnostics.append(
      Diagnostic(severity, message, file: file, at: position, length: length))
  }
}
