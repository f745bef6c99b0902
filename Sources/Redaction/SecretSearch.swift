// SPDX-License-Identifier: Apache-2.0
// Finds the values beside secret names in a text of any kind.

import HTTP
import Text

/// Finds the values beside secret names in a text of any kind, in one pass.
///
///     SAMLResponse=PHN…&    "access_token": "ey…"    <ns:userId x="1"><![CDATA[…]]></ns:userId>
///     name="SAMLResponse" value="PHN…"               <user id="…">    <token value="…"/>
///     <input value="…" name="token">      Authorization: Bearer …     https://user:password@host/
///     <Attribute Name="userToken"><AttributeValue>…</AttributeValue>  and a part of multipart/form-data
struct SecretSearch {
  let bytes: [UInt8]
  /// The same in lower case.
  let lower: [UInt8]
  /// The name of the element before the place that was reached.
  private var element: Range<Int> = 0..<0
  private var found: [(name: String, value: String)] = []

  /// A value stands at most so far before its name.
  private static let valueLimitBytes = 64 * 1024
  /// A value follows its name after at most so many bytes of punctuation and attributes.
  private static let gapLimitBytes = 512
}

extension SecretSearch {
  static func pairs(in text: String) -> [(name: String, value: String)] {
    let bytes = Array(text.utf8)
    var search = SecretSearch(bytes: bytes, lower: bytes.map(Octets.lowercased))
    search.run()
    return search.found
  }

  private mutating func run() {
    lazy var isError = ["error", "details"].contains { lower[...].range(of: Array($0.utf8)) != nil }
    var index = 0
    while index < bytes.count {
      guard isName(bytes[index]) else {
        if bytes[index] == UInt8(ascii: ":"), starts("://", at: index) { addUser(from: index + 3) }
        index += 1
        continue
      }
      let name = index..<(bytes[index...].firstIndex { !isName($0) } ?? bytes.count)
      index = name.upperBound
      if let before = bytes[..<name.lowerBound].last, "<:".utf8.contains(before) { element = name }
      guard isSecret(name), let value = value(of: name) else { continue }
      // The code of an error, and a word of an enumeration, is no secret.
      if isWord(name, "code"), isError || SecretPlaces.isWord(bytes[value]) { continue }
      add(String(decoding: bytes[name], as: UTF8.self), bytes[value])
      // The inside of a secret is secret with it.
      index = max(index, value.upperBound)
    }
  }

  private mutating func add(_ name: String, _ value: ArraySlice<UInt8>) {
    found.append((name, String(decoding: value, as: UTF8.self)))
  }

