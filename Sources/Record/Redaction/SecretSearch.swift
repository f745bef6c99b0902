// SPDX-License-Identifier: Apache-2.0
// Finds the values beside secret names in a text of any kind.

import Text

/// Finds the values beside secret names in a text of any kind, in one pass.
///
///     SAMLResponse=PHN…&    "access_token": "ey…"    <ns:userId x="1"><![CDATA[…]]></ns:userId>
///     name="SAMLResponse" value="PHN…"               <user id="…">    <token value="…"/>
struct SecretSearch {
  private let bytes: [UInt8]
  private var index = 0
  /// The names before the place that was reached: that of the element, and the last one.
  private var element: Range<Int> = 0..<0
  private var found: [(name: String, value: String)] = []
  /// Whether the text tells of an error, so that a `code` in it is no secret.
  private let isError: Bool

  /// A value is remembered by its beginning.
  private static let valueLimitBytes = 64 * 1024
  /// Names are told from their endings.
  private static let nameLimitBytes = 64
  /// A value follows its name after at most so many bytes of punctuation and attributes.
  private static let gapLimitBytes = 512

  private init(_ text: String) {
    bytes = Array(text.utf8)
    isError = Self.tellsOfError(bytes)
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
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isName[Int(bytes[index])] { index += 1 }
      let name = start..<index
      if start > 0, bytes[start - 1] == UInt8(ascii: "<") || bytes[start - 1] == UInt8(ascii: ":") {
        element = name
      }
      guard isSecret(name), let value = value(after: index) else { continue }
      if name.count == 4, isWord(bytes[name], "code") {
        // The code of an error, and a word of an enumeration, is no secret.
        if isError || SecretPlaces.isWord(bytes[value]) { continue }
      }
      let end = min(value.upperBound, value.lowerBound + Self.valueLimitBytes)
      found.append(
        (
          String(decoding: bytes[name], as: UTF8.self),
          String(decoding: bytes[value.lowerBound..<end], as: UTF8.self)
        ))
      // The inside of a secret is secret with it.
      index = value.upperBound
    }
  }

  private func isSecret(_ name: Range<Int>) -> Bool {
    guard 2...Self.nameLimitBytes ~= name.count else { return false }
    let text = bytes[name]
    if SecretPlaces.isSecret(text) { return true }
    switch name.count {
    case 2:
      return isWord(text, "id") && !element.isEmpty && element != name
        && SecretPlaces.isOwner(bytes[element])
    case 4: return isWord(text, "code")
    default: return false
    }
  }

  private func isWord(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
    text.count == word.utf8.count
      && zip(text, word.utf8).allSatisfy { SecretPlaces.lowercased($0) == $1 }
  }

  /// The value after a name. It follows `:`, `=` or `>`, with quotes and blanks around these; or it
  /// is that of an attribute or member `value`; or the contents of an element with attributes.
  private func value(after start: Int) -> Range<Int>? {
    var index = start
    var hasSeparator = false
    var quote: UInt8?
    let limit = min(bytes.count, start + Self.gapLimitBytes)
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: "="):
        hasSeparator = true
        quote = nil
      case UInt8(ascii: ">"):
        hasSeparator = true
        quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = hasSeparator ? bytes[index] : nil
      case UInt8(ascii: "\\"), 0x20, 0x09...0x0D, UInt8(ascii: "["), UInt8(ascii: "{"): break
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        // `"name": "token", "value": "…"`.
        if hasSeparator { return nil }
      case UInt8(ascii: "<"):
        guard hasSeparator, starts("<![CDATA[", at: index) else { return nil }
        return contents(from: index + 9)
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
        let end = end(from: index, quote)
        return end > index ? index..<end : nil
      }
      index += 1
    }
    return nil
  }

  /// The last byte of an attribute that begins at an index; nil where none does.
  private func endOfAttribute(at start: Int) -> Int? {
    guard start > 0, bytes[start - 1] == 0x20 || 0x09...0x0D ~= bytes[start - 1] else { return nil }
    var index = start
    while index < bytes.count, isName[Int(bytes[index])] || bytes[index] == UInt8(ascii: ":") {
      index += 1
    }
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
    let quote = bytes[index + 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    index += 2
    let limit = min(bytes.count, index + Self.gapLimitBytes)
    while index < limit, bytes[index] != quote { index += 1 }
    return index < limit ? index : nil
  }

  /// The contents of a CDATA section.
  private func contents(from start: Int) -> Range<Int>? {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "]") { end += 1 }
    return end > start ? start..<end : nil
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

  /// Whether one of the words stands in the text by which an answer tells of an error.
  private static func tellsOfError(_ bytes: [UInt8]) -> Bool {
    let words = ["error", "message", "details", "status"].map { Array($0.utf8) }
    for index in bytes.indices {
      let first = SecretPlaces.lowercased(bytes[index])
      for word in words where first == word[0] {
        let end = index + word.count
        guard end <= bytes.count else { continue }
        if zip(bytes[index..<end], word).allSatisfy({ SecretPlaces.lowercased($0) == $1 }) {
          return true
        }
      }
    }
    return false
  }

  private static let isDelimiter: [Bool] = (0...255).map { (byte: UInt8) in
    byte <= 0x20 || "\"'<>&#\\,;)]}".utf8.contains(byte)
  }
}

/// Whether a byte may be part of a name.
private let isName: [Bool] = (0...255).map { (byte: UInt8) in
  0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_")
    || byte == UInt8(ascii: "-")
}

/// Reads a text out of Base64 or Base64url, padded or not.
enum Base64Text {
  /// The text that a run of characters decodes to; nil where it is not UTF-8 that can be read.
  static func decode(_ run: String) -> String? {
    var digits = run.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
    guard let bytes = Base64.decode(String(decoding: digits, as: UTF8.self)),
      bytes.count >= Mask.shortestPart, bytes.allSatisfy({ $0 >= 0x20 || 0x09...0x0D ~= $0 })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
