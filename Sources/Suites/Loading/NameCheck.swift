// SPDX-License-Identifier: Apache-2.0
// Finds unknown variables, and the facts that each scenario needs.

import Expectations
import Formats
import Partner
import Text

/// Walks steps in their order and reports every variable that has no value there.
struct NameCheck {
  /// How deep fragments may use each other; a run has a stack frame for each.
  private static let depthLimit = 16
  /// How many steps a scenario may have, those of its fragments included.
  static let stepLimit = 10_000

  var diagnostics: [Diagnostic] = []
  var hints = Hints()
  let fragments: [FragmentID: Draft<Fragment>]
  /// The facts that each file can use.
  private let declared: [String: FactTable]
  private var summaries: [FragmentID: Walk] = [:]
  private var active: [FragmentID] = []
  /// The names that steps of each file bind; its default headers may use them.
  private var boundInFile: [String: Set<String>] = [:]
  /// Files with unreadable steps that may bind any name.
  private var openFiles: Set<String> = []
  var defaultUses: [FilePlace: VariableExpression] = [:]
  private var usedSaves: Set<FilePlace> = []
  private var unusedSaves: [FilePlace: String] = [:]

  init(fragments: [FragmentID: Draft<Fragment>], declared: [String: FactTable]) {
    self.fragments = fragments
    self.declared = declared
  }

  /// The names that are known at a step, and what the steps before it did.
  struct Walk {
    let file: String
    /// The facts that the file can use.
    let declared: FactTable
    /// Variables of live tables, or `takes`.
    var given: Set<String>
    /// Variables of `cases` that are already put in.
    var rowVariables: Set<String> = []
    /// The facts that `needs` names.
    var named: Set<String> = []
    var devices: Set<String>
    var saved: Set<String> = []
    /// The names that `save:` of the file itself binds, to warn of those that are never used.
    var savedHere: [String: Position] = [:]
    var used: Set<String> = []
    var facts = FactList()
    /// The device of the step that is visited.
    var acting = "device"
    var identity = IdentityUse()
    var opened: Set<String> = []
    /// The first call of the framework that comes before the fragment opens a state.
    var callWithoutState: Position?
    /// The first `by`, or the first use of a fragment with one.
    var timed: Position?
    let isFragment: Bool
    /// How deep fragments are nested in it, a fragment itself included.
    var depth = 0
    var stepCount = 0
    /// For each parameter of a fragment, the uses of its default.
    var fallbacks: [String: Walk] = [:]
    /// Names that unreadable steps would have bound; nil for any name.
    var lost: Set<String>? = []

    /// Whether a name is that of a declared fact, or of one in `needs` (reported if undeclared).
    func isFact(_ name: String) -> Bool { declared.declares(name) || named.contains(name) }

    /// Whether an unreadable step may bind a name.
    func mayBeBound(_ name: String) -> Bool { lost?.contains(name) ?? true }

    /// Notes the device whose framework an expression asks.
    mutating func noteDevice(of expression: VariableExpression) {
      guard let name = expression.name, name == "device" || devices.contains(name),
        case .member(let member)? = expression.parts.first,
        !FrameworkValue.reserved.contains(member)
      else { return }
      identity.devices.insert(name == "device" ? acting : name)
    }
  }
}

