// SPDX-License-Identifier: Apache-2.0
// Reads `situations.yaml`: the table of situations, over which suites expand.

package import Formats
import Text

/// A class of situations that calls may meet, and its cells.
package struct Situation: Sendable {
  package let name: String
  package let about: String
  /// Each with its row of `cases`, without values where a scenario says by a tag that it visits it.
  package let cells: [(name: String, row: YAMLNode)]
  /// The situation whose cells it is paired with, such as calls; nil if it stands alone.
  package let pairedWith: String?
  package let file: String
}

extension Situation {
  /// The situations of a file.
  static func all(_ root: YAMLNode, _ nodes: inout NodeReader) -> [Situation] {
    guard let members = nodes.members(root, "a file of situations", known: ["situations"]),
      let list = nodes.required("situations", members, "add 'situations: …'", at: root)
    else { return [] }
    return (nodes.list(list, "'situations'") ?? []).compactMap { Situation($0, &nodes) }
  }

  private init?(_ node: YAMLNode, _ nodes: inout NodeReader) {
    let known = ["situation", "about", "at", "cells"]
    guard let members = nodes.members(node, "a situation", known: known),
      let name = nodes.required(
        "situation", members, "a situation has a name: add 'situation: …'", at: node),
      let cells = nodes.required(
        "cells", members, "a situation has cells: add 'cells: …'", at: node)
    else { return nil }
    self.name = nodes.text(name, "the name of a situation") ?? ""
    about = members["about"].flatMap { nodes.text($0, "'about'") } ?? ""
    pairedWith = members["at"].flatMap { nodes.text($0, "the name of a situation") }
    file = nodes.file
    var names: Set<String> = []
    self.cells = (nodes.list(cells, "the cells of a situation") ?? []).compactMap { item in
      guard let name = item.entry("cell")?.value ?? (item.text == nil ? nil : item) else {
        nodes.error("a cell has a name: add 'cell: …'", at: item)
        return nil
      }
      guard let text = nodes.text(name, "the name of a cell") else { return nil }
      if !names.insert(text).inserted {
        nodes.error("another cell is called '\(text)', too", at: name)
      }
      let entries = item.text == nil ? nodes.mapping(item, "a cell") ?? [] : []
      let values = YAMLNode.Content.mapping(entries.filter { $0.key.text != "cell" })
      return (text, YAMLNode(values, at: item.position))
    }
  }
}

extension YAMLNode {
  /// The same node as if all of it stood where another one does.
  func moved(to place: YAMLNode) -> YAMLNode {
    let content: Content =
      switch content {
      case .scalar(let scalar): .scalar(scalar)
      case .sequence(let items): .sequence(items.map { $0.moved(to: place) })
      case .mapping(let entries):
        .mapping(
          entries.map { YAMLEntry(key: $0.key.moved(to: place), value: $0.value.moved(to: place)) })
      }
    return YAMLNode(
      content, tag: tag.map { YAMLTag($0.name, at: place.position) }, at: place.position,
      length: place.length)
  }
}
