// SPDX-License-Identifier: Apache-2.0
// Reads a suite file, its `defaults:` and its scenarios: one for each written row of their cases.

import Expectations
import Formats
import Partner
import Text

/// Reads a suite.
struct SuiteReader {
  private static let keys = [
    "suite", "about", "cookbook", "phase", "preflight", "walk", "needs", "tags", "secrets",
    "defaults", "fragments", "scenarios",
  ]

  let fragments: FragmentLookup
  let facts: FactTable
}

extension SuiteReader {
  /// The suite of a file; nil where the file is not one, which is reported.
  func suite(_ root: YAMLNode, of file: SourceFile, _ nodes: inout NodeReader) -> SuiteDraft? {
    if root.entry("suite") == nil, root.entry("base-url") != nil {
      nodes.error("this is a target profile, not a suite; give it to --target", at: root)
      return nil
    }
    guard let members = nodes.members(root, "a suite", known: Self.keys) else { return nil }
    let name = nodes.required("suite", members, "a suite has a name: add 'suite: …'", at: root)
    let list = nodes.required(
      "scenarios", members, "a suite has scenarios: add 'scenarios: …'", at: root)
    let scope = StepScope(
      fragments: fragments,
      defaults: members["defaults"].map { StepDefaults($0, &nodes) } ?? StepDefaults())
    let reader = ScenarioReader(
      scope: scope, facts: facts,
      needs: members["needs"].map { ScenarioReader.needs($0, facts, &nodes) } ?? [],
      tags: members["tags"].map { nodes.texts($0, "'tags'") } ?? [])
    let own = members["fragments"].map { FragmentReader(scope: scope).fragments($0, &nodes) }
    let scenarios = list.map { reader.scenarios($0, &nodes) }
    let phase = members["phase"].flatMap { self.phase($0, &nodes) }
    let suite = Suite(
      name: name.flatMap { nodes.text($0, "the name of the suite") } ?? "",
      about: members["about"].flatMap { nodes.text($0, "'about'") }, file: file.name,
      digest: SHA256.hexadecimal(file.bytes), cookbook: members["cookbook"]?.text,
      phase: phase?.text,
      isPreflight: members["preflight"].map { nodes.boolean($0, "'preflight'") } ?? false,
      isWalk: isWalk(members, &nodes),
      secrets: members["secrets"].map { nodes.texts($0, "'secrets'") } ?? [], scenarios: [],
      position: (name ?? root).position)
    return SuiteDraft(
      suite: suite, file: file, cookbook: members["cookbook"], phase: phase,
      secrets: members["secrets"].map {
        if case .sequence(let items) = $0.content { items } else { [] }
      } ?? [], fragments: own ?? [], scenarios: scenarios ?? [])
  }

  /// Whether the suite is a walk, which is of a cookbook and goes through all of its phases.
  private func isWalk(_ members: NodeMembers, _ nodes: inout NodeReader) -> Bool {
    guard let node = members["walk"], nodes.boolean(node, "'walk'") else { return false }
    if members.lacks("cookbook") {
      nodes.error("a walk goes through a cookbook: add 'cookbook: …'", at: node)
    }
    if let phase = members["phase"] {
      nodes.error("a walk goes through all phases; leave out 'phase'", at: phase)
    }
    if let preflight = members["preflight"] {
      nodes.error("a walk judges requirements, and a preflight none; leave this out", at: preflight)
    }
    return true
  }

  private func phase(_ node: YAMLNode, _ nodes: inout NodeReader) -> YAMLNode? {
    if node.tag == nil, !node.isNull, node.text != nil { return node }
    nodes.error("expected the id of a phase, found \(node.withArticle)", at: node)
    return nil
  }
}

struct ScenarioReader {
  private static let keys = [
    "scenario", "about", "needs", "tags", "level", "cases", "platform", "devices", "timeout",
    "hostile", "trouble", "steps", "finally",
  ]

