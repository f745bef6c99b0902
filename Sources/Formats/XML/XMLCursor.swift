// SPDX-License-Identifier: Apache-2.0
// The small grammar of XML: characters, names, attributes, references, comments.

import Text

/// A place in a document that moves on as it is read. The bytes are valid UTF-8 and have no
/// forbidden characters.
struct XMLCursor {
  let bytes: [UInt8]
  var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }
  var current: UInt8? { index < bytes.count ? bytes[index] : nil }
  func byte(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  func at(_ text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  mutating func skip(_ text: StaticString) -> Bool {
    guard at(text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  @discardableResult mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, XMLCharacters.isSpace(bytes[index]) { index += 1 }
    return index > start
  }

  /// The bytes before an end mark, which is passed.
  mutating func until(_ end: StaticString, what: String) throws(XMLError) -> ArraySlice<UInt8> {
    let start = index
    while !isAtEnd {
      if at(end) {
        let content = bytes[start..<index]
        index += end.utf8CodeUnitCount
        return content
      }
      index += 1
    }
    throw XMLError(.expected(what), at: index)
  }

  mutating func name(_ what: String) throws(XMLError) -> String {
    let start = index
    while let scalar = EncodedScalar.read(bytes, at: index) {
      let isPart =
        index == start
        ? XMLCharacters.startsName(scalar.value) : XMLCharacters.continuesName(scalar.value)
      guard isPart else { break }
      index += scalar.length
    }
    guard index > start else { throw XMLError(.expected(what), at: start) }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The attributes of a start tag or of a declaration.
  mutating func attributes(limit: Int) throws(XMLError) -> [XMLAttribute] {
    var attributes: [XMLAttribute] = []
    while true {
      let hasSpace = skipSpace()
      guard let byte = current, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/"),
        byte != UInt8(ascii: "?")
      else { return attributes }
      guard hasSpace else { throw XMLError(.expected("a blank, '>' or '/>'"), at: index) }
      let start = index
      let name = try name("the name of an attribute")
      if attributes.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        throw XMLError(.duplicateAttribute(name), at: start)
      }
      guard attributes.count < limit else {
        throw XMLError(.tooManyAttributes(limit: limit), at: start)
      }
      skipSpace()
      guard skip("=") else { throw XMLError(.expected("'=' after '\(name)'"), at: index) }
      skipSpace()
      attributes.append(XMLAttribute(name, try attributeValue()))
    }
  }

  private mutating func attributeValue() throws(XMLError) -> String {
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw XMLError(.expected("a value in quotation marks"), at: index)
    }
    let start = index
    index += 1
    var value: [UInt8] = []
    while let byte = current {
      switch byte {
      case quote:
        index += 1
        return String(decoding: value, as: UTF8.self)
      case UInt8(ascii: "<"): throw XMLError(.lessThanInAttribute, at: index)
      case UInt8(ascii: "&"): value += try reference()
      case 0x0D:
        value.append(0x20)
        index += self.byte(1) == 0x0A ? 2 : 1
      case 0x09, 0x0A:
        value.append(0x20)
        index += 1
      default:
        value.append(byte)
        index += 1
      }
    }
    throw XMLError(.expected("the end of the value that begins here"), at: start)
  }

  /// Text up to the next `<`, with references replaced and line ends made line feeds.
  mutating func characterData() throws(XMLError) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = current, byte != UInt8(ascii: "<") {
      switch byte {
      case UInt8(ascii: "&"): text += try reference()
      case UInt8(ascii: "]") where at("]]>"): throw XMLError(.endOfSectionInText, at: index)
      case 0x0D:
        text.append(0x0A)
        index += self.byte(1) == 0x0A ? 2 : 1
      default:
        text.append(byte)
        index += 1
      }
    }
    return text
  }

  /// The character of `&amp;`, `&#10;`, `&#xA;`.
  private mutating func reference() throws(XMLError) -> [UInt8] {
    let start = index
    index += 1
    // The longest that means something is shorter: `&#x0010FFFF;`.
    guard let length = bytes[index...].prefix(32).firstIndex(of: UInt8(ascii: ";")), length > index
    else { throw XMLError(.invalidReference, at: start) }
    let content = String(decoding: bytes[index..<length], as: UTF8.self)
    index = length + 1
    switch content {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default: break
    }
    guard content.hasPrefix("#") else { throw entityError(content, at: start) }
    let digits = content.dropFirst(content.hasPrefix("#x") ? 2 : 1)
    guard digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-"),
      let number = UInt32(digits, radix: content.hasPrefix("#x") ? 16 : 10)
    else { throw XMLError(.invalidReference, at: start) }
    guard XMLCharacters.isAllowed(number), let scalar = Unicode.Scalar(number) else {
      throw XMLError(.forbiddenCharacter(number), at: start)
    }
    return Array(String(Character(scalar)).utf8)
  }

  private func entityError(_ content: String, at start: Int) -> XMLError {
    let isName = content.unicodeScalars.enumerated().allSatisfy { number, scalar in
      number == 0
        ? XMLCharacters.startsName(scalar.value) : XMLCharacters.continuesName(scalar.value)
    }
    return XMLError(isName ? .unknownEntity(content) : .invalidReference, at: start)
  }

  /// The rest of a comment.
  mutating func comment() throws(XMLError) {
    _ = try until("--", what: "'-->', the end of the comment")
    guard skip(">") else { throw XMLError(.expected("'>': '--' only ends a comment"), at: index) }
  }

  /// The rest of a processing instruction.
  mutating func instruction(at start: Int) throws(XMLError) {
    let target = try name("the name of a processing instruction")
    if target.lowercased() == "xml" { throw XMLError(.misplacedDeclaration, at: start) }
    if at("?>") {
      index += 2
      return
    }
    guard skipSpace() else { throw XMLError(.expected("a blank or '?>'"), at: index) }
    _ = try until("?>", what: "'?>', the end of the processing instruction")
  }

  /// The XML declaration (section 2.8): version, encoding, standalone.
  mutating func declaration() throws(XMLError) {
    let start = index
    index += 5
    let attributes = try attributes(limit: 4)
    guard skip("?>") else { throw XMLError(.expected("'?>'"), at: index) }
    let order = ["version", "encoding", "standalone"]
    let places = attributes.map { order.firstIndex(of: $0.name) ?? -1 }
    guard places.first == 0, places == places.sorted(), attributes[0].value.hasPrefix("1.") else {
      throw XMLError(.expected("version=\"1.0\", then encoding, then standalone"), at: start)
    }
    for attribute in attributes where attribute.name == "encoding" {
      guard ["utf-8", "us-ascii"].contains(attribute.value.lowercased()) else {
        throw XMLError(.otherEncoding(attribute.value), at: start)
      }
    }
  }

  /// A text with its line ends made line feeds (section 2.11).
  static func normalized(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(0x0D) else { return Array(text) }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    for (byte, next) in zip(text, Array(text.dropFirst()) + [0]) {
      if byte != 0x0D { output.append(byte) } else if next != 0x0A { output.append(0x0A) }
    }
    return output
  }
}

