// SPDX-License-Identifier: Apache-2.0
// XML text to a tree: well-formed documents without a document type, within limits.

package import Text

/// How large a document may be.
package struct XMLLimits: Sendable, Equatable {
  package var bytes = 4 << 20
  /// How deep elements may be nested, the root counted.
  package var depth = 128
  /// Elements and texts.
  package var nodes = 200_000
  /// Attributes of one element.
  package var attributes = 256

  package init() {}
}

/// Reads XML 1.0 documents in UTF-8 (Extensible Markup Language, fifth edition).
///
/// Any document type declaration is refused: with it there are no entities to
/// expand, no files to read. Prefixes without a declaration are tolerated: the document is
/// well-formed, their elements have no namespace.
package enum XMLReader {
  /// The root element.
  ///
  /// - Throws: `XMLError` at the first thing that is not well-formed or beyond a limit.
  package static func read(
    _ bytes: [UInt8], limits: XMLLimits = XMLLimits()
  ) throws(XMLError) -> XMLElement {
    guard bytes.count <= limits.bytes else {
      throw XMLError(.tooLarge(limit: limits.bytes), at: limits.bytes)
    }
    try XMLCharacterCheck.check(bytes)
    var parser = XMLDocumentParser(bytes, limits: limits)
    return try parser.document()
  }

  package static func read(
    _ text: String, limits: XMLLimits = XMLLimits()
  ) throws(XMLError) -> XMLElement {
    try read(Array(text.utf8), limits: limits)
  }
}

/// The grammar of the document: prolog, elements, and what stands between them.
struct XMLDocumentParser {
  var cursor: XMLCursor
  private let limits: XMLLimits
  private var open: [Frame] = []
  private var root: XMLElement?
  private var nodeCount = 0
  private var places: XMLPlaceCounter

  /// An element whose end tag has not come.
  private struct Frame {
    let name: String
    let attributes: [XMLAttribute]
    /// The namespaces in force in it, by prefix; the default one by "".
    let namespaces: [String: String]
    let position: Position
    let offset: Int
    var children: [XMLNode] = []
    var text: [UInt8] = []
  }

  init(_ bytes: [UInt8], limits: XMLLimits) {
    cursor = XMLCursor(bytes)
    places = XMLPlaceCounter(bytes)
    self.limits = limits
  }

  mutating func document() throws(XMLError) -> XMLElement {
    if cursor.skip("\u{FEFF}") { places.start = cursor.index }
    if cursor.at("<?xml"), cursor.byte(5).map(XMLCharacters.isSpace) ?? false {
      try cursor.declaration()
    }
    while !cursor.isAtEnd {
      if cursor.current == UInt8(ascii: "<") {
        try markup()
      } else {
        try characters()
      }
    }
    if let frame = open.last { throw XMLError(.unclosedElement(frame.name), at: frame.offset) }
    guard let root else { throw XMLError(.noRoot, at: cursor.index) }
    return root
  }

  private mutating func markup() throws(XMLError) {
    let start = cursor.index
    if cursor.skip("<!--") {
      try cursor.comment()
    } else if cursor.skip("<![CDATA[") {
      guard !open.isEmpty else { throw outside(start) }
      let section = try cursor.until("]]>", what: "']]>', the end of the CDATA section")
      open[open.count - 1].text += XMLCursor.normalized(section)
    } else if cursor.at("<!DOCTYPE") {
      throw XMLError(.documentType, at: start)
    } else if cursor.skip("<?") {
      try cursor.instruction(at: start)
    } else if cursor.skip("</") {
      try endTag(at: start)
    } else {
      try startTag(at: start)
    }
  }

  private mutating func startTag(at start: Int) throws(XMLError) {
    if root != nil { throw XMLError(.contentAfterRoot, at: start) }
    guard open.count < limits.depth else {
      throw XMLError(.tooDeep(limit: limits.depth), at: start)
    }
    cursor.index += 1
    let name = try cursor.name("the name of an element")
    let attributes = try cursor.attributes(limit: limits.attributes)
    var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
    for attribute in attributes {
      if attribute.name == "xmlns" { namespaces[""] = attribute.value }
      if attribute.name.hasPrefix("xmlns:") { namespaces[attribute.localName] = attribute.value }
    }
    flushText()
    try count(at: start)
    open.append(
      Frame(
        name: name, attributes: attributes, namespaces: namespaces,
        position: places.position(at: start), offset: start))
    if cursor.skip("/>") {
      close()
    } else if !cursor.skip(">") {
      throw XMLError(.expected("an attribute, '>' or '/>'"), at: cursor.index)
    }
  }

