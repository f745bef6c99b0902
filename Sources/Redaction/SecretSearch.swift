// SPDX-License-Identifier: Apache-2.0
// Finds the values beside secret names in a text of any kind.

import Text

/// Finds the values beside secret names in a text of any kind, in one pass.
///
///     SAMLResponse=PHN…&    "access_token": "ey…"    <ns:userId x="1"><![CDATA[…]]></ns:userId>
///     name="SAMLResponse" value="PHN…"               <user id="…">    <token value="…"/>
///     <input value="…" name="token">      Authorization: Bearer …     https://user:password@host/
///     <Attribute Name="userToken"><AttributeValue>…</AttributeValue>  and a part of multipart/form-data
struct SecretSearch {
  private let bytes: [UInt8]
  private var index = 0
  /// The names before the place that was reached: that of the element, and the last one.
  private var element: Range<Int> = 0..<0
  private var found: [(name: String, value: String)] = []
  /// Whether the text tells of an error, so that a `code` in it is no secret.
  private let isError: Bool

  /// Names are told from their endings.
  private static let nameLimitBytes = 64
  /// A value stands at most so far before its name.
  private static let valueLimitBytes = 64 * 1024
  /// A value follows its name after at most so many bytes of punctuation and attributes.
  private static let gapLimitBytes = 512

  private init(_ text: String) {
    bytes = Array(text.utf8)
    let lower = bytes.map(SecretPlaces.lowercased)
    isError = ["error", "details"].contains { lower.firstRange(of: Array($0.utf8)) != nil }
  }

  static func pairs(in text: String) -> [(name: String, value: String)] {
    var search = SecretSearch(text)
    search.run()
    return search.found
  }
}

extension SecretSearch {
  private mutating func run() {
    while index < bytes.count {
      guard isName[Int(bytes[index])] else {
        if starts("://", at: index) { addUser(from: index + 3) }
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isName[Int(bytes[index])] { index += 1 }
      let name = start..<index
      if start > 0, bytes[start - 1] == UInt8(ascii: "<") || bytes[start - 1] == UInt8(ascii: ":") {
        element = name
      }
      guard isSecret(name) else { continue }
      let before = value(before: name)
      guard let value = before ?? value(after: index, isNamed: isNamed(name)) else { continue }
      // The code of an error, and a word of an enumeration, is no secret.
      if isWord(bytes[name], "code"), isError || SecretPlaces.isWord(bytes[value]) { continue }
      found.append(
        (
          String(decoding: bytes[name], as: UTF8.self),
          String(decoding: bytes[value], as: UTF8.self)
        ))
      // The inside of a secret is secret with it.
      index = max(index, value.upperBound)
    }
  }

  /// The user and the password of a URL.
  private mutating func addUser(from start: Int) {
    let authority = bytes[start...].prefix(Self.gapLimitBytes)
      .prefix { $0 > 0x20 && !"/?#\"'<>\\".utf8.contains($0) }
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return }
    for part in authority[..<end].split(separator: UInt8(ascii: ":"), maxSplits: 1) {
      found.append(("user of a URL", String(decoding: part, as: UTF8.self)))
    }
  }

  private func isSecret(_ name: Range<Int>) -> Bool {
    guard 2...Self.nameLimitBytes ~= name.count else { return false }
    let text = bytes[name]
    if SecretPlaces.isSecret(text) { return true }
    return isWord(text, "code")
      || isWord(text, "id") && element != name && SecretPlaces.isOwner(bytes[element])
  }

  private func isWord(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
    text.count == word.utf8.count
      && zip(text, word.utf8).allSatisfy { SecretPlaces.lowercased($0) == $1 }
  }

