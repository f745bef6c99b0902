// SPDX-License-Identifier: Apache-2.0
// Reads scenarios: one for each written row of their cases.

import Formats
import Partner
import Text

/// Reads the scenarios of a suite.
struct ScenarioReader {
  private static let keys = [
    "scenario", "about", "needs", "tags", "level", "cases", "platform", "devices", "timeout",
    "breaks", "steps", "finally",
  ]

  /// The keys of a suite that apply to its scenarios.
  struct SuiteContext {
    var needs: [FactUse] = []
    var tags: [String] = []
    /// The facts that are declared for the file.
    var facts = FactTable()
  }

  private let scope: StepScope
  private let context: SuiteContext

  /// - Parameter scope: The scope of the file.
  init(_ scope: StepScope, _ context: SuiteContext) {
    self.scope = scope
    self.context = context
  }
}

extension ScenarioReader {
  func scenarios(_ node: YAMLNode, _ nodes: inout NodeReader) -> [ScenarioDraft] {
    guard let items = nodes.list(node, "'scenarios'") else { return [] }
    if items.isEmpty { nodes.error("a suite has at least one scenario", at: node) }
    var result: [ScenarioDraft] = []
    for item in items { result += scenario(item, &nodes) }
    checkNames(result, &nodes)
    return result
  }

  /// How many scenarios there are: one for each written row of `cases`.
  func count(_ node: YAMLNode, _ nodes: inout NodeReader) -> Int {
    (nodes.list(node, "'scenarios'") ?? []).reduce(0) { count, item in
      guard let members = nodes.members(item, "a scenario", known: Self.keys) else { return count }
      return count + (members["cases"].map { table($0, &nodes) } ?? CaseTable()).rows.count
    }
  }

  private func table(_ node: YAMLNode, _ nodes: inout NodeReader) -> CaseTable {
    CaseReader(scope.fragments).table(node, &nodes)
  }

  /// One draft for each written row of its cases.
  private func scenario(_ node: YAMLNode, _ nodes: inout NodeReader) -> [ScenarioDraft] {
    guard let members = nodes.members(node, "a scenario", known: Self.keys) else { return [] }
    if members.lacks("scenario") {
      nodes.error("a scenario has a name: add 'scenario: …'", at: node)
    }
    if members.lacks("steps") { nodes.error("a scenario has steps: add 'steps: …'", at: node) }
    let table = members["cases"].map { self.table($0, &nodes) } ?? CaseTable()
    let about = members["about"].flatMap { nodes.text($0, "'about'") }
    let tags = context.tags + (members["tags"].map { nodes.texts($0, "'tags'") } ?? [])
    let isAdvisory = members["level"].map { isAdvisoryLevel($0, &nodes) } ?? false
    let named =
      context.needs + (members["needs"].map { Self.needs($0, context.facts, &nodes) } ?? [])
    var drafts: [ScenarioDraft] = []
    for values in table.rows {
      var scope = self.scope
      scope.row = CaseRow(values.values, &nodes)
      let devices = self.devices(members, scope.row, &nodes)
      var rowVariables = scope.row.names
      scope.deviceNames = devices.map(\.name)
      scope.defaults = self.scope.defaults.filled(by: scope.row, &nodes)
      let timeout = members["timeout"].flatMap {
        DurationReader(row: scope.row)
          .constant(scope.row.filled($0, &nodes), "the scenario's timeout", &nodes)
      }
      let breaks = members["breaks"].map {
        BrokenRule.list(scope.row.filled($0, &nodes), &nodes)
      }
      let name = members["scenario"].flatMap {
        ValueReader(row: scope.row).text($0, "the name of the scenario", &nodes)
      }
      let reader = StepReader(scope)
      let steps = members["steps"].map {
        reader.steps(scope.row.filled($0, &nodes), "the steps", &nodes)
      }
      let finalSteps = members["finally"].map {
        reader.steps(scope.row.filled($0, &nodes), "the steps of 'finally'", &nodes)
      }
      guard let name, let nameNode = members["scenario"], let steps else { continue }
      var lost = steps.lost
      if let finalSteps { lost.add(finalSteps.lost) }
      rowVariables.formUnion(steps.rowVariables)
      if let finalSteps { rowVariables.formUnion(finalSteps.rowVariables) }
      drafts.append(
        ScenarioDraft(
          scenario: Scenario(
            name: name, about: about, tags: tags, isAdvisory: isAdvisory, needs: [],
            liveTables: values.tables, devices: devices,
            timeout: timeout ?? .seconds(120), breaks: breaks ?? [], steps: steps.steps,
            finalSteps: finalSteps?.steps ?? [], position: node.position),
          named: named, liveVariables: Set(values.tables.map(\.variable)),
          rowVariables: rowVariables, lost: lost,
          covers: steps.covers + (finalSteps?.covers ?? []),
          position: nameNode.position))
    }
    return drafts
  }

