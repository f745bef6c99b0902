// SPDX-License-Identifier: Apache-2.0
// Reads `cases`: written rows, tables that are filled from the target, common steps.

import Expectations
import Formats
import Text

/// Reads the cases of a scenario.
struct CaseReader {
  struct Row {
    var values: [String: YAMLNode] = [:]
    var tables: [LiveTable] = []
    /// The cells of situations that it is made of, as `situation/cell`.
    var cells: [String] = []
    /// Whether only a deep run has it.
    var isDeep = false
  }

  /// How many rows a table may have.
  private static let limit = 1000

  let fragments: FragmentLookup
}

extension CaseReader {
  /// The rows of `cases:`; empty where it holds a mistake, which is reported.
  func rows(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Row] {
    table(node, depth: 0, &nodes) ?? []
  }

  /// - Parameter depth: 1 inside `combine:` and `pairs:`, else 0.
  private func table(_ node: YAMLNode, depth: Int, _ nodes: inout NodeReader) -> [Row]? {
    switch node.content {
    case .sequence(let items): return rows(items, node, &nodes)
    case .mapping:
      let known = ["each", "in", "of", "combine", "pairs", "situation"]
      guard let members = nodes.members(node, "a table", known: known) else { return nil }
      for key in ["combine", "pairs", "situation"] {
        guard let value = members[key] else { continue }
        if depth > 0, key != "situation" {
          nodes.error("'\(key)' takes lists of rows, situations and {each: …} tables", at: node)
          return nil
        }
        if members.count > 1 {
          nodes.error("'\(key)' stands alone", at: node)
          return nil
        }
        if key == "situation" { return situation(value, &nodes) }
        return combined(value, key, &nodes)
      }
      return liveTable(node, members, &nodes)
    case .scalar:
      nodes.error("expected a list of rows, found \(node.withArticle)", at: node)
      return nil
    }
  }

  private func rows(_ items: [YAMLNode], _ node: YAMLNode, _ nodes: inout NodeReader) -> [Row]? {
    if items.isEmpty {
      nodes.error("a table has at least one row", at: node)
      return nil
    }
    guard isWithinLimit(items.count, node, &nodes) else { return nil }
    var result: [Row] = []
    var names: Set<String>?
    for item in items {
      guard let entries = nodes.mapping(item, "a row of 'cases'") else { return nil }
      var values: [String: YAMLNode] = [:]
      var cells: [String] = []
      for entry in entries {
        guard let name = entry.key.text else { continue }
        if name == "cell" {
          let isOne = entry.value.text != nil
          let list = YAMLNode(.sequence([entry.value]), at: entry.value.position)
          cells = nodes.texts(isOne ? list : entry.value, "'cell'")
          fragments.check(cells, entry.value, &nodes)
          continue
        }
        nodes.checkName(name, entry.key)
        values[name] = entry.value
      }
      let own = Set(values.keys)
      if let names, names != own {
        let missing = names.subtracting(own).sorted()
        let surplus = own.subtracting(names).sorted()
        let parts =
          (missing.isEmpty ? [] : ["lacks \(missing.joined(separator: ", "))"])
          + (surplus.isEmpty ? [] : ["has \(surplus.joined(separator: ", ")) besides"])
        nodes.error(
          "the rows of a table have the same keys; this one \(parts.joined(separator: " and "))",
          at: item)
      }
      names = names ?? own
      result.append(Row(values: values, cells: cells))
    }
    return result
  }

  private func isWithinLimit(_ count: Int, _ node: YAMLNode, _ nodes: inout NodeReader) -> Bool {
    if count <= Self.limit { return true }
    nodes.error("a table has at most \(Self.limit) rows, and this has \(count)", at: node)
    return false
  }

  /// The rows of a situation. They stand in another file, so that mistakes in them are reported
  /// where they are used.
  private func situation(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Row]? {
    guard let name = nodes.text(node, "the name of a situation") else { return nil }
    guard let situation = fragments.situations[name] else {
      let hint = Suggestion.hint(for: name, among: fragments.situations.keys.sorted())
      nodes.error("no situation is called '\(name)'\(hint)", at: node)
      return nil
    }
    let cells = situation.cells.map { $0.row.moved(to: node) }
    return rows(cells, node, &nodes)?.enumerated().map { index, row in
      var row = row
      row.cells = ["\(name)/\(situation.cells[index].name)"]
      return row
    }
  }