  /// The troubles that a scenario of a preflight can tell.
  private static let troubles = ["clock", "not-the-api"]

  let scope: StepScope
  /// The facts that are declared for the file.
  let facts: FactTable
  /// The facts that all scenarios of the suite need.
  var needs: [FactUse] = []
  var tags: [String] = []
}

extension ScenarioReader {
  func scenarios(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Draft<Scenario>] {
    guard let items = nodes.list(node, "'scenarios'") else { return [] }
    if items.isEmpty { nodes.error("a suite has at least one scenario", at: node) }
    let result = items.flatMap { scenario($0, &nodes) }
    checkNames(result.map(\.content), &nodes)
    return result
  }

  /// One draft for each written row of its cases, and one more where its steps have deep rows.
  private func scenario(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Draft<Scenario>] {
    guard let members = nodes.members(node, "a scenario", known: Self.keys) else { return [] }
    let nameNode = nodes.required(
      "scenario", members, "a scenario has a name: add 'scenario: …'", at: node)
    let stepsNode = nodes.required(
      "steps", members, "a scenario has steps: add 'steps: …'", at: node)
    let rows = members["cases"].map { CaseReader(fragments: scope.fragments).rows($0, &nodes) }
    let about = members["about"].flatMap { nodes.text($0, "'about'") }
    let tags = tags + (members["tags"].map { nodes.texts($0, "'tags'") } ?? [])
    scope.fragments.check(tags, members["tags"] ?? node, &nodes)
    let isAdvisory = members["level"].map { isAdvisoryLevel($0, &nodes) } ?? false
    let needs = needs + (members["needs"].map { Self.needs($0, facts, &nodes) } ?? [])
    // Steps that name no variable of the rows are read once, and held once.
    let written =
      scope.fragments.readsSteps
      ? [members["steps"], members["finally"]].compactMap(\.self) + scope.defaults.written : []
    var common: [String: StepList] = [:]
    var namings: [Set<String>: Bool] = [:]
    func read(
      _ list: YAMLNode, _ what: String, _ scope: StepScope, _ nodes: inout NodeReader
    ) -> StepList {
      let key = "\(what) \(scope.leavesOutDeepRows)"
      let isNamed = namings[scope.row.names] ?? written.contains(where: scope.row.isNamed)
      namings[scope.row.names] = isNamed
      if !isNamed, let steps = common[key] { return steps }
      let steps = StepReader(scope: scope).steps(scope.row.filled(list, &nodes), what, &nodes)
      common[key] = isNamed ? nil : steps
      return steps
    }
    func draft(_ written: CaseReader.Row, _ nameNode: YAMLNode?) -> Draft<Scenario>? {
      var scope = scope
      let row = CaseRow(written.values, &nodes)
      let values = ValueReader(row: row)
      let tags = tags + (written.isDeep ? [Scenario.deepTag] : [])
      scope.row = row
      scope.leavesOutDeepRows = !tags.contains(Scenario.deepTag)
      let devices = devices(members, row, &nodes)
      scope.deviceNames = devices.map(\.name)
      scope.defaults = scope.defaults.filled(by: row, &nodes)
      let timeout = members["timeout"].flatMap {
        values.constantDuration(row.filled($0, &nodes), "the scenario's timeout", &nodes)
      }
      let isHostile = members["hostile"].map {
        nodes.boolean(row.filled($0, &nodes), "'hostile'")
      }
      let trouble = members["trouble"].flatMap { self.trouble($0, &nodes) }
      let name = nameNode.flatMap { values.text($0, "the name of the scenario", &nodes) }
      var all = StepList(rowVariables: row.names)
      let steps = stepsNode.map { read($0, "the steps", scope, &nodes) }
      let finalSteps = members["finally"].map { read($0, "the steps of 'finally'", scope, &nodes) }
      guard let name, let steps else { return nil }
      all.add(steps)
      if let finalSteps { all.add(finalSteps) }
      let cells = written.cells + tags.filter { $0.utf8.contains(UInt8(ascii: "/")) }
      let scenario = Scenario(
        name: name, about: about, tags: tags, isAdvisory: isAdvisory, needs: needs,
        cells: ([[]] + all.cells).map { cells + $0 }, liveTables: written.tables,
        devices: devices, timeout: timeout ?? .seconds(120), isHostile: isHostile ?? false,
        trouble: trouble, steps: steps.steps, finalSteps: finalSteps?.steps ?? [],
        position: node.position)
      return Draft(content: scenario, steps: all)
    }
    return (rows ?? [CaseReader.Row()]).flatMap { row -> [Draft<Scenario>] in
      guard let plain = draft(row, nameNode) else { return [] }
      guard plain.steps.hasDeepRows, let nameNode, let name = nameNode.text else { return [plain] }
      var row = row
      row.isDeep = true
      let scalar = YAMLScalar("\(name), in depth", style: .doubleQuoted)
      let longer = YAMLNode(.scalar(scalar), at: nameNode.position, length: nameNode.length)
      return [plain] + (draft(row, longer).map { [$0] } ?? [])
    }
  }