extension NameCheck {
  /// Checks a fragment, after the fragments that it uses.
  ///
  /// - Returns: Its steps as its users have to know them; nil for a fragment that uses itself or is nested too deeply, which is reported.
  mutating func summary(of id: FragmentID) -> Walk? {
    if let summary = summaries[id] { return summary }
    guard let draft = fragments[id] else { return nil }
    let fragment = draft.content
    if let start = active.firstIndex(of: id) {
      let names = (active[start...] + [id]).map(\.name).joined(separator: " → ")
      report("a fragment can't use itself: \(names)", id.file, fragment.position)
      return nil
    }
    guard active.count < Self.depthLimit else {
      reportDepth(fragment)
      return nil
    }
    active.append(id)
    defer { active.removeLast() }
    var walk = Walk(
      file: id.file, declared: facts(of: id.file), given: Set(fragment.takes.map(\.name)),
      rowVariables: draft.steps.rowVariables, devices: [], isFragment: true, lost: draft.steps.lost)
    if let twice = walk.given.intersection(walk.rowVariables).min() {
      report(
        "a step of the fragment has a table with the variable '\(twice)', which the fragment takes; "
          + "choose another name", id.file, fragment.position)
    }
    for step in fragment.steps { visit(step, &walk) }
    use(fragment.freshFor?.variables ?? [], &walk)
    for name in fragment.gives where !walk.saved.contains(name) && !walk.mayBeBound(name) {
      report(
        "the fragment gives '\(name)', which none of its steps saves", id.file, fragment.position)
    }
    if fragment.isShared, let position = walk.callWithoutState {
      report(
        "a fragment with 'once: run' has a device of its own: the framework is called before it "
          + "has a state; add a step 'partner: {state: …}' before it", id.file, position)
    }
    if fragment.isShared, let position = walk.timed {
      report(
        "a fragment with 'once: run' can't have 'by', since only a scenario can start again; leave "
          + "out 'once: run'", id.file, position)
    }
    finish(walk, gives: fragment.gives)
    walk.depth += 1
    if walk.depth > Self.depthLimit { reportDepth(fragment) }
    for parameter in fragment.takes {
      guard let fallback = parameter.fallback else { continue }
      var inner = Walk(
        file: id.file, declared: facts(of: id.file), given: [], devices: [], isFragment: true)
      use(fallback.variables, &inner)
      walk.fallbacks[parameter.name] = inner
    }
    summaries[id] = walk
    return walk
  }

  /// The facts that a file can use.
  private func facts(of file: String) -> FactTable { declared[file] ?? FactTable() }

  private mutating func reportDepth(_ fragment: Fragment) {
    report(
      "fragments use each other more than \(Self.depthLimit) deep", fragment.id.file,
      fragment.position)
  }

  /// Checks a scenario.
  ///
  /// - Returns: The facts that it needs, and what of an identity it uses.
  mutating func uses(
    of draft: Draft<Scenario>, in file: String
  ) -> (facts: [FactUse], identity: IdentityUse) {
    let scenario = draft.content
    var walk = Walk(
      file: file, declared: facts(of: file), given: Set(scenario.liveTables.map(\.variable)),
      rowVariables: draft.steps.rowVariables, named: Set(scenario.needs.map(\.name)),
      devices: Set(scenario.devices.map(\.name)), isFragment: false, lost: draft.steps.lost)
    for fact in scenario.needs { walk.facts.add(fact) }
    for expression in scenario.name.variables {
      let name = expression.name ?? ""
      if walk.given.contains(name) { continue }
      if walk.isFact(name) {
        checkFact(expression, walk)
        walk.facts.add(FactUse(name: name, parts: expression.parts))
      } else {
        report(
          "the name of a scenario may hold variables of 'cases' only, and "
            + "${\(expression.written)} is not one", expression, in: file)
      }
    }
    for table in scenario.liveTables { visit(table, &walk) }
    for step in scenario.allSteps { visit(step, &walk) }
    if walk.stepCount > Self.stepLimit {
      report(
        "the scenario has more than \(Self.stepLimit) steps, those of its fragments included",
        file, scenario.name.position)
    }
    finish(walk, gives: [])
    walk.identity.opened = walk.opened
    walk.identity.facts.formUnion(walk.facts.items.map(\.name))
    return (walk.facts.items, walk.identity)
  }

  /// Reports unused saved values, and unbound names in default headers: after all other checks.
  mutating func finish() {
    for (place, name) in unusedSaves where !usedSaves.contains(place) {
      report("'\(name)' is saved and never used", place.file, place.position, as: .warning)
    }
    for (place, expression) in defaultUses {
      guard let name = expression.name, !openFiles.contains(place.file) else { continue }
      let declared = facts(of: place.file)
      let bound = boundInFile[place.file] ?? []
      if declared.isOpen || declared.declares(name) || bound.contains(name) { continue }
      let known = Set(declared.names).union(bound).union(Names.builtIns)
      report(
        "unknown variable ${\(name)}: no step of this file saves it, so no request has this header"
          + hints.hint(for: name, among: known), expression, in: place.file, missing: .variable)
    }
  }

  /// A warning for a name in `secrets:` that seems mistyped, and would keep nothing secret.
  ///
  /// - Parameter file: The suite that has the name in its `secrets`.
  mutating func doubt(aboutSecret name: String, in file: String) -> String? {
    let declared = facts(of: file)
    if declared.isOpen || boundInFile.values.contains(where: { $0.contains(name) }) { return nil }
    let known = boundInFile.values.reduce(into: Set(declared.names)) { $0.formUnion($1) }
    guard !known.contains(name), let nearest = hints.nearest(to: name, among: known) else {
      return nil
    }
    return "unknown variable '\(name)', so nothing is kept secret, did you mean '\(nearest)'?"
  }

