// SPDX-License-Identifier: Apache-2.0
// Sequences and mappings in block form: by indentation.

import Text

/// The indicator before a value in block form.
enum BlockIndicator {
  /// `---`
  case documentStart
  /// `-`
  case dash
  /// `:`
  case colon
}

extension DocumentParser {
  /// The value behind an indicator, on its line or on the lines below.
  ///
  /// - Parameter parent: The indentation of the collection it is in; -1 for a document.
  mutating func blockValue(
    parent: Int, after indicator: BlockIndicator
  ) throws(YAMLError) -> YAMLNode {
    let end = index
    let tab = skipBlanks()
    guard isAtLineEnd else {
      return try node(
        parent: parent, mayAlign: indicator == .colon, beginsCollection: indicator == .dash,
        tab: tab)
    }
    let place = position(at: end)
    try endLine()
    guard isBelow(parent, mayAlign: indicator == .colon) else {
      return try emptyNode(NodeProperties(), at: place)
    }
    return try node(
      parent: parent, mayAlign: indicator == .colon, beginsCollection: true, tab: leadingTab)
  }

  /// Whether the line that the parser stands on is indented enough to be in a collection.
  ///
  /// - Parameter mayAlign: Whether a sequence may be indented like its parent, as below a key.
  private func isBelow(_ parent: Int, mayAlign: Bool) -> Bool {
    indent > parent || (mayAlign && indent == parent && leadingTab < 0 && isAtDash)
  }

  private var isAtDash: Bool { bytes[index] == UInt8(ascii: "-") && bytes[index + 1].endsToken }

  /// The node whose first token the parser stands on.
  ///
  /// - Parameters:
  ///   - mayAlign: Whether a sequence on a line below may be indented like the parent.
  ///   - beginsCollection: Whether a collection in block form may begin here.
  ///   - tab: Where a tab stands before the token, -1 for nowhere.
  mutating func node(
    parent: Int, mayAlign: Bool, beginsCollection: Bool, tab: Int
  ) throws(YAMLError) -> YAMLNode {
    // A tag or anchor on a line above, or on the line of the content, may be a key's.
    var (outer, own) = (NodeProperties(), NodeProperties())
    var (beginsCollection, tab) = (beginsCollection, tab)
    var start = index
    while bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "&") {
      try property(into: &own, inFlow: false)
      skipBlanks()
      guard isAtLineEnd else { continue }
      outer = try merged(outer, own)
      own = NodeProperties()
      try endLine()
      guard isBelow(parent, mayAlign: mayAlign) else { return try emptyNode(outer, at: .start) }
      (beginsCollection, tab, start) = (true, leadingTab, index)
    }