  /// Each row of a table with each of the others. Of `pairs`, every run has each row of the first
  /// table with the first of the second, and with one of the others in turn; a deep run has the rest.
  private func combined(_ node: YAMLNode, _ key: String, _ nodes: inout NodeReader) -> [Row]? {
    guard let items = nodes.list(node, "the tables of '\(key)'") else { return nil }
    if items.isEmpty {
      nodes.error("'\(key)' has at least one table", at: node)
      return nil
    }
    var result = [Row()]
    var sizes: [Int] = []
    var names: Set<String> = []
    for item in items {
      guard let rows = table(item, depth: 1, &nodes) else { return nil }
      let own = Set(rows.flatMap { $0.values.keys + $0.tables.map(\.variable) })
      if let twice = own.intersection(names).min() {
        nodes.error("two tables of '\(key)' have the variable '\(twice)'", at: item)
        return nil
      }
      names.formUnion(own)
      guard result.count * rows.count <= Self.limit else {
        nodes.error("'\(key)' gives more than \(Self.limit) rows", at: node)
        return nil
      }
      guard nodes.counts(result.count * rows.count * names.count, node) else { return nil }
      result = result.flatMap { left in
        rows.map { right in
          Row(
            values: left.values.merging(right.values) { $1 }, tables: left.tables + right.tables,
            cells: left.cells + right.cells)
        }
      }
      sizes.append(rows.count)
    }
    guard key == "pairs" else { return result }
    guard sizes.count == 2 else {
      nodes.error("'pairs' has two tables", at: node)
      return nil
    }
    let (rows, others) = (sizes[0], max(sizes[1] - 1, 1))
    var everyRun = Set((0..<rows).map { $0 * sizes[1] })
    for turn in 0..<max(rows, others) {
      everyRun.insert(turn % rows * sizes[1] + min(1 + turn % others, sizes[1] - 1))
    }
    for index in result.indices { result[index].isDeep = !everyRun.contains(index) }
    return result
  }

  private func liveTable(
    _ node: YAMLNode, _ members: NodeMembers, _ nodes: inout NodeReader
  ) -> [Row]? {
    guard
      let nameNode = nodes.required(
        "each", members, "expected a list of rows, {each: name, in: …} or {combine: …}", at: node),
      let name = nodes.name(nameNode, "the name of the variable"),
      let rows = nodes.required(
        "in", members, "a table of one variable has 'in': a list of facts, or a query with 'of'",
        at: node)
    else { return nil }
    if let of = members["of"] {
      guard let fragmentName = nodes.text(of, "the name of a fragment"),
        let id = fragments.id(of: fragmentName, of, &nodes),
        let query = ValueReader().query(rows, &nodes)
      else { return nil }
      let use = FragmentUse(fragment: id, arguments: [], position: of.position)
      let table = LiveTable(
        variable: name, rows: .answer(use, query: query), position: node.position)
      return [Row(tables: [table])]
    }
    if rows.tag == nil, case .sequence(let items) = rows.content {
      if items.isEmpty { nodes.error("a table has at least one row", at: rows) }
      guard !items.isEmpty, isWithinLimit(items.count, rows, &nodes) else { return nil }
      return items.map { Row(values: [name: $0]) }
    }
    guard
      let expression = ValueReader().text(
        rows, "a list of facts, such as \"${resources.permitted}\"", &nodes)?.wholeVariable
    else {
      nodes.error("expected a list, or one ${…} that is a list among the facts", at: rows)
      return nil
    }
    let table = LiveTable(variable: name, rows: .facts(expression), position: node.position)
    return [Row(tables: [table])]
  }
}

extension StepReader {
  /// One step for each row of its `cases`, which follow each other on the same devices, and none
  /// needs another; without steps where the table holds a mistake, which is reported.
  ///
  /// - Parameters:
  ///   - node: The step without its table.
  ///   - cases: The table.
  func steps(of node: YAMLNode, _ cases: YAMLNode, _ nodes: inout NodeReader) -> StepList {
    var list = StepList()
    let mistakes = nodes.mistakeCount
    let rows = CaseReader(fragments: scope.fragments).rows(cases, &nodes)
    guard mistakes == nodes.mistakeCount else { return .unreadable }
    for row in rows {
      if row.isDeep, scope.leavesOutDeepRows {
        list.hasDeepRows = true
        continue
      }
      if !row.cells.isEmpty { list.cells.append(row.cells) }
      guard row.tables.isEmpty else {
        nodes.error(
          "the rows of a step are written; a table that facts or the target fill belongs to the "
            + "scenario", at: cases)
        return .unreadable
      }
      if let twice = scope.row.names.intersection(row.values.keys).min() {
        nodes.error(
          "'\(twice)' is a variable of the scenario's 'cases' already; choose another name",
          at: cases)
        return .unreadable
      }
      guard nodes.counts(row.values.count, cases) else { break }
      var scope = scope
      scope.isRowOfStep = true
      scope.row = scope.row.adding(row.values, &nodes)
      scope.defaults = scope.defaults.filled(by: scope.row, &nodes)
      list.add(StepReader(scope: scope).step(scope.row.filled(node, &nodes), &nodes))
      list.rowVariables.formUnion(row.values.keys)
    }
    var names: Set<String> = []
    if let twice = list.steps.first(where: { !names.insert($0.name).inserted }) {
      nodes.error(
        "the name of the step does not tell the rows of 'cases' apart: two are called "
          + "'\(twice.name)'", at: node.entry("step")?.value ?? node)
    }
    return list
  }
}
