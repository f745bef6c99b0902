// SPDX-License-Identifier: Apache-2.0
// Sequences and mappings in brackets and braces.

import Text

extension DocumentParser {
  /// A scalar, an alias or a collection in brackets.
  ///
  /// - Parameters:
  ///   - properties: What stands before it.
  ///   - minimum: How many spaces each further line of it must begin with.
  mutating func piece(
    _ properties: NodeProperties, minimum: Int, inFlow: Bool
  ) throws(YAMLError) -> NodePiece {
    let start = line
    switch bytes[index] {
    case UInt8(ascii: "["):
      return NodePiece(
        try flowSequence(properties, minimum: minimum), line: start, isJSONLike: true)
    case UInt8(ascii: "{"):
      return NodePiece(try flowMapping(properties, minimum: minimum), line: start, isJSONLike: true)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return NodePiece(try quoted(properties, minimum: minimum), line: start, isJSONLike: true)
    case UInt8(ascii: "*"):
      if !properties.isEmpty { throw failure(.aliasWithProperties, at: index) }
      return NodePiece(try alias(inFlow: inFlow), line: start, isAlias: true)
    default: return NodePiece(try plain(properties, minimum: minimum, inFlow: inFlow), line: start)
    }
  }

  /// A node inside brackets, with its properties, or without content but with these.
  private mutating func flowPiece(minimum: Int) throws(YAMLError) -> NodePiece {
    var properties = NodeProperties()
    let start = line
    while bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "&") {
      try property(into: &properties, inFlow: true)
      try skipFlowBlanks(minimum: minimum)
    }
    if isAtFlowColon(isJSONLike: false) || (!properties.isEmpty && bytes[index].endsFlowEntry) {
      let place = position(at: index)
      return NodePiece(try emptyNode(properties, at: place), line: start)
    }
    if bytes[index] == UInt8(ascii: "?"), endsFlowIndicator(bytes[index + 1]) {
      throw failure(.complexKey, at: index)
    }
    let piece = try piece(properties, minimum: minimum, inFlow: true)
    return NodePiece(piece.node, line: start, isAlias: piece.isAlias, isJSONLike: piece.isJSONLike)
  }

  private func endsFlowIndicator(_ next: UInt8) -> Bool { next.endsToken || next.isFlowIndicator }

  /// Whether the parser stands on a colon that ends a key.
  private func isAtFlowColon(isJSONLike: Bool) -> Bool {
    bytes[index] == UInt8(ascii: ":") && (isJSONLike || endsFlowIndicator(bytes[index + 1]))
  }

  /// Moves over spaces, tabs, line breaks and comments inside brackets.
  private mutating func skipFlowBlanks(minimum: Int) throws(YAMLError) {
    while true {
      skipBlanks()
      let isComment = bytes[index] == UInt8(ascii: "#")
      if isComment, index == lineStart || bytes[index - 1].isBlank { skipLine() }
      guard bytes[index].isBreakOrEnd, bytes[index] != 0 else { return }
      nextLine()
      try checkFlowLine(minimum: minimum)
    }
  }

  /// Refuses a line inside brackets or quotes that stands too far left, or ends the document.
  mutating func checkFlowLine(minimum: Int) throws(YAMLError) {
    var offset = index
    while bytes[offset] == 0x20 { offset += 1 }
    let spaces = offset - index
    let tab = offset
    while bytes[offset].isBlank { offset += 1 }
    if bytes[offset].isBreakOrEnd { return }
    if isDocumentMarker(at: index) { throw failure(.markerInside, at: index, length: 3) }
    guard spaces < minimum else { return }
    if tab < offset { throw failure(.tabIndentation, at: tab) }
    throw failure(.shallowContinuation(minimum: minimum), at: offset)
  }

  private mutating func flowSequence(
    _ properties: NodeProperties, minimum: Int
  ) throws(YAMLError) -> YAMLNode {
    let place = position(at: index)
    try refuseAnchor(properties)
    try enter(at: place)
    index += 1
    var items: [YAMLNode] = []
    try skipFlowBlanks(minimum: minimum)
    while bytes[index] != UInt8(ascii: "]") {
      try checkFlowEntry(opening: UInt8(ascii: "["), at: place)
      items.append(try flowItem(minimum: minimum))
      try endFlowEntry(opening: UInt8(ascii: "["), at: place, minimum: minimum)
    }
    index += 1
    leave()
    return YAMLNode(.sequence(items), tag: properties.tag, at: place, length: 1, layout: .rewritten)
  }

  /// An item: a node, or a pair, which is a mapping of one entry.
  private mutating func flowItem(minimum: Int) throws(YAMLError) -> YAMLNode {
    let key = try flowPiece(minimum: minimum)
    var offset = index
    while bytes[offset].isBlank { offset += 1 }
    guard bytes[offset] == UInt8(ascii: ":"), key.isJSONLike || endsFlowIndicator(bytes[offset + 1])
    else { return key.node }
    index = offset
    guard key.line == line else { throw YAMLError(.keyOverLines, at: key.node.position) }
    guard case .scalar = key.node.content else {
      throw YAMLError(.complexKey, at: key.node.position)
    }
    if key.node.length > limits.keyLength {
      throw overLimit(.keyLength, limits.keyLength, at: key.node.position)
    }
    try enter(at: key.node.position)
    var entries = MappingEntries()
    try entries.check(key.node)
    entries.append(key.node, try flowValue(minimum: minimum))
    leave()
    return YAMLNode(
      .mapping(entries.list), tag: nil, at: key.node.position, length: 1, layout: .rewritten)
  }

  private mutating func flowMapping(
    _ properties: NodeProperties, minimum: Int
  ) throws(YAMLError) -> YAMLNode {
    let place = position(at: index)
    try enter(at: place)
    index += 1
    var entries = MappingEntries()
    try skipFlowBlanks(minimum: minimum)
    while bytes[index] != UInt8(ascii: "}") {
      try checkFlowEntry(opening: UInt8(ascii: "{"), at: place)
      let key = try flowPiece(minimum: minimum)
      guard case .scalar = key.node.content else {
        throw YAMLError(.complexKey, at: key.node.position)
      }
      try entries.check(key.node)
      let end = position(at: index)
      try skipFlowBlanks(minimum: minimum)
      let hasValue = isAtFlowColon(isJSONLike: key.isJSONLike)
      let value =
        hasValue ? try flowValue(minimum: minimum) : try emptyNode(NodeProperties(), at: end)
      entries.append(key.node, value)
      try endFlowEntry(opening: UInt8(ascii: "{"), at: place, minimum: minimum)
    }
    index += 1
    leave()
    let node = YAMLNode(
      .mapping(entries.list), tag: properties.tag, at: place, length: 1, layout: .rewritten)
    define(properties.anchor, as: node)
    return node
  }

  /// The value behind the colon that the parser stands on.
  private mutating func flowValue(minimum: Int) throws(YAMLError) -> YAMLNode {
    index += 1
    let place = position(at: index)
    try skipFlowBlanks(minimum: minimum)
    if bytes[index].endsFlowEntry || bytes[index] == 0 {
      return try emptyNode(NodeProperties(), at: place)
    }
    if isAtFlowColon(isJSONLike: false) { throw failure(.keyInValue, at: index) }
    return try flowPiece(minimum: minimum).node
  }

  /// Refuses what can't begin an entry.
  private mutating func checkFlowEntry(opening: UInt8, at place: Position) throws(YAMLError) {
    if bytes[index] == 0 { throw YAMLError(.unclosed(String(Unicode.Scalar(opening))), at: place) }
    if bytes[index] == UInt8(ascii: ",") { throw failure(.extraComma, at: index) }
  }

  /// Moves behind the comma after an entry, or to the closing bracket.
  private mutating func endFlowEntry(
    opening: UInt8, at place: Position, minimum: Int
  ) throws(YAMLError) {
    // `[` and `]`, `{` and `}` are two apart.
    let closing = opening + 2
    try skipFlowBlanks(minimum: minimum)
    switch bytes[index] {
    case UInt8(ascii: ","):
      index += 1
      try skipFlowBlanks(minimum: minimum)
    case 0: throw YAMLError(.unclosed(String(Unicode.Scalar(opening))), at: place)
    case closing: break
    case UInt8(ascii: ":") where endsFlowIndicator(bytes[index + 1]):
      throw failure(.keyInValue, at: index)
    default: throw failure(.missingComma(String(Unicode.Scalar(closing))), at: index)
    }
  }
}