  private func isAdvisoryLevel(_ node: YAMLNode, _ nodes: inout NodeReader) -> Bool {
    switch node.text {
    case "should": return true
    case "must": return false
    default:
      nodes.error("'level' is must or should, found \(node.withArticle)", at: node)
      return false
    }
  }

  /// Reads `needs`: names of facts, or parts of them.
  ///
  /// - Parameter declared: The facts that the file can use.
  static func needs(
    _ node: YAMLNode, _ declared: FactTable, _ nodes: inout NodeReader
  ) -> [FactUse] {
    var result: [FactUse] = []
    for item in nodes.list(node, "'needs'") ?? [] {
      guard let text = nodes.text(item, "the name of a fact") else { continue }
      do {
        let expression = try VariableExpression(text, at: item.position)
        guard expression.offset == nil, expression.filters.isEmpty, let name = expression.name
        else {
          nodes.error("'needs' names facts and parts of them, such as resources.denied", at: item)
          continue
        }
        let mistakes = nodes.mistakeCount
        VariableName.check(name, item, &nodes)
        if nodes.mistakeCount == mistakes, let problem = declared.problem(with: expression, &nodes)
        {
          nodes.error(problem, at: item)
        }
        result.append(FactUse(name: name, parts: expression.parts))
      } catch {
        nodes.error(error.message, at: item.position(atScalar: error.offset))
      }
    }
    return result
  }

  /// The scenario's own device, and the others.
  private func devices(
    _ members: NodeMembers, _ row: CaseRow, _ nodes: inout NodeReader
  ) -> [Scenario.Device] {
    let platform = members["platform"].flatMap { self.platform($0, row, &nodes) }
    var result = [Scenario.Device(name: "device", platform: platform)]
    guard let node = members["devices"] else { return result }
    for entry in nodes.mapping(node, "'devices'") ?? [] {
      guard let name = entry.key.text else { continue }
      VariableName.check(name, entry.key, &nodes)
      if context.facts.declares(name) {
        nodes.error("'\(name)' is the name of a fact", at: entry.key)
      }
      var platform: Platform?
      if !entry.value.isNull,
        let members = nodes.members(entry.value, "a device", known: ["platform"]),
        let node = members["platform"]
      {
        platform = self.platform(node, row, &nodes)
      }
      result.append(Scenario.Device(name: name, platform: platform))
    }
    return result
  }

  private func platform(
    _ written: YAMLNode, _ row: CaseRow, _ nodes: inout NodeReader
  ) -> Platform? {
    let node = row.filled(written, &nodes)
    let known = FrameworkRegistry.shipped.platforms.map(\.name)
    if let name = node.text, known.contains(name) {
      return Platform(name: name, position: node.position)
    }
    let names = known.joined(separator: ", ")
    let others = node.text?.hasPrefix("${") == true ? " or a variable of written 'cases'" : ""
    nodes.error(
      "a platform is one of \(names)\(others), found \(node.withArticle)", at: node)
    return nil
  }

  private func checkNames(_ drafts: [ScenarioDraft], _ nodes: inout NodeReader) {
    // By index: a draft is large, and a file may have very many.
    var first: [String: Int] = [:]
    for (index, draft) in drafts.enumerated() {
      let name = draft.scenario.name
      for table in draft.scenario.liveTables {
        let isNamed = name.variables.contains { $0.name == table.variable }
        if !isNamed {
          nodes.error(
            "the name does not tell the rows apart: it must contain ${\(table.variable)}, "
              + "or a part of it", at: draft.position)
        }
      }
      let key = name.text
      guard let other = first[key].map({ drafts[$0] }) else {
        first[key] = index
        continue
      }
      nodes.error(
        other.position == draft.position
          ? "the name does not tell the rows of 'cases' apart: two are called '\(key)'"
          : "another scenario is called '\(key)', too, at line \(other.position.line)",
        at: draft.position)
    }
  }
}

extension FactTable {
  /// Why a fact, or a part of one, can't be needed: it is not declared; nil if it is.
  fileprivate func problem(
    with use: VariableExpression, _ nodes: inout NodeReader
  ) -> String? {
    guard let name = use.name else { return nil }
    if let declaration = self[name] { return declaration.problem(withPart: use.parts) }
    guard !isOpen else { return nil }
    let hint =
      nodes.hints.nearest(to: name, among: names).map { ", did you mean '\($0)'?" }
      ?? "; declare it in facts.yaml, beside the suite or in the folder above"
    return "no fact is called '\(name)'\(hint)"
  }
}