  private mutating func endTag(at start: Int) throws(XMLError) {
    guard let frame = open.last else { throw outside(start) }
    let name = try cursor.name("the name of an element")
    guard name.utf8.elementsEqual(frame.name.utf8) else {
      throw XMLError(.mismatchedEndTag(name, expected: frame.name), at: start)
    }
    cursor.skipSpace()
    guard cursor.skip(">") else { throw XMLError(.expected("'>'"), at: cursor.index) }
    flushText()
    close()
  }

  /// Text up to the next markup.
  private mutating func characters() throws(XMLError) {
    guard !open.isEmpty else {
      cursor.skipSpace()
      if !cursor.isAtEnd, cursor.current != UInt8(ascii: "<") { throw outside(cursor.index) }
      return
    }
    let text = try cursor.characterData()
    open[open.count - 1].text += text
  }

  private mutating func close() {
    guard let frame = open.popLast() else { return }
    let prefix = frame.name.firstIndex(of: ":").map { String(frame.name[..<$0]) } ?? ""
    let namespace = frame.namespaces[prefix].flatMap { $0.isEmpty ? nil : $0 }
    let element = XMLElement(
      name: frame.name, namespaceURI: namespace, attributes: frame.attributes,
      children: frame.children, position: frame.position)
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }

  /// Makes a node of the text that has gathered in the open element.
  private mutating func flushText() {
    guard let frame = open.last, !frame.text.isEmpty else { return }
    let text = String(decoding: frame.text, as: UTF8.self)
    open[open.count - 1].children.append(.text(text))
    open[open.count - 1].text = []
    nodeCount += 1
  }

  private mutating func count(at offset: Int) throws(XMLError) {
    nodeCount += 1
    if nodeCount > limits.nodes { throw XMLError(.tooManyNodes(limit: limits.nodes), at: offset) }
  }

  private func outside(_ offset: Int) -> XMLError {
    XMLError(root == nil ? .contentBeforeRoot : .contentAfterRoot, at: offset)
  }
}

/// Lines and columns of offsets that only grow, each byte looked at once.
private struct XMLPlaceCounter {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var column = 1
  /// The first byte that counts: after a byte order mark.
  var start = 0 { didSet { index = max(index, start) } }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func position(at offset: Int) -> Position {
    while index < offset, index < bytes.count {
      let byte = bytes[index]
      let isBeforeLineFeed = index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isBeforeLineFeed) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    return Position(line: line, column: column)
  }
}

/// A mistake in an XML document, and where it is.
package typealias XMLError = LocatedError<XMLMistake, ByteOffset>

/// Why a text is not an XML document that is read here.
package enum XMLMistake: Sendable, Equatable {
  case invalidUTF8
  case otherEncoding(String)
  case forbiddenCharacter(UInt32)
  case documentType
  case noRoot
  case contentAfterRoot
  case contentBeforeRoot
  case unclosedElement(String)
  case mismatchedEndTag(String, expected: String)
  case expected(String)
  case duplicateAttribute(String)
  case lessThanInAttribute
  case unknownEntity(String)
  case invalidReference
  case endOfSectionInText
  case misplacedDeclaration
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)
  case tooManyNodes(limit: Int)
  case tooManyAttributes(limit: Int)
}

extension XMLMistake: CustomStringConvertible {
  /// One sentence without the place.
  package var description: String {
    switch self {
    case .invalidUTF8: "these bytes are not UTF-8"
    case .otherEncoding(let name): "the encoding is '\(name)', only UTF-8 is read"
    case .forbiddenCharacter(let scalar):
      "the character U+\(XMLCharacters.hexadecimal(scalar)) is not allowed in XML"
    case .documentType: "a document type declaration (<!DOCTYPE) is refused"
    case .noRoot: "there is no element"
    case .contentAfterRoot: "there is something after the end of the root element"
    case .contentBeforeRoot: "there is something before the root element"
    case .unclosedElement(let name): "the element '\(name)' is not closed"
    case .mismatchedEndTag(let name, let expected):
      "the end tag '\(name)' does not close the element '\(expected)'"
    case .expected(let what): "expected \(what)"
    case .duplicateAttribute(let name): "the attribute '\(name)' is given twice"
    case .lessThanInAttribute: "'<' in an attribute has to be written as '&lt;'"
    case .unknownEntity(let name): "the entity '&\(name);' is not one of amp, lt, gt, quot, apos"
    case .invalidReference: "'&' begins no reference; as a character it is written '&amp;'"
    case .endOfSectionInText: "']]>' in a text has to be written as ']]&gt;'"
    case .misplacedDeclaration: "an XML declaration stands at the very beginning or nowhere"
    case .tooLarge(let limit): "the document has more than \(limit) bytes"
    case .tooDeep(let limit): "elements are nested more than \(limit) deep"
    case .tooManyNodes(let limit): "the document has more than \(limit) nodes"
    case .tooManyAttributes(let limit): "an element has more than \(limit) attributes"
    }
  }
}
