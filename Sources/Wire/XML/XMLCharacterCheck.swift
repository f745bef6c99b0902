// SPDX-License-Identifier: Apache-2.0
// Whether bytes are UTF-8 without the characters that XML forbids.

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
      let (scalar, length) = try scalar(bytes, at: index)
      guard XMLCharacters.isAllowed(scalar) else {
        throw XMLError(.forbiddenCharacter(scalar), at: index)
      }
      index += length
    }
  }

  /// A character of several bytes (RFC 3629, section 3).
  private static func scalar(
    _ bytes: [UInt8], at index: Int
  ) throws(XMLError) -> (scalar: UInt32, length: Int) {
    let first = bytes[index]
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else {
      throw XMLError(.invalidUTF8, at: index)
    }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      guard bytes[index + offset] & 0xC0 == 0x80 else { throw XMLError(.invalidUTF8, at: index) }
      scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F)
    }
    // A longer form than needed, a surrogate, or beyond Unicode.
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= least, !(0xD800...0xDFFF).contains(scalar), scalar <= 0x10FFFF else {
      throw XMLError(.invalidUTF8, at: index)
    }
    return (scalar, length)
  }
}
