// SPDX-License-Identifier: Apache-2.0
// Which names are bound where: what nothing binds, and which facts a scenario needs.

import Documents
import Expectations
import JSON
import SourceText
import Templates

/// Walks steps in their order and finds every name that can't be bound.
struct NameCheck {
  /// How deep fragments may use each other: a run has a stack frame for each.
  private static let depthLimit = 16
  /// Steps of a scenario, those of its fragments included.
  static let stepLimit = 10_000

  /// What a fragment asks of those who use it.
  struct Summary {
    /// Facts that its steps use, its fragments' too.
    var facts = FactList()
    /// Facts that a default uses, by parameter.
    var fallbackFacts: [String: FactList] = [:]
    /// A call of the framework that comes before any state of its own.
    var callWithoutState: Position?
    var opensState = false
    /// Fragments within each other, this one included.
    var depth = 1
    var stepCount = 0
  }

  /// A place of a file.
  struct Place: Hashable {
    let file: String
    let position: Position
  }

  var diagnostics: [Diagnostic] = []
  var hints = Hints()
  let fragments: [FragmentID: Fragment]
  private let lost: [FragmentID: LostNames]
  private var summaries: [FragmentID: Summary] = [:]
  private var active: [FragmentID] = []
  /// Names that something binds, by file: what default headers may use.
  private var boundInFile: [String: Set<String>] = [:]
  /// Files of which nobody can tell what they bind.
  private var openFiles: Set<String> = []
  var defaultUses: [Place: VariableExpression] = [:]
  private var usedSaves: Set<Place> = []
  private var unusedSaves: [Place: String] = [:]

  init(
    fragments: [FragmentID: Fragment], lost: [FragmentID: LostNames] = [:]
  ) {
    self.fragments = fragments
    self.lost = lost
  }

  /// The names at a place of a walk.
  struct Walk {
    let file: String
    /// Variables of live tables, or `takes`.
    var given: Set<String>
    /// Variables of `cases` that are already put in.
    var rowVariables: Set<String> = []
    /// Facts that may be used: those with fixed names and those that `needs` names.
    var named: Set<String>
    var devices: Set<String>
    var saved: Set<String> = []
    /// Of these, what the file's own `save:` binds, for the warning about what is never used.
    var savedHere: [String: Position] = [:]
    var used: Set<String> = []
    var facts = FactList()
    var opened: Set<String> = []
    /// In a fragment: the first call before a state of its own.
    var callWithoutState: Position?
    let isFragment: Bool
    var depth = 0
    var stepCount = 0
    var lost = LostNames()
  }
}

/// Facts in the order in which they are first used.
struct FactList {
  private(set) var items: [FactUse] = []
  private var seen: Set<FactUse> = []

  mutating func add(_ fact: FactUse) {
    if seen.insert(fact).inserted { items.append(fact) }
  }

  mutating func add(_ facts: FactList) {
    for fact in facts.items { add(fact) }
  }
}