  private func trouble(_ node: YAMLNode, _ nodes: inout NodeReader) -> String? {
    if let text = node.text, Self.troubles.contains(text) { return text }
    nodes.error(
      "'trouble' is \(Self.troubles.joined(separator: " or ")), found \(node.withArticle)", at: node
    )
    return nil
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
        nodes.checkName(name, item)
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
      nodes.checkName(name, entry.key)
      if facts.declares(name) { nodes.error("'\(name)' is the name of a fact", at: entry.key) }
      let members =
        entry.value.isNull
        ? nil : nodes.members(entry.value, "a device", known: ["platform", "partner"])
      result.append(
        Scenario.Device(
          name: name, platform: members?["platform"].flatMap { self.platform($0, row, &nodes) },
          partner: members?["partner"].flatMap { nodes.text($0, "the name of a framework") }))
    }
    return result
  }

  private func platform(
    _ written: YAMLNode, _ row: CaseRow, _ nodes: inout NodeReader
  ) -> Platform? {
    let node = row.filled(written, &nodes)
    guard let name = nodes.text(node, "the name of a platform") else { return nil }
    if !name.hasPrefix("${") { return Platform(name: name, position: node.position) }
    nodes.error("a platform is a name, or a variable of written 'cases'", at: node)
    return nil
  }

  private func checkNames(_ scenarios: [Scenario], _ nodes: inout NodeReader) {
    // By index: a scenario is large, and a file may have very many.
    var first: [String: Int] = [:]
    for (index, scenario) in scenarios.enumerated() {
      let name = scenario.name
      for table in scenario.liveTables
      where !name.variables.contains(where: { $0.name == table.variable }) {
        nodes.error(
          "the name does not tell the rows apart: it must contain ${\(table.variable)}, "
            + "or a part of it", at: name.position)
      }
      guard let other = first[name.text] else {
        first[name.text] = index
        continue
      }
      let place = scenarios[other].name.position
      nodes.error(
        place == name.position
          ? "the name does not tell the rows of 'cases' apart: two are called '\(name.text)'"
          : "another scenario is called '\(name.text)', too, at line \(place.line)",
        at: name.position)
    }
  }
}

extension FactTable {
  /// Why a fact, or a part of one, can't be needed: it is not declared; nil if it is.
  fileprivate func problem(with use: VariableExpression, _ nodes: inout NodeReader) -> String? {
    guard let name = use.name else { return nil }
    if let declaration = self[name] { return declaration.problem(withPart: use.parts) }
    guard !isOpen else { return nil }
    let hint =
      nodes.hints.nearest(to: name, among: names).map { ", did you mean '\($0)'?" }
      ?? "; declare it in facts.yaml, beside the suite or in the folder above"
    return "no fact is called '\(name)'\(hint)"
  }
}
