// SPDX-License-Identifier: Apache-2.0
// The nodes of a YAML document: scalars, sequences and mappings with their tags.

package import Text

/// A scalar, a sequence or a mapping, with its tag and its place.
///
/// What an alias stands for is where the alias is, and what is inside it where it was written.
package struct YAMLNode: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  package let content: Content
  package let tag: YAMLTag?
  // A document has millions of nodes: half the room of two `Int`s each.
  private let line: UInt32
  private let column: UInt32
  private let underlined: UInt32
  let layout: Layout
}

/// A key and its value.
package struct YAMLEntry: Sendable, Equatable {
  /// Always a scalar.
  package let key: YAMLNode
  package let value: YAMLNode

  package init(key: YAMLNode, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

/// The text of a scalar, line breaks folded and escapes resolved.
package struct YAMLScalar: Sendable, Equatable {
  package enum Style: Sendable, Equatable {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
  }

  package let text: String
  package let style: Style

  package init(_ text: String, style: Style) {
    self.text = text
    self.style = style
  }
}

/// A local tag: `!name`.
package struct YAMLTag: Sendable, Equatable {
  /// Without the exclamation mark.
  package let name: String
  private let line: UInt32
  private let column: UInt32

  package init(_ name: String, at position: Position) {
    self.name = name
    line = UInt32(clamping: position.line)
    column = UInt32(clamping: position.column)
  }

  /// Where its exclamation mark is.
  package var position: Position { Position(line: Int(line), column: Int(column)) }
}

extension YAMLNode {
  /// How the text of a scalar stands in the file.
  enum Layout: Sendable, Equatable {
    /// Character for character, after this many quotes.
    case verbatim(quotes: UInt8)
    /// Line for line below the node's own line, after this many spaces.
    case lines(indent: UInt16)
    /// Folded or with escapes; also a collection.
    case rewritten
  }

  package init(_ content: Content, tag: YAMLTag? = nil, at position: Position, length: Int = 1) {
    self.init(content, tag: tag, at: position, length: length, layout: .rewritten)
  }

  init(_ content: Content, tag: YAMLTag?, at position: Position, length: Int, layout: Layout) {
    self.content = content
    self.tag = tag
    line = UInt32(clamping: position.line)
    column = UInt32(clamping: position.column)
    underlined = UInt32(clamping: max(1, length))
    self.layout = layout
  }

  /// The same without its tag.
  package var untagged: YAMLNode {
    YAMLNode(content, tag: nil, at: position, length: length, layout: layout)
  }

  /// Where the content's first character is; without content, where the tag is.
  package var position: Position { Position(line: Int(line), column: Int(column)) }

  /// How many scalars carets underline: of a plain or quoted scalar what stands on its first
  /// line, with the quotes; 1 for collections and block scalars.
  package var length: Int { Int(underlined) }

  /// The place of a character of a scalar's text.
  ///
  /// Exact for a plain or quoted scalar on one line without escapes and for a literal one;
  /// for any other the place of the node.
  ///
  /// - Parameter offset: In the text.
  package func position(atScalar offset: ScalarOffset) -> Position {
    guard case .scalar(let scalar) = content, offset >= 0 else { return position }
    switch layout {
    case .rewritten: return position
    case .verbatim(let quotes):
      let bound = min(offset, ScalarOffset(scalar.text.unicodeScalars.count))
      return position.advanced(by: ScalarOffset(Int(quotes)) + bound)
    case .lines(let indent):
      return place(
        ofScalar: offset.value, in: Array(scalar.text.unicodeScalars), indent: Int(indent))
    }
  }

  /// The place of a character of a literal scalar; behind its last, of that.
  private func place(ofScalar offset: Int, in text: [Unicode.Scalar], indent: Int) -> Position {
    guard let last = text.indices.last else { return position }
    let offset = min(offset, last)
    let breaks = text[..<offset].count { $0 == "\n" }
    let lineStart = text[..<offset].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    // A blank line may have fewer spaces than the text is indented by.
    let isBlank = offset == lineStart && text[offset] == "\n"
    return Position(
      line: position.line + 1 + breaks, column: isBlank ? 1 : indent + 1 + offset - lineStart)
  }

  /// The same node for an alias at a place.
  func moved(to place: Position, length: Int) -> YAMLNode {
    YAMLNode(content, tag: tag, at: place, length: length, layout: .rewritten)
  }

  /// The same content under another tag.
  func tagged(_ tag: YAMLTag?) -> YAMLNode {
    YAMLNode(content, tag: tag, at: position, length: length, layout: layout)
  }
}