  /// The user and the password of a URL.
  private mutating func addUser(from start: Int) {
    let authority = bytes[start...].prefix(Self.gapLimitBytes)
      .prefix { $0 > 0x20 && !"/?#\"'<>\\".utf8.contains($0) }
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return }
    for part in authority[..<end].split(separator: UInt8(ascii: ":"), maxSplits: 1) {
      add("user of a URL", part)
    }
  }

  private func isSecret(_ name: Range<Int>) -> Bool {
    SecretPlaces.isSecret(bytes[name]) || isWord(name, "code")
      || isWord(name, "id") && element != name && SecretPlaces.isOwner(bytes[element])
  }

  private func isWord(_ range: Range<Int>, _ word: String) -> Bool {
    lower[range].elementsEqual(word.utf8)
  }

  /// The value of a name. It follows `:`, `=` or `>`, with quotes and blanks around these; or it is that
  /// of an attribute or member `value`; or the contents of an element with attributes.
  private func value(of name: Range<Int>) -> Range<Int>? {
    // The name may be that of an attribute in XML, or of a part of a form: `Name="userToken"`.
    let isNamed = [" name=\"", "name=\\\"", " name='"].contains {
      lower[..<name.lowerBound].suffix($0.utf8.count).elementsEqual($0.utf8)
    }
    if isNamed, let value = value(before: name) ?? part(after: name) { return value }
    var index = name.upperBound
    var hasSeparator = false
    var quote: UInt8?
    let limit = min(bytes.count, index + Self.gapLimitBytes)
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"):
        (hasSeparator, quote) = (true, nil)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = hasSeparator ? bytes[index] : nil
      case UInt8(ascii: "\\"), 0...0x20, UInt8(ascii: "["), UInt8(ascii: "{"): break
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        // `"name": "token", "value": "…"`.
        if hasSeparator { return nil }
      case UInt8(ascii: "<"):
        guard hasSeparator, let end = endOfTag(at: index, isNamed) else { return nil }
        index = end
      case _ where ["value", "Value"].contains { bytes[index...].starts(with: $0.utf8) }:
        index += 4
        hasSeparator = false
      case _ where hasSeparator:
        if lower[name].suffix(6).elementsEqual("cookie".utf8) {
          return bytes[index...].prefix { $0 >= 0x20 && !"\"'<".utf8.contains($0) }.indices
        }
        let end = end(from: index, quote)
        let word = String(decoding: bytes[index..<end], as: UTF8.self)
        guard SecretPlaces.schemes.contains(word) else { return end > index ? index..<end : nil }
        // `Bearer …`: the credentials follow.
        (index, quote) = (end, nil)
      default:
        // `<token type="x">` or `<param name="token" type="x" value="…">`.
        guard let end = endOfAttribute(at: index) else { return nil }
        index = end
      }
      index += 1
    }
    return nil
  }

  /// The value before a name, in the same tag: `<input value="…" name="token">`.
  private func value(before name: Range<Int>) -> Range<Int>? {
    let tag = bytes[max(0, name.lowerBound - Self.valueLimitBytes)..<name.lowerBound]
    guard let start = tag.lastIndex(of: UInt8(ascii: "<")),
      let quote = tag[start...].range(of: Array(" value=".utf8))?.upperBound,
      quote + 1 < name.lowerBound
    else { return nil }
    let end = end(from: quote + 1, bytes[quote])
    return quote + 1 < end && end < name.lowerBound ? (quote + 1)..<end : nil
  }

  /// The value of a part of a form, behind the empty line after its headers.
  private func part(after name: Range<Int>) -> Range<Int>? {
    let rest = bytes[name.upperBound...].prefix(Self.gapLimitBytes)
    let isPart = bytes[..<name.lowerBound].suffix(64).range(of: Array("form-data".utf8)) != nil
    let line = ["\r\n\r\n", "\n\n"].lazy.compactMap { rest.range(of: Array($0.utf8)) }.first
    return isPart ? line.map { $0.upperBound..<end(from: $0.upperBound, nil) } : nil
  }

  /// The last byte of what stands between a name and its value: the begin of a section, or of an element
  /// within the one that has the name as an attribute.
  private func endOfTag(at start: Int, _ isNamed: Bool) -> Int? {
    if starts("<![cdata[", at: start) { return start + 8 }
    guard isNamed, start + 1 < bytes.count, isName(bytes[start + 1]) else { return nil }
    return bytes[start...].prefix(Self.gapLimitBytes).firstIndex(of: UInt8(ascii: ">"))
  }

  /// The last byte of an attribute that begins at an index; nil where none does.
  private func endOfAttribute(at start: Int) -> Int? {
    let rest = bytes[start...].prefix(Self.gapLimitBytes)
    let value = rest.drop { isName($0) || $0 == UInt8(ascii: ":") }
    guard start > 0, bytes[start - 1] <= 0x20, value.first == UInt8(ascii: "="),
      let quote = value.dropFirst().first, "\"'".utf8.contains(quote)
    else { return nil }
    return value.dropFirst(2).firstIndex(of: quote)
  }

  /// The end of a value: its quote, or else the beginning of something else.
  private func end(from start: Int, _ quote: UInt8?) -> Int {
    let backslash = UInt8(ascii: "\\")
    // A quote that is escaped itself ends with the escape.
    let isEscaped = start >= 2 && bytes[start - 2] == backslash
    let end = bytes[start...].indices.first { index in
      guard let quote else { return Self.isDelimiter[Int(bytes[index])] }
      if bytes[index] == quote { return index < start + 2 || bytes[index - 1] != backslash }
      return isEscaped && bytes[index] == backslash && bytes[(index + 1)...].first == quote
    }
    return end ?? bytes.count
  }

  private func starts(_ text: String, at index: Int) -> Bool {
    lower[index...].starts(with: text.utf8)
  }

  private static let isDelimiter: [Bool] = (0...255).map { (byte: UInt8) in
    byte <= 0x20 || "\"'<>&#\\,;)]}".utf8.contains(byte)
  }
}

/// Whether a byte may be part of a name.
private func isName(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte == 0x5F || byte == 0x2D }