  /// Whether a name is that of an attribute in XML, or of a part of a form: `Name="userToken"`.
  private func isNamed(_ name: Range<Int>) -> Bool {
    let before = bytes[..<name.lowerBound].suffix(8).map(SecretPlaces.lowercased)
    return [" name=\"", "name=\\\"", " name='"].contains {
      before.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
  }

  /// The value before a name, in the same tag: `<input value="…" name="token">`.
  private func value(before name: Range<Int>) -> Range<Int>? {
    guard isNamed(name) else { return nil }
    let tag = bytes[max(0, name.lowerBound - Self.valueLimitBytes)..<name.lowerBound]
    guard let start = tag.lastIndex(of: UInt8(ascii: "<")),
      let value = tag[start...].firstRange(of: Array(" value=".utf8)),
      value.upperBound + 1 < name.lowerBound
    else { return nil }
    let first = value.upperBound + 1
    let end = end(from: first, bytes[value.upperBound])
    return first < end && end < name.lowerBound ? first..<end : nil
  }

  /// The value after a name. It follows `:`, `=` or `>`, with quotes and blanks around these; or it
  /// is that of an attribute or member `value`; or the contents of an element with attributes.
  ///
  /// - Parameter isNamed: Whether the name is that of an attribute or a part of a form, with a further
  ///   element or an empty line around the value.
  private func value(after start: Int, isNamed: Bool) -> Range<Int>? {
    var index = start
    var hasSeparator = false
    var quote: UInt8?
    let limit = min(bytes.count, start + Self.gapLimitBytes)
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"):
        hasSeparator = true
        quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = hasSeparator ? bytes[index] : nil
      case 0x0A where isNamed && !hasSeparator:
        let line = bytes[(index + 1)...].prefix { $0 != 0x0A && $0 != 0x0D }
        if line.isEmpty {
          hasSeparator = true
          index = line.endIndex
        } else {
          // A further header of the part.
          guard line.contains(UInt8(ascii: ":")) else { return nil }
          index = line.endIndex - 1
        }
      case UInt8(ascii: "\\"), 0x20, 0x09...0x0D, UInt8(ascii: "["), UInt8(ascii: "{"): break
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        // `"name": "token", "value": "…"`.
        if hasSeparator { return nil }
      case UInt8(ascii: "<"):
        guard hasSeparator else { return nil }
        if starts("<![CDATA[", at: index) {
          index += 9
          continue
        }
        guard isNamed, index + 1 < bytes.count, isName[Int(bytes[index + 1])],
          let end = bytes[index...].prefix(Self.gapLimitBytes).firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        index = end
      default:
        if starts("value", at: index) || starts("Value", at: index) {
          index += 4
          hasSeparator = false
          break
        }
        if !hasSeparator, let end = endOfAttribute(at: index) {
          // `<token type="x">` or `<param name="token" type="x" value="…">`.
          index = end
          break
        }
        guard hasSeparator else { return nil }
        var end = end(from: index, quote)
        if isWord(bytes[..<start].suffix(6), "cookie") {
          end = bytes[index...].firstIndex { $0 < 0x20 || "\"'<".utf8.contains($0) } ?? bytes.count
        }
        if SecretPlaces.isScheme(String(decoding: bytes[index..<end], as: UTF8.self)) {
          // `Bearer …`: the credentials follow.
          index = bytes[end...].firstIndex { $0 > 0x20 } ?? bytes.count
          end = self.end(from: index, nil)
        }
        return end > index ? index..<end : nil
      }
      index += 1
    }
    return nil
  }

  /// The last byte of an attribute that begins at an index; nil where none does.
  private func endOfAttribute(at start: Int) -> Int? {
    let rest = bytes[start...].prefix(Self.gapLimitBytes)
    let value = rest.drop { isName[Int($0)] || $0 == UInt8(ascii: ":") }
    guard start > 0, bytes[start - 1] <= 0x20, value.first == UInt8(ascii: "="),
      let quote = value.dropFirst().first, "\"'".utf8.contains(quote)
    else { return nil }
    return value.dropFirst(2).firstIndex(of: quote)
  }

  /// The end of a value: its quote, or else the beginning of something else.
  private func end(from start: Int, _ quote: UInt8?) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if let quote {
        if byte == quote, bytes[end - 1] != UInt8(ascii: "\\") || end < start + 2 { return end }
        // A quote that is escaped itself ends with the escape.
        if byte == UInt8(ascii: "\\"), end + 1 < bytes.count, bytes[end + 1] == quote,
          start >= 2, bytes[start - 2] == UInt8(ascii: "\\")
        {
          return end
        }
      } else if Self.isDelimiter[Int(byte)] {
        return end
      }
      end += 1
    }
    return end
  }

  private func starts(_ text: String, at index: Int) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  private static let isDelimiter: [Bool] = (0...255).map { (byte: UInt8) in
    byte <= 0x20 || "\"'<>&#\\,;)]}".utf8.contains(byte)
  }
}

/// Whether a byte may be part of a name.
private let isName: [Bool] = (0...255).map { (byte: UInt8) in
  byte.isAlphanumeric || "_-".utf8.contains(byte)
}
