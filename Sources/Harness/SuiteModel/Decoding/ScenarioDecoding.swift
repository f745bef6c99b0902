// SPDX-License-Identifier: Apache-2.0
// Reading scenarios: one for each written row of their cases.

import JSON
import SourceText
import YAML

extension SuiteDecoder {
  private static let scenarioKeys = [
    "scenario", "about", "needs", "tags", "only-on", "skip", "level", "cases", "platform",
    "devices", "timeout", "steps", "finally",
  ]

  /// What a scenario has of its suite.
  struct SuiteContext {
    var needs: [FactUse] = []
    var tags: [String] = []
  }

  /// A scenario before its facts are known.
  struct ScenarioDraft {
    var scenario: Scenario
    /// Names of facts that `needs` of the suite or the scenario names.
    var named: [FactUse]
    /// Variables of live tables, which are bound while the scenario runs.
    var liveVariables: Set<String>
    /// Variables of rows, which are already put in.
    var rowVariables: Set<String>
    /// What steps that could not be read would have bound.
    var lost: SuiteDecoder.LostNames
    var position: Position
    /// Whether it uses the same names as the row before it.
    var usesNamesOfRowBefore = false
  }

  /// Steps of a scenario that are the same in all its rows, by the places of their nodes.
  private struct CommonSteps {
    var steps: [Position: Step] = [:]
    var lists: [Position: [Step]] = [:]

    /// Whether the steps of a node, if there is one, have been read as they are in all rows.
    func has(_ node: YAMLNode?) -> Bool { node.map { lists[$0.position] != nil } ?? true }
  }

  mutating func scenarios(_ node: YAMLNode, _ context: SuiteContext) -> [ScenarioDraft] {
    guard let items = list(node, "'scenarios'") else { return [] }
    if items.isEmpty { error("a suite has at least one scenario", at: node) }
    var result: [ScenarioDraft] = []
    for item in items { result += scenario(item, context) }
    checkNames(result)
    return result
  }

  private mutating func scenario(_ node: YAMLNode, _ context: SuiteContext) -> [ScenarioDraft] {
    guard let members = members(node, "a scenario", known: Self.scenarioKeys) else { return [] }
    if members["scenario"] == nil { error("a scenario has a name: add 'scenario: …'", at: node) }
    if members["steps"] == nil { error("a scenario has steps: add 'steps: …'", at: node) }
    let table = members["cases"].map { cases($0) } ?? CaseTable()
    let about = members["about"].flatMap { text($0, "'about'") }
    let tags = context.tags + (members["tags"].map { texts($0, "'tags'") } ?? [])
    let targets = members["only-on"].map { texts($0, "'only-on'") } ?? []
    let skip = members["skip"].flatMap { text($0, "the reason of 'skip'") }
    let isAdvisory = members["level"].map { isAdvisoryLevel($0) } ?? false
    let named = context.needs + (members["needs"].map { needs($0) } ?? [])
    let devices = self.devices(members)
    let timeout = members["timeout"].flatMap { duration($0, "the scenario's timeout") }
    deviceNames = devices.map(\.name)
    let defaults = self.defaults
    defer {
      row = RowSubstitution()
      deviceNames = nil
      self.defaults = defaults
    }
    var drafts: [ScenarioDraft] = []
    var common = CommonSteps()
    for values in table.rows {
      enter(values.values, defaults)
      let name = members["scenario"].flatMap { textTemplate($0, "the name of the scenario") }
      let areCommon = common.has(members["steps"]) && common.has(members["finally"])
      let steps = members["steps"].map { self.steps($0, "the steps", &common) }
      let finalSteps = members["finally"].map {
        self.steps($0, "the steps of 'finally'", &common)
      }
      reportRowMistakes()
      guard let name, let nameNode = members["scenario"], let steps else { continue }
      let isLikeRowBefore =
        areCommon && name.variables.isEmpty
        && drafts.last?.scenario.name.variables.isEmpty ?? false
      drafts.append(
        ScenarioDraft(
          scenario: Scenario(
            name: name, about: about, tags: tags, targets: targets, skipReason: skip,
            isAdvisory: isAdvisory, needs: [], liveTables: values.tables, devices: devices,
            timeout: timeout ?? .seconds(120), steps: steps, finalSteps: finalSteps ?? [],
            position: node.position),
          named: named, liveVariables: Set(values.tables.map(\.variable)),
          rowVariables: Set(values.values.keys), lost: lost, position: nameNode.position,
          usesNamesOfRowBefore: isLikeRowBefore))
    }
    return drafts
  }

