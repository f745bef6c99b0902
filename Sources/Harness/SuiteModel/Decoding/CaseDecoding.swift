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
    case .mapping(let entries):
      let keys = entries.compactMap(\.key.text)
      if keys == ["combine"], depth == 0 { return combined(entries[0].value) }
      if keys.contains("each") { return liveTable(node) }
      error("expected a list of rows, {each: name, in: …} or {combine: …}", at: node)
      return nil
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
    guard items.count <= CaseTable.limit else {
      error("a table has at most \(CaseTable.limit) rows, and this has \(items.count)", at: node)
      return nil
    }
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

  private mutating func combined(_ node: YAMLNode) -> [CaseTable.Row]? {
    guard let items = list(node, "the tables of 'combine'") else { return nil }
    var result = [CaseTable.Row()]
    for item in items {
      guard let rows = table(item, depth: 1) else { return nil }
      guard result.count * rows.count <= CaseTable.limit else {
        error("'combine' gives more than \(CaseTable.limit) rows", at: node)
        return nil
      }
      result = result.flatMap { left in
        rows.map { right in
          CaseTable.Row(
            values: left.values.merging(right.values) { $1 }, tables: left.tables + right.tables)
        }
      }
    }
    return result
  }

  private mutating func liveTable(_ node: YAMLNode) -> [CaseTable.Row]? {
    guard let members = members(node, "a table", known: ["each", "in", "of"]),
      let nameNode = members["each"], let name = text(nameNode, "the name of the variable")
    else { return nil }
    checkVariableName(name, nameNode)
    guard let rows = members["in"] else {
      error("a table of one variable has 'in': a list of facts, or a query with 'of'", at: node)
      return nil
    }
    if let of = members["of"] {
      guard let fragmentName = text(of, "the name of a fragment") else { return nil }
      guard let id = fragment(fragmentName) else {
        error(
          "unknown fragment '\(fragmentName)'"
            + Suggestion.hint(for: fragmentName, among: fragmentNames), at: of)
        return nil
      }
      guard let (template, expressions) = query(rows) else { return nil }
      let use = FragmentUse(fragment: id, arguments: [], position: of.position)
      let table = LiveTable(
        variable: name, rows: .answer(use, query: template, expressions: expressions),
        position: node.position)
      return [CaseTable.Row(tables: [table])]
    }
    if case .sequence(let items) = rows.content {
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
