// SPDX-License-Identifier: Apache-2.0
// `list`: lists suites and scenarios, with the facts that they need.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Redaction
import Runner
import Suites
import Text

extension Subcommand {
  static let listScenarios = Subcommand(
    name: "list", summary: "Lists suites and scenarios, with tags and needs",
    parameters: "[SUITE …]",
    discussion: """
      Below each scenario are the facts of the target that it needs: those that 'needs' names
      and those that its values or its fragments use. With --target, scenarios that would be
      skipped on this target are marked. A table filled from the target is one line. With --budget,
      it shows what 'run' would choose, and sends nothing. With --fragments, it lists the fragments
      of the suites instead, and those elsewhere that they find; with --states, the states that the
      partners' frameworks can be in.
      """,
    options: [
      .target, .setFact, .cookbook, .format("text", "json"), RunBudget.option,
      FrameworkChoice.option,
      Option("fragments", help: "lists fragments, with what each takes and gives"),
      Option("states", help: "lists the states of the partners' frameworks"),
    ] + Option.selection
  ) { arguments, console throws(UsageError) in
    if arguments.has("set"), !arguments.has("target") {
      throw UsageError("--set goes with --target")
    }
    let (collection, frameworks) = try SuiteLocation.load(
      arguments.positional, for: arguments.value("target"), console
    ).chosen(by: arguments).withoutDeep(arguments)
      .addingTargetErrors(arguments, console, use: .listed)
    if collection.hasErrors { return collection.refuse(on: console) }
    if arguments.has("fragments") {
      let list = FragmentList(
        fragments: collection.fragments.values.filter { collection.files[$0.id.file] != nil }.sorted
        {
          ($0.id.file, $0.position.line) < ($1.id.file, $1.position.line)
        })
      if console.wantsDocument { console.document(list.json) } else { console.output(list.text) }
      return .success
    }
    if arguments.has("states"), let sources = frameworks?.sources {
      let partners = collection.cookbooksInForce.compactMap { collection.catalogues[$0]?.partner }
      let used = partners.isEmpty ? [sources.standard] : partners.unique.map { sources[$0] }
      if console.wantsDocument {
        let list = used.map { source -> JSONValue in
          let states = source.declaration.states ?? []
          return [
            "framework": .string(source.name), "states": .array(states.map { .string($0.name) }),
          ]
        }
        console.document(["frameworks": .array(list)])
      } else {
        let texts: [Printed] = used.map { "\($0.name)\n\($0.declaration.states?.listing ?? "")" }
        console.output(texts.joined(separator: "\n"))
      }
      return .success
    }
    let list = try ScenarioList(collection, frameworks?.sources, arguments, console)
    if console.wantsDocument { console.document(list.json) } else { console.output(list.text) }
    return .success
  }
}

/// The selected scenarios, suite by suite.
private struct ScenarioList {
  struct Entry {
    let scenario: Scenario
    let name: String
    /// Why the target's run would skip it; nil if it would run, or if no target is chosen.
    let skip: String?
  }

  private let suites: [(suite: Suite, entries: [Entry])]
  /// nil without `--budget`; with what is said of it.
  private let budget: (plan: BudgetedPlan, opening: Printed)?

  init(
    _ collection: SuiteCollection, _ frameworks: FrameworkSources?, _ arguments: Arguments,
    _ console: Console
  ) throws(UsageError) {
    let selection = arguments.selection
    let budget = try RunBudget(arguments)
    if arguments.has("target") {
      let target = try TargetChoice(arguments, console, for: collection, use: .listed)
      defer { target.server?.stop() }
      let whole = Planner.plan(
        target.suites, selection: selection, facts: target.profile.factsByName,
        identities: { frameworks?[$0].identities })
      try target.suites.requireMatches(of: selection, facts: target.profile.factsByName)
      let chosen = try budget?.applied(
        to: whole, for: target.profile,
        canSetClock: frameworks?.followClock ?? true)
      self.budget = chosen.map { ($0, $0.opening(target.profile)) }
      let plan = chosen?.plan ?? whole
      let mask = KnownSecrets(target.profile, for: collection).mask
      suites = (plan.preflights + plan.suites).map { planned in
        (
          planned.suite,
          planned.scenarios.map {
            Entry(
              scenario: $0.scenario, name: mask.masked($0.name),
              skip: $0.skip.map { mask.maskedOwn($0.reason) })
          }
        )
      }
    } else {
      guard budget == nil else {
        throw UsageError("--budget goes with --target, whose facts and pace it counts by")
      }
      self.budget = nil
      try collection.requireMatches(of: selection, facts: [:])
      suites = collection.suites.compactMap { suite in
        // A preflight is not selected; it runs with the selected scenarios.
        let isListed = suite.isPreflight ? selection == Selection() : true
        let entries = suite.scenarios.filter {
          isListed && selection.includesAsWritten($0, of: suite, in: collection)
        }.map { Entry(scenario: $0, name: $0.name.text, skip: nil) }
        return entries.isEmpty ? nil : (suite, entries)
      }
    }
  }

