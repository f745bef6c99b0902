// SPDX-License-Identifier: Apache-2.0
// The UTF-8 of one scalar: the only place where the table of well-formed sequences stands.

/// A Unicode scalar as it stands in UTF-8.
package struct EncodedScalar: Sendable, Equatable {
  package let value: UInt32
  /// In bytes, 1 to 4.
  package let length: Int

  /// Reads the scalar at an index by the Unicode standard, table 3-7: no overlong forms, no
  /// surrogates, nothing beyond U+10FFFF.
  ///
  /// - Returns: nil where the bytes are not UTF-8, and at the end.
  package init?(in bytes: [UInt8], at index: Int) {
    guard index < bytes.count else { return nil }
    let first = bytes[index]
    var least: UInt8 = 0x80
    var most: UInt8 = 0xBF
    var scalar: UInt32
    switch first {
    case 0..<0x80:
      (value, length) = (UInt32(first), 1)
      return
    case 0xC2...0xDF: (scalar, length) = (UInt32(first & 0x1F), 2)
    case 0xE0...0xEF:
      (scalar, length) = (UInt32(first & 0x0F), 3)
      if first == 0xE0 { least = 0xA0 }
      if first == 0xED { most = 0x9F }
    case 0xF0...0xF4:
      (scalar, length) = (UInt32(first & 0x07), 4)
      if first == 0xF0 { least = 0x90 }
      if first == 0xF4 { most = 0x8F }
    default: return nil
    }
    guard index + length <= bytes.count, least...most ~= bytes[index + 1] else { return nil }
    for byte in bytes[(index + 1)..<(index + length)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    value = scalar
  }
}
