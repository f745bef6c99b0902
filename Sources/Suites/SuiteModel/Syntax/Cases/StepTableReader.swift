// SPDX-License-Identifier: Apache-2.0
// Reads `cases` of a step: the same step, once for each row.

import Formats

/// Reads the rows of a step. They follow each other on the same devices, and none needs another.
struct StepTableReader {
  private let scope: StepScope

  /// - Parameter scope: The scope of the step that has the table.
  init(_ scope: StepScope) {
    self.scope = scope
  }
}

extension StepTableReader {
  /// One step for each row; without steps where the table holds a mistake, which is reported.
  ///
  /// - Parameters:
  ///   - node: The step without its table.
  ///   - cases: The table.
  func steps(of node: YAMLNode, _ cases: YAMLNode, _ nodes: inout NodeReader) -> StepList {
    var list = StepList()
    let mistakes = nodes.mistakeCount
    let table = CaseReader(scope.fragments).table(cases, &nodes)
    guard mistakes == nodes.mistakeCount else {
      return StepList(lost: LostNames(isOpen: true))
    }
    for row in table.rows {
      guard row.tables.isEmpty else {
        nodes.error(
          "the rows of a step are written; a table that facts or the target fill belongs to the "
            + "scenario", at: cases)
        return StepList(lost: LostNames(isOpen: true))
      }
      if let twice = scope.row.names.intersection(row.values.keys).min() {
        nodes.error(
          "'\(twice)' is a variable of the scenario's 'cases' already; choose another name",
          at: cases)
        return StepList(lost: LostNames(isOpen: true))
      }
      guard nodes.counts(row.values.count, cases) else { break }
      var scope = self.scope
      scope.isRowOfStep = true
      scope.row = self.scope.row.adding(row.values, &nodes)
      scope.defaults = self.scope.defaults.filled(by: scope.row, &nodes)
      let step = StepReader(scope).step(scope.row.filled(node, &nodes), &nodes)
      list.add(step)
      list.rowVariables.formUnion(row.values.keys)
    }
    checkNames(list.steps, node, &nodes)
    return list
  }

  private func checkNames(_ steps: [Step], _ node: YAMLNode, _ nodes: inout NodeReader) {
    var names: Set<String> = []
    guard let twice = steps.first(where: { !names.insert($0.name).inserted }) else { return }
    nodes.error(
      "the name of the step does not tell the rows of 'cases' apart: two are called "
        + "'\(twice.name)'", at: node.member("step") ?? node)
  }
}

extension YAMLNode {
  /// The value of a key of a mapping.
  fileprivate func member(_ key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key.text == key }?.value
  }
}
