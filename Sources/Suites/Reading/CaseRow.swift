// SPDX-License-Identifier: Apache-2.0
// A row of `cases`, and how its values get into the steps that name them.

import Expectations
package import Formats
internal import Text

/// A row of `cases`, ready to be put into the steps of its scenario.
///
/// A scalar of a step that is one `${name}` of the row is replaced by the node that the row has
/// there, before the step is read: it may be a list, a map or a matcher. In longer texts, queries
/// and filters `ValueReader` puts the value in. Values of a row may name each other; `init` reports
/// values that name each other in a circle.
package struct CaseRow: Sendable {
  /// How many values of a row may name each other in a chain.
  private static let chainLimit = 4
  /// How deep collections may nest once a value is put in: as deep as in a file.
  private static let depthLimit = YAMLLimits.standard.depth

  /// By variable; a value that is one `${name}` of another is already replaced by it.
  private var values: [String: YAMLNode] = [:]
  private var depths: [String: Int] = [:]
  /// Variables whose values are made of the fact of the same name.
  private var hidingFacts: Set<String> = []
  /// Variables whose values refer to themselves; the mistake is reported already.
  private var endless: Set<String> = []
  /// The variable whose value is being read; its own name stands for a fact there.
  private var reading: String?

  /// A row without variables.
  package init() {}

  /// - Parameter written: The values by variable, as the row has them.
  package init(_ written: [String: YAMLNode], _ nodes: inout NodeReader) {
    var chains: [String: [String]] = [:]
    for name in written.keys.sorted() { resolve(name, of: written, active: [], &chains, &nodes) }
  }
}

extension CaseRow {
  package var isEmpty: Bool { values.isEmpty }

  /// The variables of the row.
  package var names: Set<String> { Set(values.keys) }

  /// Whether any word of a node is the name of a variable of the row.
  package func isNamed(in node: YAMLNode) -> Bool {
    guard let text = node.text else { return node.children.contains { isNamed(in: $0) } }
    return text.utf8.split { byte in
      !(0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_"))
    }.contains { word in values.keys.contains { word.elementsEqual($0.utf8) } }
  }

  /// The meaning of a name in a text.
  package enum Meaning {
    /// The value of the row; it is read with `row`.
    case value(YAMLNode, in: CaseRow)
    /// A value that refers to itself; the mistake is reported already.
    case endless
    /// Not a variable of the row.
    case other
  }

  package func meaning(of name: String) -> Meaning {
    guard let value = values[name], name != reading else { return .other }
    if endless.contains(name) { return .endless }
    var row = self
    row.reading = name
    return .value(value, in: row)
  }

  /// The row of a scenario and one of a step, whose values may name those of the scenario's.
  package func adding(_ written: [String: YAMLNode], _ nodes: inout NodeReader) -> CaseRow {
    CaseRow(values.merging(written) { $1 }, &nodes)
  }

  /// The same node with the row's values in it.
  package func filled(_ node: YAMLNode, _ nodes: inout NodeReader) -> YAMLNode {
    isEmpty ? node : replaced(node, depth: 0, &nodes) ?? node
  }

  /// Prepares a value after those that it names.
  ///
  /// - Parameters:
  ///   - active: The variables whose values lead to this one.
  ///   - chains: For each variable that is ready, the longest chain of names that begins with it.
  private mutating func resolve(
    _ name: String, of row: [String: YAMLNode], active: [String],
    _ chains: inout [String: [String]], _ nodes: inout NodeReader
  ) {
    guard chains[name] == nil, let written = row[name] else { return }
    let active = active + [name]
    var longest: [String] = []
    for other in Self.names(in: written) where row[other] != nil {
      if other == name, case .scalar = written.content {
        // A row may hide a fact by a value that is made of that fact.
        hidingFacts.insert(name)
      } else if active.contains(other) {
        reportEndless(active + [other], written, &nodes)
      } else {
        resolve(other, of: row, active: active, &chains, &nodes)
        if let chain = chains[other], chain.count > longest.count { longest = chain }
      }
    }
    chains[name] = [name] + longest
    if let next = longest.first, endless.contains(next) {
      endless.insert(name)
    } else if longest.count >= Self.chainLimit {
      reportEndless([name] + longest, written, &nodes)
    }
    let value = endless.contains(name) ? written : replaced(written, depth: 0, &nodes) ?? written
    values[name] = value
    depths[name] = Self.depth(of: value)
  }

  private mutating func reportEndless(
    _ chain: [String], _ node: YAMLNode, _ nodes: inout NodeReader
  ) {
    endless.formUnion(chain)
    nodes.error(
      "the row refers to itself, or through too many of its variables: "
        + chain.joined(separator: " → "), at: node)
  }

  /// - Returns: nil where nothing in the node is replaced.
  private func replaced(_ node: YAMLNode, depth: Int, _ nodes: inout NodeReader) -> YAMLNode? {
    switch node.content {
    case .scalar:
      guard let reference = Self.reference(in: node), let whole = values[reference.name],
        // Such a value is put in where the text is read: here it would name itself again.
        !hidingFacts.contains(reference.name), let part = Self.part(reference.parts, of: whole)
      else { return nil }
      if depth + (depths[reference.name] ?? 0) > Self.depthLimit {
        nodes.error("with the row's value in it this is nested too deeply", at: node)
        return nil
      }
      return part.under(node.tag)
    case .sequence(let items):
      let new = items.map { replaced($0, depth: depth + 1, &nodes) }
      guard new.contains(where: { $0 != nil }) else { return nil }
      return node.holding(.sequence(zip(new, items).map { $0 ?? $1 }))
    case .mapping(let entries):
      let new = entries.map { replaced($0.value, depth: depth + 1, &nodes) }
      guard new.contains(where: { $0 != nil }) else { return nil }
      return node.holding(
        .mapping(zip(new, entries).map { YAMLEntry(key: $1.key, value: $0 ?? $1.value) }))
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
    node.text == nil ? 1 + (node.children.map(depth).max() ?? 0) : 0
  }

  /// The names after each `${` of a node, in their order.
  private static func names(in node: YAMLNode) -> [String] {
    guard let text = node.text else { return node.children.flatMap(names) }
    let template = try? TextTemplate(parsing: text, position: .start, positions: { _ in .start })
    return template?.variables.compactMap(\.name) ?? []
  }
}

extension YAMLNode {
  fileprivate func holding(_ content: Content) -> YAMLNode {
    YAMLNode(content, tag: tag, at: position, length: length)
  }

  /// The node as the argument of a tag: one with a tag of its own in a list of one.
  fileprivate func under(_ tag: YAMLTag?) -> YAMLNode {
    guard let tag else { return self }
    let content = self.tag == nil ? content : .sequence([self])
    return YAMLNode(content, tag: tag, at: position, length: length)
  }
}
