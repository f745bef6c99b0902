// SPDX-License-Identifier: Apache-2.0
// Reads a file of rules.

import Expectations
import Formats
import Suites
import Text

/// Reads a file of rules, apart from its cookbook and phase.
struct RuleReader {
  var patterns: PatternReader

  static let fileKeys = ["application", "about", "cookbook", "phase", "rules"]
  private static let ruleKeys = [
    "rule", "about", "covers", "advice", "needs", "on", "among", "given", "save",
  ]
}

extension RuleReader {
  mutating func rules(_ node: YAMLNode, _ nodes: inout NodeReader) -> [AuditRule] {
    var rules: [AuditRule] = []
    var names: [String: Position] = [:]
    guard let items = nodes.list(node, "'rules'") else { return [] }
    if items.isEmpty { nodes.error("'rules' has at least one", at: node) }
    for item in items {
      guard let rule = rule(item, &nodes) else { continue }
      if let first = names[rule.name] {
        nodes.error("a rule is called the same already, at \(first)", at: rule.position)
      }
      names[rule.name] = rule.position
      rules.append(rule)
    }
    return rules
  }

  private mutating func rule(_ node: YAMLNode, _ nodes: inout NodeReader) -> AuditRule? {
    let known = Self.ruleKeys + DemandKey.names
    guard let members = nodes.members(node, "a rule", known: known) else { return nil }
    for key in ["rule", "on"] where members.lacks(key) {
      nodes.error(
        key == "on"
          ? "a rule says which exchanges it is about: add 'on: NAME'"
          : "a rule has a name, for the report: add 'rule: …'", at: node)
    }
    let name = members["rule"].flatMap { nodes.text($0, "the name of the rule") }
    let about = members["about"].flatMap { nodes.text($0, "'about'") }
    let advice = members["advice"].flatMap { nodes.text($0, "'advice'") }
    let covers = members["covers"].map { self.covers($0, &nodes) } ?? []
    let needs = members["needs"].flatMap { nodes.list($0, "'needs'") } ?? []
    let occasion = members["on"].flatMap {
      patterns.pattern($0, "'on'", isOwn: true, &nodes)?.pattern
    }
    let among = members["among"].flatMap { patterns.values($0, &nodes).first }
    let conditions = members["given"].map { patterns.conditions($0, &nodes) } ?? []
    let saves = members["save"].map { patterns.saves($0, &nodes) } ?? []
    let mistakes = nodes.mistakeCount
    let demand = patterns.demand(members, of: node, "a rule", on: occasion?.kinds ?? [], &nodes)
    guard let name, let occasion, let demand, nodes.mistakeCount == mistakes else { return nil }
    let cores = occasion.kinds.map { patterns.vocabulary.kinds[$0].core }.unique
    let rule = AuditRule(
      name: name, about: about, advice: advice, covers: covers.map(\.cover),
      needs: needs.compactMap { nodes.text($0, "the name of a fact") }, position: node.position,
      coverPositions: covers.map(\.position), among: among,
      core: cores.count == 1 ? cores[0] : nil, occasion: occasion, saves: saves,
      conditions: conditions, demand: demand)
    VariableCheck.check(rule, &nodes)
    return rule
  }

  private func covers(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> [(cover: Cover, position: Position)] {
    var covers: [(cover: Cover, position: Position)] = []
    for item in nodes.list(node, "'covers'") ?? [] {
      guard item.tag == nil, case .mapping = item.content else {
        guard let id = nodes.text(item, "an item of 'covers'") else { continue }
        covers.append((Cover(id: id), item.position))
        continue
      }
      for entry in nodes.mapping(item, "an item of 'covers'") ?? [] {
        guard let id = nodes.text(entry.key, "the id of a requirement") else { continue }
        covers.append((Cover(id: id, places: nodes.places(entry.value)), entry.key.position))
      }
    }
    return covers
  }
}
