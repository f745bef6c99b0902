// SPDX-License-Identifier: Apache-2.0
// Strings, numbers and words of a JSON text.

import Text

/// Reads the scalars of a JSON text, byte by byte, exactly by RFC 8259.
package struct JSONScanner {
  package let bytes: [UInt8]
  package var index = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // RFC 8259, section 8.1: a reader may ignore a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The byte at the index; nil at the end.
  package var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipWhitespace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  /// An error at the index: something else stands there, or nothing.
  func unexpected(_ expected: String) -> JSONError {
    JSONError(.unexpected(found: found, expected: expected), at: index)
  }

  /// The character at the index as errors print it.
  private var found: String? {
    guard let byte = next else { return nil }
    guard byte > 0x20, byte != 0x7F else { return "U+00\(byte < 16 ? "0" : "")\(Self.hex(byte))" }
    guard let length = EncodedScalar.read(bytes, at: index)?.length else {
      return "the byte 0x\(Self.hex(byte))"
    }
    return "'\(String(decoding: bytes[index..<(index + length)], as: UTF8.self))'"
  }

  private static func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }

  /// A string, a number, `true`, `false` or `null`; the index is at its first byte.
  package mutating func scalar() throws(JSONError) -> JSONValue {
    switch next ?? 0 {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  /// `true`, `false` or `null`.
  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let start = index
    for letter in word.utf8 {
      guard next == letter else {
        index = start
        throw unexpected("a value")
      }
      index += 1
    }
    return value
  }

  /// A number; the index is at its first byte, a minus or a digit.
  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    if next == UInt8(ascii: "0") {
      index += 1
      if let byte = next, Self.isDigit(byte) {
        throw JSONError(.invalidNumber("a leading zero"), at: index - 1)
      }
    } else {
      try digits("a digit must follow '-'")
    }
    if next == UInt8(ascii: ".") {
      index += 1
      try digits("a digit must follow '.'")
    }
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try digits("an exponent must have a digit")
    }
    return JSONNumber(checked: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits(_ otherwise: String) throws(JSONError) {
    let start = index
    while index < bytes.count, Self.isDigit(bytes[index]) { index += 1 }
    if index == start { throw JSONError(.invalidNumber(otherwise), at: index) }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A string; the index is at the opening quotation mark.
  mutating func string() throws(JSONError) -> String {
    let start = index + 1
    index = start
    try skipPlain()
    if bytes[index] == UInt8(ascii: "\"") {
      index += 1
      return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while bytes[index] != UInt8(ascii: "\"") {
      try escape(into: &text)
      let plain = index
      try skipPlain()
      text += bytes[plain..<index]
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Moves to the next quotation mark or backslash, checking what is before it.
  private mutating func skipPlain() throws(JSONError) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw JSONError(.controlCharacter(byte), at: index) }
      if byte < 0x80 {
        index += 1
      } else {
        guard let length = EncodedScalar.read(bytes, at: index)?.length else {
          throw JSONError(.invalidUTF8, at: index)
        }
        index += length
      }
    }
    throw unexpected("'\"' at the end of a string")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = index
    index += 1
    guard let byte = next else { throw unexpected("'\"' at the end of a string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var value = try hexadecimal(of: start)
      if value & 0xFC00 == 0xD800, next == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "u")
      {
        let second = index
        index += 2
        let low = try hexadecimal(of: second)
        guard low & 0xFC00 == 0xDC00 else { throw JSONError(.loneSurrogate, at: start) }
        value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(value) else { throw JSONError(.loneSurrogate, at: start) }
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    default: throw JSONError(.invalidEscape, at: start)
    }
  }

  /// The four digits after `\u`.
  private mutating func hexadecimal(of start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw unexpected("'\"' at the end of a string") }
      guard let digit = Hexadecimal.value(of: byte) else {
        throw JSONError(.invalidEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
