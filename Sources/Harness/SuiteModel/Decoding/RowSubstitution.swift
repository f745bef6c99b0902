// SPDX-License-Identifier: Apache-2.0
// Puts the values of a row of `cases` in the places where they are named.

import SourceText
import YAML

/// A row of `cases`, ready to be put into the steps of its scenario.
///
/// A value that is one `${name}` of the row is replaced before the steps are read, by what the
/// row has there; inside longer texts and in filters the decoder fills it in.
struct RowSubstitution {
  /// Rows may use each other's variables, so many in a chain.
  static let chainLimit = 4
  /// Of collections within each other, as in a file.
  private static let depthLimit = YAMLLimits.standard.depth

  /// By variable; whole values that name another variable of the row are already replaced.
  private(set) var values: [String: YAMLNode] = [:]
  private var depths: [String: Int] = [:]
  private(set) var mistakes: [(message: String, node: YAMLNode)] = []

  /// No row.
  init() {}

  init(_ row: [String: YAMLNode]) {
    for name in row.keys.sorted() { _ = expand(name, of: row, active: []) }
  }

  var isEmpty: Bool { values.isEmpty }
}

extension RowSubstitution {
  /// The same node with the row's values in it.
  mutating func filled(_ node: YAMLNode) -> YAMLNode {
    isEmpty ? node : replaced(node, depth: 0) { $0.values[$1] } ?? node
  }

  private mutating func expand(
    _ name: String, of row: [String: YAMLNode], active: [String]
  ) -> YAMLNode? {
    if let value = values[name] { return value }
    guard let written = row[name] else { return nil }
    let active = active + [name]
    let value =
      replaced(written, depth: 0) { row_, other in
        // A row may hide a fact by a value that is made of that fact.
        if other == name, active.count == 1, Self.reference(in: written)?.name == name {
          return nil
        }
        if active.contains(other) || active.count >= Self.chainLimit, row[other] != nil {
          row_.mistakes.append(
            (
              "the row refers to itself, or through too many of its variables: "
                + (active + [other]).joined(separator: " → "), written
            ))
          return nil
        }
        return row_.expand(other, of: row, active: active)
      } ?? written
    values[name] = value
    depths[name] = Self.depth(of: value)
    return value
  }

  /// nil where nothing in it is replaced.
  private mutating func replaced(
    _ node: YAMLNode, depth: Int, by value: (inout RowSubstitution, String) -> YAMLNode?
  ) -> YAMLNode? {
    switch node.content {
    case .scalar:
      guard let reference = Self.reference(in: node), let whole = value(&self, reference.name),
        let part = Self.part(reference.parts, of: whole)
      else { return nil }
      if depth + (depths[reference.name] ?? 0) > Self.depthLimit {
        mistakes.append(("with the row's value in it this is nested too deeply", node))
        return nil
      }
      return part.under(node.tag)
    case .sequence(let items):
      var result: [YAMLNode]?
      for (index, item) in items.enumerated() {
        guard let new = replaced(item, depth: depth + 1, by: value) else { continue }
        if result == nil { result = items }
        result?[index] = new
      }
      return result.map {
        YAMLNode(.sequence($0), tag: node.tag, at: node.position, length: node.length)
      }
    case .mapping(let entries):
      var result: [YAMLEntry]?
      for (index, entry) in entries.enumerated() {
        guard let new = replaced(entry.value, depth: depth + 1, by: value) else { continue }
        if result == nil { result = entries }
        result?[index] = YAMLEntry(key: entry.key, value: new)
      }
      return result.map {
        YAMLNode(.mapping($0), tag: node.tag, at: node.position, length: node.length)
      }
    }
  }

  /// The name and the parts, where a scalar is one `${name}` and nothing else.
  private static func reference(
    in node: YAMLNode
  ) -> (name: String, parts: [VariableExpression.Part])? {
    guard case .scalar(let scalar) = node.content, scalar.text.utf8.first == UInt8(ascii: "$"),
      scalar.text.hasPrefix("${"), scalar.text.hasSuffix("}"),
      let expression = try? VariableExpression(
        String(scalar.text.dropFirst(2).dropLast()), at: node.position),
      expression.offset == nil, expression.filters.isEmpty, let name = expression.name
    else { return nil }
    return (name, expression.parts)
  }

  private static func part(_ parts: [VariableExpression.Part], of node: YAMLNode) -> YAMLNode? {
    var value = node
    for part in parts {
      switch (part, value.content) {
      case (.member(let name), .mapping(let entries)):
        guard let entry = entries.first(where: { $0.key.text == name }) else { return nil }
        value = entry.value
      case (.index(let index), .sequence(let items)):
        guard index < items.count else { return nil }
        value = items[index]
      default: return nil
      }
    }
    return value
  }

  private static func depth(of node: YAMLNode) -> Int {
    switch node.content {
    case .scalar: 0
    case .sequence(let items): 1 + (items.map(depth).max() ?? 0)
    case .mapping(let entries): 1 + (entries.map { depth(of: $0.value) }.max() ?? 0)
    }
  }
}

extension YAMLNode {
  /// The node as the argument of a tag: one with a tag of its own in a list of one.
  fileprivate func under(_ tag: YAMLTag?) -> YAMLNode {
    guard let tag else { return self }
    let content = self.tag == nil ? content : .sequence([self])
    return YAMLNode(content, tag: tag, at: position, length: length)
  }
}