  var text: Printed {
    var text = Printed()
    for (suite, entries) in suites {
      let phase = suite.isPreflight ? ", preflight" : suite.phase.map { ", phase \($0)" } ?? ""
      text += "\(suite.name) (\(suite.file)\(phase))\n"
      for entry in entries {
        text += "  \(entry.name)"
        for tag in entry.scenario.tags { text += " [\(tag)]" }
        if entry.scenario.isAdvisory { text += " (should)" }
        if !entry.scenario.liveTables.isEmpty { text += " (a table filled from the target)" }
        text += "\n"
        let needs = entry.scenario.factNames
        if !needs.isEmpty { text += "      needs \(needs.joined(separator: ", "))\n" }
        if let skip = entry.skip { text += "      skipped: \(skip)\n" }
      }
      text += "\n"
    }
    let all = suites.flatMap(\.entries)
    let skipped = all.count { $0.skip != nil }
    let preflights = suites.filter(\.suite.isPreflight).reduce(0) { $0 + $1.entries.count }
    let size = Wording.size(all.count - preflights, preflights: preflights)
    text += "\(Wording.count(suites.count, "suite")), \(size)"
    text += skipped == 0 ? "\n" : ", of which \(skipped) would be skipped\n"
    guard let budget else { return text }
    text += "\n\(budget.opening)"
    if !budget.plan.open.isEmpty {
      text += "not proved, because all that shows it is left out: "
      text += "\(budget.plan.open.joined(separator: ", "))\n"
    }
    return text
  }

  var json: JSONValue {
    let suites = suites.map { suite, entries -> JSONValue in
      var object = JSONObject()
      object["suite"] = .string(suite.name)
      object["file"] = .string(suite.file)
      object["cookbook"] = suite.cookbook.map(JSONValue.string)
      object["phase"] = suite.phase.map(JSONValue.string)
      object["scenarios"] = .array(entries.map { $0.json })
      return .object(object)
    }
    var list = JSONObject()
    list.append("suites", .array(suites))
    list["budget"] = budget?.plan.json
    return .object(list)
  }
}

/// The fragments that suites can use, file by file.
private struct FragmentList {
  let fragments: [Fragment]

  var text: Printed {
    var text = Printed()
    var file = ""
    for fragment in fragments {
      if fragment.id.file != file { text += (file.isEmpty ? "" : "\n") + "\(fragment.id.file)\n" }
      file = fragment.id.file
      text += "  \(fragment.id.name)\(fragment.isShared ? " (once in a run)" : "")\n"
      if let about = fragment.about { text += "      \(about)\n" }
      for (verb, isNeeded) in [("takes", true), ("may take", false)] {
        let names = fragment.takes.filter { ($0.fallback == nil) == isNeeded }.map(\.name)
        if !names.isEmpty { text += "      \(verb) \(Wording.list(names))\n" }
      }
      if !fragment.gives.isEmpty { text += "      gives \(Wording.list(fragment.gives))\n" }
    }
    return text + "\n\(Wording.count(fragments.count, "fragment"))\n"
  }

  var json: JSONValue {
    [
      "fragments": .array(
        fragments.map { fragment in
          [
            "fragment": .string(fragment.id.name), "file": .string(fragment.id.file),
            "line": .integer(fragment.position.line),
            "takes": .array(fragment.takes.map { .string($0.name) }),
            "gives": .array(fragment.gives.map(JSONValue.string)),
          ]
        })
    ]
  }
}

extension ScenarioList.Entry {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["scenario"] = .string(name)
    object["line"] = .integer(scenario.position.line)
    object["level"] = .string(scenario.isAdvisory ? "should" : "must")
    object["tags"] = .array(scenario.tags.map(JSONValue.string))
    object["needs"] = .array(scenario.factNames.map(JSONValue.string))
    object["isLiveTable"] = .boolean(!scenario.liveTables.isEmpty)
    object["skipped"] = skip.map(JSONValue.string)
    return .object(object)
  }
}

extension Scenario {
  /// The facts that it needs, each once.
  fileprivate var factNames: [String] {
    needs.map(\.description).unique
  }
}