  private mutating func finish(_ walk: Walk, gives: [String]) {
    for (name, position) in walk.savedHere {
      let place = FilePlace(file: walk.file, position: position)
      if walk.used.contains(name) || gives.contains(name) {
        usedSaves.insert(place)
      } else {
        unusedSaves[place] = name
      }
    }
    for names in [walk.saved, walk.given, walk.rowVariables, walk.named] {
      boundInFile[walk.file, default: []].formUnion(names)
    }
    if walk.lost == nil { openFiles.insert(walk.file) }
  }

  /// Notes that a step uses the variables of expressions, and reports the unknown ones.
  mutating func use(_ expressions: [VariableExpression], _ walk: inout Walk) {
    for expression in expressions.flatMap(\.variables) {
      guard let name = expression.name else { continue }
      walk.used.insert(name)
      if walk.saved.contains(name) || walk.given.contains(name) { continue }
      if walk.isFact(name) {
        checkFact(expression, walk)
        walk.facts.add(FactUse(name: name, parts: expression.parts))
      } else if Names.builtIns.contains(name) || walk.devices.contains(name) {
        checkBuiltIn(name, expression, walk)
        walk.noteDevice(of: expression)
      } else if !walk.mayBeBound(name), !walk.declared.isOpen {
        report(unknown(name, walk), expression, in: walk.file, missing: .variable)
      }
    }
  }

  /// The message about an unknown variable.
  private mutating func unknown(_ name: String, _ walk: Walk) -> String {
    if let nearest = hints.nearest(
      to: name,
      among: walk.saved.union(walk.given).union(walk.named).union(walk.declared.names)
        .union(Names.builtIns))
    {
      return "unknown variable ${\(name)}, did you mean '\(nearest)'?"
    }
    if walk.declared.declarations.isEmpty {
      return
        "unknown variable ${\(name)}; if it is a fact of the target, facts.yaml has to declare "
        + "it, and there is none beside the suite, in the folder above or among the shipped suites"
    }
    return walk.isFragment
      ? "unknown variable ${\(name)}; a fragment sees what it takes, facts and built-ins"
      : "unknown variable ${\(name)}; save it in a step before, or declare it in facts.yaml if it "
        + "is a fact of the target"
  }

  /// Reports a part that a fact can't have.
  mutating func checkFact(_ expression: VariableExpression, _ walk: Walk) {
    guard !expression.parts.isEmpty, let name = expression.name,
      let problem = walk.declared[name]?.problem(withPart: expression.parts)
    else { return }
    report(problem, walk.file, expression.position, expression.written.unicodeScalars.count + 3)
  }

  /// Reports a part that a built-in variable does not have.
  mutating func checkBuiltIn(_ name: String, _ expression: VariableExpression, _ walk: Walk) {
    let known: [String]
    switch name {
    case "now": known = []
    case "run": known = ["id"]
    default: known = FrameworkValue.reserved + ["NAME of the framework's values"]
    }
    if known.isEmpty {
      if expression.parts.isEmpty { return }
    } else if case .member(let member)? = expression.parts.first, expression.parts.count == 1 {
      // The values of a device are its framework's, which declares them.
      if name != "run" || known.contains(member) { return }
      report(
        "'\(name)' has no '\(member)', known are \(known.joined(separator: ", "))", expression,
        in: walk.file)
      return
    }
    report(
      known.isEmpty
        ? "'now' has no parts"
        : "write a part of '\(name)': \(name).\(known.joined(separator: ", \(name)."))",
      expression, in: walk.file)
  }

  mutating func report(
    _ message: String, _ file: String, _ position: Position, _ length: Int = 1,
    as severity: Diagnostic.Severity = .error, missing: Diagnostic.Missing? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        severity, message, file: file, at: position, length: length, missing: missing))
  }

  /// Reports a mistake in `${…}`.
  mutating func report(
    _ message: String, _ expression: VariableExpression, in file: String,
    missing: Diagnostic.Missing? = nil
  ) {
    report(
      message, file, expression.position, expression.written.count + 3, missing: missing)
  }
}
