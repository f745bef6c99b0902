// SPDX-License-Identifier: Apache-2.0
// Reading `cases`: rows that are written, and tables whose rows come with the run.

import JSON
import SourceText
import YAML

/// The rows of a scenario: each written row with the live tables that multiply it.
struct CaseTable {
  struct Row {
    var values: [String: YAMLNode] = [:]
    var tables: [LiveTable] = []
  }

  static let limit = 1000

  /// Without `cases:` one row without a value.
  var rows: [Row] = [Row()]
}

extension SuiteDecoder {
  /// Reads `cases:`.
  mutating func cases(_ node: YAMLNode) -> CaseTable {
    CaseTable(rows: table(node, depth: 0) ?? [])
  }

  /// nil where there is a mistake, which is reported.
  private mutating func table(_ node: YAMLNode, depth: Int) -> [CaseTable.Row]? {
    switch node.content {
    case .sequence(let items): return rows(items, node)
    case .mapping:
      guard let members = members(node, "a table", known: ["each", "in", "of", "combine"]) else {
        return nil
      }
      if let combine = members["combine"] {
        if depth > 0 {
          error("'combine' takes lists of rows and {each: …} tables, no 'combine'", at: node)
          return nil
        }
        if members.count > 1 {
          error("'combine' stands alone", at: node)
          return nil
        }
        return combined(combine)
      }
      return liveTable(node, members)
    case .scalar:
      error("expected a list of rows, found \(node.withArticle)", at: node)
      return nil
    }
  }

  private mutating func rows(_ items: [YAMLNode], _ node: YAMLNode) -> [CaseTable.Row]? {
    if items.isEmpty {
      error("a table has at least one row", at: node)
      return nil
    }
    guard isWithinLimit(items.count, node) else { return nil }
    var result: [CaseTable.Row] = []
    var names: Set<String>?
    for item in items {
      guard let entries = mapping(item, "a row of 'cases'") else { return nil }
      var values: [String: YAMLNode] = [:]
      for entry in entries {
        guard let name = entry.key.text else { continue }
        checkVariableName(name, entry.key)
        values[name] = entry.value
      }
      let own = Set(values.keys)
      if let names, names != own {
        let missing = names.subtracting(own).sorted()
        let surplus = own.subtracting(names).sorted()
        let parts =
          (missing.isEmpty ? [] : ["lacks \(missing.joined(separator: ", "))"])
          + (surplus.isEmpty ? [] : ["has \(surplus.joined(separator: ", ")) besides"])
        error(
          "the rows of a table have the same keys; this one \(parts.joined(separator: " and "))",
          at: item)
      }
      names = names ?? own
      result.append(CaseTable.Row(values: values))
    }
    return result
  }

  private mutating func isWithinLimit(_ count: Int, _ node: YAMLNode) -> Bool {
    if count <= CaseTable.limit { return true }
    error("a table has at most \(CaseTable.limit) rows, and this has \(count)", at: node)
    return false
  }

  private mutating func combined(_ node: YAMLNode) -> [CaseTable.Row]? {
    guard let items = list(node, "the tables of 'combine'") else { return nil }
    if items.isEmpty {
      error("'combine' has at least one table", at: node)
      return nil
    }
    var result = [CaseTable.Row()]
    var names: Set<String> = []
    for item in items {
      guard let rows = table(item, depth: 1) else { return nil }
      let own = Set(rows.flatMap { $0.values.keys + $0.tables.map(\.variable) })
      if let twice = own.intersection(names).min() {
        error("two tables of 'combine' have the variable '\(twice)'", at: item)
        return nil
      }
      names.formUnion(own)
      guard result.count * rows.count <= CaseTable.limit else {
        error("'combine' gives more than \(CaseTable.limit) rows", at: node)
        return nil
      }
      guard counts(result.count * rows.count * names.count, node) else { return nil }
      result = result.flatMap { left in
        rows.map { right in
          CaseTable.Row(
            values: left.values.merging(right.values) { $1 }, tables: left.tables + right.tables)
        }
      }
    }
    return result
  }

  private mutating func liveTable(
    _ node: YAMLNode, _ members: [String: YAMLNode]
  ) -> [CaseTable.Row]? {
    guard let nameNode = members["each"] else {
      error("expected a list of rows, {each: name, in: …} or {combine: …}", at: node)
      return nil
    }
    guard let name = text(nameNode, "the name of the variable") else { return nil }
    checkVariableName(name, nameNode)
    guard let rows = members["in"] else {
      error("a table of one variable has 'in': a list of facts, or a query with 'of'", at: node)
      return nil
    }
    if let of = members["of"] {
      guard let fragmentName = text(of, "the name of a fragment") else { return nil }
      guard let id = knownFragment(fragmentName, of) else { return nil }
      guard let (template, expressions) = query(rows) else { return nil }
      let use = FragmentUse(fragment: id, arguments: [], position: of.position)
      let table = LiveTable(
        variable: name, rows: .answer(use, query: template, expressions: expressions),
        position: node.position)
      return [CaseTable.Row(tables: [table])]
    }
    if rows.tag == nil, case .sequence(let items) = rows.content {
      if items.isEmpty { error("a table has at least one row", at: rows) }
      guard !items.isEmpty, isWithinLimit(items.count, rows) else { return nil }
      return items.map { CaseTable.Row(values: [name: $0]) }
    }
    guard
      let expression = textTemplate(rows, "a list of facts, such as \"${resources.permitted}\"")?
        .wholeVariable
    else {
      error("expected a list, or one ${…} that is a list among the facts", at: rows)
      return nil
    }
    let table = LiveTable(variable: name, rows: .facts(expression), position: node.position)
    return [CaseTable.Row(tables: [table])]
  }

  mutating func checkVariableName(_ name: String, _ node: YAMLNode) {
    if !Names.isName(name) {
      error(
        "'\(name)' can't be a name: lower-case letters, digits and '_', a letter first", at: node)
    } else if Names.builtIns.contains(name) {
      error("'\(name)' is built in and can't be hidden", at: node)
    }
  }
}
