// SPDX-License-Identifier: Apache-2.0
// Reads the steps of a scenario's rows, those that are the same in all rows only once.

import Documents
import SourceText
import Templates
import YAML

/// The steps of a scenario that name nothing of a row, by the places of their nodes.
///
/// A scenario may have a thousand rows: what they have in common is read once and held once.
struct CommonSteps {
  private var steps: [Position: StepList] = [:]
  private var lists: [Position: StepList] = [:]
}

extension CommonSteps {
  /// Whether the steps of a node, if there is one, have been read as they are in all rows.
  func has(_ node: YAMLNode?) -> Bool { node.map { lists[$0.position] != nil } ?? true }

  /// The steps of a node in a row. The requirements that common steps name are given once.
  ///
  /// - Parameter what: The steps in words, for messages.
  mutating func steps(
    _ node: YAMLNode, _ what: String, _ scope: StepScope, _ nodes: inout NodeReader
  ) -> StepList {
    if let steps = lists[node.position] { return steps }
    let row = scope.row
    let reader = StepReader(scope)
    guard case .sequence = node.content, !row.isEmpty, !scope.defaults.nameRow else {
      return reader.steps(row.filled(node, &nodes), what, &nodes)
    }
    var list = StepList()
    guard let items = nodes.list(node, what) else { return list }
    if items.isEmpty { nodes.error("\(what) are empty; write at least one step", at: node) }
    var areCommon = true
    for item in items {
      if let step = steps[item.position] {
        list.add(step)
        continue
      }
      let mistakes = nodes.mistakeCount
      let step = reader.step(row.filled(item, &nodes), &nodes)
      list.add(step)
      if mistakes == nodes.mistakeCount, !step.steps.isEmpty, !row.isNamed(in: item) {
        steps[item.position] = step.withoutCovers
      } else {
        areCommon = false
      }
    }
    if areCommon { lists[node.position] = list.withoutCovers }
    return list
  }
}