extension NameCheck {
  /// Checks a fragment, those that it uses first.
  ///
  /// - Returns: nil for one that is part of a cycle or nested too deeply, which is reported.
  mutating func summary(of id: FragmentID) -> Summary? {
    if let summary = summaries[id] { return summary }
    guard let fragment = fragments[id] else { return nil }
    if let start = active.firstIndex(of: id) {
      let names = (active[start...] + [id]).map(\.name).joined(separator: " → ")
      report(.error, "a fragment can't use itself: \(names)", id.file, fragment.position)
      return nil
    }
    guard active.count < Self.depthLimit else {
      reportDepth(fragment)
      return nil
    }
    active.append(id)
    defer { active.removeLast() }
    var walk = Walk(
      file: id.file, given: Set(fragment.takes.map(\.name)), named: Names.facts, devices: [],
      isFragment: true, lost: lost[id] ?? LostNames())
    for step in fragment.steps { visit(step, &walk) }
    for name in fragment.gives where !walk.saved.contains(name) && !walk.lost.mayBind(name) {
      report(
        .error, "the fragment gives '\(name)', which none of its steps saves", id.file,
        fragment.position)
    }
    if fragment.isShared, let position = walk.callWithoutState {
      report(
        .error,
        "a fragment with 'once: run' has a device of its own: the framework is called before it "
          + "has a state; add a step 'partner: {state: …}' before it", id.file, position)
    }
    finish(walk, gives: fragment.gives)
    var summary = Summary(
      facts: walk.facts, callWithoutState: walk.callWithoutState,
      opensState: !walk.opened.isEmpty, depth: walk.depth + 1, stepCount: walk.stepCount)
    if summary.depth > Self.depthLimit { reportDepth(fragment) }
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

  private mutating func reportDepth(_ fragment: Fragment) {
    report(
      .error, "fragments use each other more than \(Self.depthLimit) deep", fragment.id.file,
      fragment.position)
  }

  /// Checks a scenario and says which facts it needs.
  mutating func facts(of draft: ScenarioDraft, in file: String) -> [FactUse] {
    let scenario = draft.scenario
    var walk = Walk(
      file: file, given: draft.liveVariables, rowVariables: draft.rowVariables,
      named: Names.facts.union(draft.named.map(\.name)),
      devices: Set(scenario.devices.map(\.name)), isFragment: false, lost: draft.lost)
    for fact in draft.named { walk.facts.add(fact) }
    for expression in scenario.name.variables {
      let name = expression.name ?? ""
      if scenario.liveTables.contains(where: { $0.variable == name }) { continue }
      if walk.named.contains(name) {
        walk.facts.add(FactUse(name: name, parts: expression.parts))
      } else {
        report(
          .error,
          "the name of a scenario holds texts of 'cases' only, and "
            + "${\(expression.written)} is none", file, expression.position,
          expression.written.count + 3)
      }
    }
    for table in scenario.liveTables { visit(table, &walk) }
    for step in scenario.steps { visit(step, &walk) }
    for step in scenario.finalSteps { visit(step, &walk) }
    if walk.stepCount > Self.stepLimit {
      report(
        .error,
        "the scenario has more than \(Self.stepLimit) steps, those of its fragments included",
        file, draft.position)
    }
    finish(walk, gives: [])
    return walk.facts.items
  }

  /// Reports what shows only when all has been walked: what no place of a file uses or binds.
  mutating func finish() {
    for (place, name) in unusedSaves where !usedSaves.contains(place) {
      report(.warning, "'\(name)' is saved and never used", place.file, place.position)
    }
    for (place, expression) in defaultUses {
      guard let name = expression.name, !openFiles.contains(place.file) else { continue }
      if boundInFile[place.file]?.contains(name) == true { continue }
      let known = Names.facts.union(boundInFile[place.file] ?? []).union(Names.builtIns)
      report(
        .error,
        "nothing in this file binds ${\(name)}, so no request would have this header"
          + hints.hint(for: name, among: known), place.file, place.position,
        expression.written.count + 3)
    }
  }

  /// A sentence where a secret of a suite has a name that no file binds, but nearly so: such a
  /// secret would keep nothing out of reports.
  mutating func doubt(aboutSecret name: String) -> String? {
    if boundInFile.values.contains(where: { $0.contains(name) }) { return nil }
    let known = boundInFile.values.reduce(into: Names.facts) { $0.formUnion($1) }
    guard !known.contains(name), let nearest = hints.nearest(to: name, among: known) else {
      return nil
    }
    return "no step binds '\(name)', so this keeps nothing secret, did you mean '\(nearest)'?"
  }

  private mutating func finish(_ walk: Walk, gives: [String]) {
    for (name, position) in walk.savedHere {
      let place = Place(file: walk.file, position: position)
      if walk.used.contains(name) || gives.contains(name) {
        usedSaves.insert(place)
      } else {
        unusedSaves[place] = name
      }
    }
    boundInFile[walk.file, default: []]
      .formUnion(walk.saved.union(walk.given).union(walk.rowVariables).union(walk.named))
    if walk.lost.isOpen { openFiles.insert(walk.file) }
  }
}
