// SPDX-License-Identifier: Apache-2.0
// Which characters XML allows, and where.

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