  /// The steps of a row.
  ///
  /// - Parameter common: Those that name nothing of a row, which are read once for all.
  private mutating func steps(
    _ node: YAMLNode, _ what: String, _ common: inout CommonSteps
  ) -> [Step] {
    if let steps = common.lists[node.position] { return steps }
    let isVaried = defaults.headersNode.map { row.isNamed(in: $0) } ?? false
    guard case .sequence = node.content, !row.isEmpty, !isVaried else {
      return steps(row.filled(node), what)
    }
    guard let items = list(node, what) else { return [] }
    if items.isEmpty { error("\(what) are empty; write at least one step", at: node) }
    var steps: [Step] = []
    for item in items {
      if let step = common.steps[item.position] {
        steps.append(step)
        continue
      }
      let mistakes = mistakeCount
      guard let step = step(row.filled(item)) else { continue }
      steps.append(step)
      if mistakes == mistakeCount, !row.isNamed(in: item) {
        common.steps[item.position] = step
      }
    }
    // Where all are common, so is their list: thousands of rows hold it once.
    if items.allSatisfy({ common.steps[$0.position] != nil }) {
      common.lists[node.position] = steps
    }
    return steps
  }

  /// Makes ready for the steps of a row.
  private mutating func enter(_ values: [String: YAMLNode], _ defaults: Defaults) {
    row = RowSubstitution(values)
    lost = LostNames()
    reportRowMistakes()
    // Default headers may name variables of the row, too.
    if !row.isEmpty, let headers = defaults.headersNode {
      self.defaults.headers = fields(row.filled(headers), "the headers")
    }
  }

  private mutating func reportRowMistakes() {
    for mistake in row.mistakes { error(mistake.message, at: mistake.node) }
  }

  private mutating func isAdvisoryLevel(_ node: YAMLNode) -> Bool {
    switch node.text {
    case "should": return true
    case "must": return false
    default:
      error("'level' is must or should, found \(node.withArticle)", at: node)
      return false
    }
  }

  /// Reads `needs`: names of facts, or parts of them.
  mutating func needs(_ node: YAMLNode) -> [FactUse] {
    var result: [FactUse] = []
    for item in list(node, "'needs'") ?? [] {
      guard let text = text(item, "the name of a fact") else { continue }
      do {
        let expression = try VariableExpression(text, at: item.position)
        guard expression.offset == nil, expression.filters.isEmpty, let name = expression.name
        else {
          error("'needs' names facts and parts of them, such as resources.denied", at: item)
          continue
        }
        checkVariableName(name, item)
        result.append(FactUse(name: name, parts: expression.parts))
      } catch {
        self.error(error.message, at: item.position(atScalar: error.offset))
      }
    }
    return result
  }

  private mutating func devices(_ members: [String: YAMLNode]) -> [Scenario.Device] {
    let platform = members["platform"].flatMap { self.platform($0) } ?? .tvOS
    var result = [Scenario.Device(name: "device", platform: platform)]
    guard let node = members["devices"] else { return result }
    for entry in mapping(node, "'devices'") ?? [] {
      guard let name = entry.key.text else { continue }
      checkVariableName(name, entry.key)
      if Names.facts.contains(name) { error("'\(name)' is the name of a fact", at: entry.key) }
      var platform = Platform.tvOS
      if !entry.value.isNull,
        let members = self.members(entry.value, "a device", known: ["platform"]),
        let node = members["platform"]
      {
        platform = self.platform(node) ?? .tvOS
      }
      result.append(Scenario.Device(name: name, platform: platform))
    }
    return result
  }

  private mutating func platform(_ node: YAMLNode) -> Platform? {
    if let platform = node.text.flatMap({ Platform(rawValue: $0) }) { return platform }
    error("a platform is tvOS or iOS, found \(node.withArticle)", at: node)
    return nil
  }

  private mutating func checkNames(_ drafts: [ScenarioDraft]) {
    var first: [String: ScenarioDraft] = [:]
    for draft in drafts {
      let name = draft.scenario.name
      for table in draft.scenario.liveTables {
        let isNamed = name.variables.contains { $0.name == table.variable }
        if !isNamed {
          error(
            "the name does not tell the rows apart: it must contain ${\(table.variable)}, "
              + "or a part of it", at: draft.position)
        }
      }
      let key = name.text
      guard let other = first[key] else {
        first[key] = draft
        continue
      }
      error(
        other.position == draft.position
          ? "the name does not tell the rows of 'cases' apart: two are called '\(key)'"
          : "another scenario is called '\(key)', too, at line \(other.position.line)",
        at: draft.position)
    }
  }
}
