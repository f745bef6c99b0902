// SPDX-License-Identifier: Apache-2.0
// Reads tags, anchors and aliases, and expands aliases within limits.

import Text

extension DocumentParser {
  /// Reads the tag or anchor that the parser stands on.
  mutating func property(into properties: inout NodeProperties, inFlow: Bool) throws(YAMLError) {
    let start = index
    let place = position(at: start)
    if bytes[start] == UInt8(ascii: "!") {
      let tag = try tag(inFlow: inFlow, at: place)
      if properties.tag != nil { throw failure(.repeatedTag, from: start, to: index) }
      properties.tag = tag
    } else {
      let name = try anchorName(inFlow: inFlow)
      let length = position(at: index).column - place.column
      if properties.anchor != nil { throw failure(.repeatedAnchor, from: start, to: index) }
      properties.anchor = NodeProperties.Anchor(
        name: name, position: place, length: length, nodeCount: nodeCount, deepest: deepest)
      anchors[name] = .open
      deepest = depth
    }
    if properties.isEmpty {
      properties.position = place
      properties.length = position(at: index).column - place.column
    }
  }

  private mutating func tag(inFlow: Bool, at place: Position) throws(YAMLError) -> YAMLTag {
    let start = index
    index += 1
    while bytes[index].isTagCharacter { index += 1 }
    let next = bytes[index]
    let isForeign = next == UInt8(ascii: "!") || next == UInt8(ascii: "<")
    guard !isForeign, next != UInt8(ascii: "%"), index > start + 1 else {
      while !bytes[index].endsToken, !(inFlow && bytes[index].endsFlowEntry) { index += 1 }
      throw failure(.foreignTag(text(from: start, to: index)), from: start, to: index)
    }
    // `!a: b` is the tag `!a:` to YAML, which is hardly what was meant.
    if bytes[index - 1] == UInt8(ascii: ":") {
      throw failure(.tagEndsInColon(text(from: start, to: index)), from: start, to: index)
    }
    try checkSeparation(inFlow: inFlow)
    return YAMLTag(text(from: start + 1, to: index), at: place)
  }

  /// Reads `&name` or `*name`.
  private mutating func anchorName(inFlow: Bool) throws(YAMLError) -> String {
    let start = index
    index += 1
    while !bytes[index].endsToken, !bytes[index].isFlowIndicator { index += 1 }
    if index == start + 1 { throw failure(.unnamedAnchor, at: start) }
    try checkSeparation(inFlow: inFlow)
    return text(from: start + 1, to: index)
  }

  private mutating func checkSeparation(inFlow: Bool) throws(YAMLError) {
    guard !bytes[index].endsToken, !(inFlow && bytes[index].endsFlowEntry) else { return }
    throw failure(.unseparatedProperty, at: index)
  }

  /// Reads `*name` and gives what it stands for.
  mutating func alias(inFlow: Bool) throws(YAMLError) -> YAMLNode {
    let start = index
    let place = position(at: start)
    let name = try anchorName(inFlow: inFlow)
    aliasCount += 1
    if aliasCount > limits.aliasCount { throw overLimit(.aliasCount, limits.aliasCount, at: place) }
    switch anchors[name] {
    case nil: throw failure(.undefinedAlias(name), from: start, to: index)
    case .open: throw failure(.recursiveAlias(name), from: start, to: index)
    case .node(let node, let count, let height):
      nodeCount += count
      if nodeCount > limits.nodeCount { throw overLimit(.nodeCount, limits.nodeCount, at: place) }
      if depth + height > limits.depth { throw overLimit(.depth, limits.depth, at: place) }
      deepest = max(deepest, depth + height)
      return node.moved(to: place, length: position(at: index).column - place.column)
    }
  }

  /// Counts a node that begins at a place.
  mutating func countNode(at place: Position) throws(YAMLError) {
    nodeCount += 1
    if nodeCount > limits.nodeCount { throw overLimit(.nodeCount, limits.nodeCount, at: place) }
  }

  /// Enters a collection that begins at a place.
  mutating func enter(at place: Position) throws(YAMLError) {
    try countNode(at: place)
    depth += 1
    deepest = max(deepest, depth)
    if depth > limits.depth { throw overLimit(.depth, limits.depth, at: place) }
  }

  mutating func leave() { depth -= 1 }

  /// Ends the reading of an anchored node.
  mutating func define(_ anchor: NodeProperties.Anchor?, as node: YAMLNode) {
    guard let anchor else { return }
    anchors[anchor.name] = .node(
      node, nodeCount: nodeCount - anchor.nodeCount, height: deepest - depth)
    deepest = max(deepest, anchor.deepest)
  }

  /// A node that was read with the properties on its own line, and has more on lines above.
  mutating func attach(
    _ outer: NodeProperties, and own: NodeProperties, to node: YAMLNode, isAlias: Bool
  ) throws(YAMLError) -> YAMLNode {
    guard !outer.isEmpty else { return node }
    if isAlias { throw YAMLError(.aliasWithProperties, at: node.position) }
    _ = try merged(outer, own)
    if case .sequence = node.content { try refuseAnchor(outer) }
    let tagged = outer.tag == nil ? node : node.tagged(outer.tag)
    define(outer.anchor, as: tagged)
    // An anchor of its own has named the node before it had the tag.
    if outer.tag != nil, let anchor = own.anchor {
      anchors[anchor.name] = redefined(anchor, tagged)
    }
    return tagged
  }

  private func redefined(_ anchor: NodeProperties.Anchor, _ node: YAMLNode) -> AnchoredNode {
    guard case .node(_, let count, let height) = anchors[anchor.name] else { return .open }
    return .node(node, nodeCount: count, height: height)
  }

  func refuseAnchor(_ properties: NodeProperties) throws(YAMLError) {
    guard let anchor = properties.anchor else { return }
    throw YAMLError(.anchoredSequence(anchor.name), at: anchor.position, length: anchor.length)
  }

  /// A node without content.
  mutating func emptyNode(
    _ properties: NodeProperties, at place: Position
  ) throws(YAMLError) -> YAMLNode {
    let place = properties.position ?? place
    try countNode(at: place)
    let node = YAMLNode(
      .scalar(YAMLScalar("", style: .plain)), tag: properties.tag, at: place,
      length: properties.length, layout: .rewritten)
    define(properties.anchor, as: node)
    return node
  }

  /// NodeProperties of one node, from lines above and from its own.
  func merged(_ outer: NodeProperties, _ own: NodeProperties) throws(YAMLError) -> NodeProperties {
    guard let place = own.position else { return outer }
    guard !outer.isEmpty else { return own }
    if outer.tag != nil, own.tag != nil { throw YAMLError(.repeatedTag, at: place) }
    if outer.anchor != nil, own.anchor != nil { throw YAMLError(.repeatedAnchor, at: place) }
    var properties = outer
    properties.tag = outer.tag ?? own.tag
    properties.anchor = outer.anchor ?? own.anchor
    return properties
  }
}