    if isAtDash {
      guard beginsCollection else { throw failure(.collectionOnIndicatorLine, at: index) }
      guard own.isEmpty else { throw failure(.propertiesBeforeDash, at: start) }
      if tab >= 0 { throw failure(.tabIndentation, at: tab) }
      return try blockSequence(outer)
    }
    switch try inlineContent(outer, own, parent: parent) {
    case .node(let node): return node
    case .key(let key):
      guard beginsCollection else { throw failure(.keyInValue, at: index) }
      if tab >= 0 { throw failure(.tabIndentation, at: tab) }
      return try blockMapping(
        indent: start - lineStart, first: key, properties: outer, at: position(at: start))
    }
  }

  private enum InlineContent {
    /// All of it, its line ended.
    case node(YAMLNode)
    /// The first key of a mapping; the parser stands on its colon.
    case key(YAMLNode)
  }

  /// Content that is no collection in block form, but may begin one as its first key.
  private mutating func inlineContent(
    _ outer: NodeProperties, _ own: NodeProperties, parent: Int
  ) throws(YAMLError) -> InlineContent {
    if bytes[index] == UInt8(ascii: "|") || bytes[index] == UInt8(ascii: ">") {
      return .node(try blockScalar(parent: parent, properties: merged(outer, own)))
    }
    let start = index
    let piece = try blockPiece(own, minimum: parent + 1)
    if isAtColon() {
      try checkKey(piece, from: start)
      return .key(piece.node)
    }
    let whole = try attach(outer, and: own, to: piece.node, isAlias: piece.isAlias)
    try endLine()
    return .node(whole)
  }

  /// Moves to a colon that makes what stands before it a key.
  private mutating func isAtColon() -> Bool {
    var offset = index
    while bytes[offset].isBlank { offset += 1 }
    guard bytes[offset] == UInt8(ascii: ":"), bytes[offset + 1].endsToken else { return false }
    index = offset
    return true
  }

  /// A scalar, an alias, a collection in brackets, or the nothing before a colon.
  private mutating func blockPiece(
    _ properties: NodeProperties, minimum: Int
  ) throws(YAMLError) -> NodePiece {
    if bytes[index] == UInt8(ascii: ":"), bytes[index + 1].endsToken {
      let place = position(at: index)
      return NodePiece(try emptyNode(properties, at: place), line: line)
    }
    if bytes[index] == UInt8(ascii: "?"), bytes[index + 1].endsToken {
      throw failure(.complexKey, at: index)
    }
    return try piece(properties, minimum: minimum, inFlow: false)
  }

  /// Refuses a key that is no scalar on one line, or too long; the parser is on its colon.
  ///
  /// - Parameter start: Where the key begins.
  private mutating func checkKey(_ piece: NodePiece, from start: Int) throws(YAMLError) {
    let key = piece.node
    guard case .scalar(let scalar) = key.content else {
      throw YAMLError(.complexKey, at: key.position)
    }
    if piece.line != line {
      if scalar.style != .plain { throw YAMLError(.keyOverLines, at: key.position) }
      if let error = missingSpace(in: piece, from: start) { throw error }
      // Mostly a key that is indented deeper than its siblings.
      let colon = index
      index = lineStart
      skipBlanks()
      throw failure(.keyInText(began: piece.line), from: index, to: colon)
    }
    if key.length > limits.keyLength {
      throw overLimit(.keyLength, limits.keyLength, at: key.position)
    }
  }

  /// - Parameter properties: What stands on lines above.
  private mutating func blockSequence(_ properties: NodeProperties) throws(YAMLError) -> YAMLNode {
    let column = index - lineStart
    let place = position(at: index)
    try refuseAnchor(properties)
    try enter(at: place)
    var items: [YAMLNode] = []
    repeat {
      index += 1
      items.append(try blockValue(parent: column, after: .dash))
      if indent > column || (indent == column && leadingTab >= 0) { throw misplacedContent() }
    } while indent == column && isAtDash
    leave()
    return YAMLNode(.sequence(items), tag: properties.tag, at: place, length: 1, layout: .rewritten)
  }

  /// - Parameter first: The first key; the parser stands on its colon.
  private mutating func blockMapping(
    indent column: Int, first: YAMLNode, properties: NodeProperties, at place: Position
  ) throws(YAMLError) -> YAMLNode {
    try enter(at: place)
    var entries = MappingEntries()
    var key = first
    while true {
      try entries.check(key)
      index += 1
      entries.append(key, try blockValue(parent: column, after: .colon))
      if indent < column { break }
      if indent > column || leadingTab >= 0 { throw misplacedContent() }
      key = try blockKey(column)
    }
    leave()
    let node = YAMLNode(
      .mapping(entries.list), tag: properties.tag, at: place, length: 1, layout: .rewritten)
    define(properties.anchor, as: node)
    return node
  }

  /// A key that is not the first; the parser stands on its colon afterwards.
  private mutating func blockKey(_ column: Int) throws(YAMLError) -> YAMLNode {
    let start = index
    var properties = NodeProperties()
    while bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "&") {
      try property(into: &properties, inFlow: false)
      skipBlanks()
      if isAtLineEnd { throw failure(.missingColon, at: start) }
    }
    if isAtDash { throw failure(.sequenceInMapping, at: index) }
    if bytes[index] == UInt8(ascii: "|") || bytes[index] == UInt8(ascii: ">") {
      throw failure(.missingColon, at: index)
    }
    let content = index
    let piece = try blockPiece(properties, minimum: column + 1)
    guard isAtColon() else {
      throw missingSpace(in: piece, from: content)
        ?? YAMLError(.missingColon, at: piece.node.position, length: piece.node.length)
    }
    try checkKey(piece, from: content)
    return piece.node
  }

  /// The mistake in `status:200`; nil where the text does not begin in this form.
  ///
  /// - Parameter start: Where the text begins, on its own line, which need not be the current one.
  private func missingSpace(in piece: NodePiece, from start: Int) -> YAMLError? {
    guard case .scalar(let scalar) = piece.node.content else { return nil }
    var colon = start
    if scalar.style == .plain {
      while !bytes[colon].endsToken, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
    } else {
      colon = index
    }
    guard colon > start, bytes[colon] == UInt8(ascii: ":"), !bytes[colon + 1].endsToken,
      // A URL is a text.
      bytes[colon + 1] != UInt8(ascii: "/") || bytes[colon + 2] != UInt8(ascii: "/")
    else { return nil }
    // The place of the colon is reckoned from that of the text, on the same line.
    if scalar.style != .plain, bytes[start..<colon].contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      return YAMLError(.keyOverLines, at: piece.node.position)
    }
    let width = ScalarOffset(ByteOffset(colon - start), in: bytes[start...])
    return YAMLError(
      .missingSpace(text(from: start, to: colon)), at: piece.node.position.advanced(by: width))
  }
}
