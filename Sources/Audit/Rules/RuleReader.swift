// SPDX-License-Identifier: Apache-2.0
// Reads a file of rules, and compares rules with their requirements.

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
    let rule = AuditRule(
      name: name, about: about, advice: advice, covers: covers.map(\.cover),
      needs: needs.compactMap { nodes.text($0, "the name of a fact") }, position: node.position,
      coverPositions: covers.map(\.position), among: among,
      occasion: occasion, saves: saves, conditions: conditions, demand: demand)
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

/// Finds variables that no `save` of the rule gives a value before they are used.
private enum VariableCheck {
  static func check(_ rule: AuditRule, _ nodes: inout NodeReader) {
    var known = Set(rule.needs + ["now"])
    report(rule.occasion.variables, known, &nodes)
    known.formUnion(rule.occasion.saves.map(\.name))
    known.formUnion(rule.saves.map(\.name))
    for condition in rule.conditions {
      for pattern in condition.patterns { report(pattern.variables, known, &nodes) }
      switch condition {
      case .earlier(let search), .notEarlier(let search):
        known.formUnion(search.pattern.saves.map(\.name))
      case .latest(_, _, let saves, _): known.formUnion(saves.map(\.name))
      }
    }
    for pattern in rule.demand.patterns { report(pattern.variables, known, &nodes) }
    for distance in rule.demand.distances { report(distance.variables, known, &nodes) }
  }

  private static func report(
    _ variables: [VariableExpression], _ known: Set<String>, _ nodes: inout NodeReader
  ) {
    for variable in variables {
      guard let name = variable.name, !known.contains(name) else { continue }
      nodes.error(
        "nothing gives '\(name)' a value here\(nodes.hints.hint(for: name, among: known)); "
          + "save it on the occasion or under 'given', or name a fact under 'needs'",
        at: variable.position, length: variable.written.unicodeScalars.count + 3)
    }
  }
}

/// Finds covers that say too much, and rules that cover nothing.
struct RuleCheck {
  let files: [RuleFile]
  let catalogues: [String: Catalogue]

  var diagnostics: [Diagnostic] {
    files.flatMap { file in file.rules.flatMap { doubts(about: $0, file) } }
  }

  private func doubts(about rule: AuditRule, _ file: RuleFile) -> [Diagnostic] {
    let chain = catalogues.chain(of: file.cookbook ?? "")
    var diagnostics: [Diagnostic] = []
    for (cover, position) in zip(rule.covers, rule.coverPositions) {
      guard let requirement = chain.requirement(cover.id) else { continue }
      let length = cover.id.unicodeScalars.count
      if requirement.unrecorded != nil {
        diagnostics.append(
          Diagnostic(
            .error,
            "the catalogue says under 'unrecorded' that no recording shows '\(cover.id)'; take it "
              + "out there, or here", file: file.file, at: position, length: length))
      }
    }
    if rule.covers.isEmpty, file.cookbook != nil {
      diagnostics.append(
        Diagnostic(
          .warning, "the rule covers no requirement: broken, it fails none; add 'covers: […]'",
          file: file.file, at: rule.position))
    }
    return diagnostics
  }
}