/// Looks at each byte of a document once, before anything else does.
enum XMLCharacterCheck {
  static func check(_ bytes: [UInt8]) throws(XMLError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw XMLError(.otherEncoding("UTF-16"), at: 0)
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x80 {
        index += 1
        continue
      }
      if byte < 0x20 {
        guard XMLCharacters.isSpace(byte) else {
          throw XMLError(.forbiddenCharacter(UInt32(byte)), at: index)
        }
        index += 1
        continue
      }
      guard let scalar = EncodedScalar.read(bytes, at: index) else {
        throw XMLError(.invalidUTF8, at: index)
      }
      guard XMLCharacters.isAllowed(scalar.value) else {
        throw XMLError(.forbiddenCharacter(scalar.value), at: index)
      }
      index += scalar.length
    }
  }
}

/// The character classes of XML 1.0.
enum XMLCharacters {
  /// Blanks, tabs and line ends (section 2.3).
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  /// Whether a document may contain the character at all (section 2.2).
  static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// Whether a name may begin with the character (section 2.3).
  static func startsName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
      0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// Whether a name may go on with the character (section 2.3).
  static func continuesName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: startsName(scalar)
    }
  }

  /// Whether U+FFFE or U+FFFF stands in valid UTF-8, the first byte of which is `EF`.
  static func isNoncharacter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == 0xEF && bytes[index + 1] == 0xBF
      && bytes[index + 2] >= 0xBE
  }

  /// Digits in upper case, without zeros in front.
  static func hexadecimal(_ number: UInt32) -> String { String(number, radix: 16, uppercase: true) }

  /// The text without blanks, tabs and line ends at either end.
  static func trimmed(_ text: String) -> String {
    let utf8 = text.utf8
    guard let first = utf8.firstIndex(where: { !isSpace($0) }),
      let last = utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }
}
