// SPDX-License-Identifier: Apache-2.0
// Reads a Unicode scalar in UTF-8.

/// A Unicode scalar as it stands in UTF-8.
package struct EncodedScalar: Sendable, Equatable {
  package let value: UInt32
  /// In bytes, 1 to 4.
  package let length: Int

  /// Reads the scalar at an index by the Unicode standard, table 3-7: no overlong forms, no
  /// surrogates, nothing beyond U+10FFFF.
  ///
  /// A function borrows the bytes; an initializer would retain and release them for each scalar,
  /// which made JSON with little ASCII take 1.8 times as long.
  ///
  /// - Returns: nil where the bytes are not UTF-8, and at the end.
  package static func read(_ bytes: [UInt8], at index: Int) -> EncodedScalar? {
    /// The six bits of a byte that continues a scalar; nil for another byte.
    func bits(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> UInt32? {
      let place = index + distance
      guard place < bytes.count, range.contains(bytes[place]) else { return nil }
      return UInt32(bytes[place] & 0x3F)
    }
    guard index < bytes.count else { return nil }
    let first = bytes[index]
    switch first {
    case 0..<0x80: return EncodedScalar(value: UInt32(first), length: 1)
    case 0xC2...0xDF:
      guard let second = bits(1) else { return nil }
      return EncodedScalar(value: UInt32(first & 0x1F) << 6 | second, length: 2)
    case 0xE0...0xEF:
      let range: ClosedRange<UInt8> =
        first == 0xE0 ? 0xA0...0xBF : first == 0xED ? 0x80...0x9F : 0x80...0xBF
      guard let second = bits(1, range), let third = bits(2) else { return nil }
      return EncodedScalar(value: UInt32(first & 0x0F) << 12 | second << 6 | third, length: 3)
    case 0xF0...0xF4:
      let range: ClosedRange<UInt8> =
        first == 0xF0 ? 0x90...0xBF : first == 0xF4 ? 0x80...0x8F : 0x80...0xBF
      guard let second = bits(1, range), let third = bits(2), let fourth = bits(3) else {
        return nil
      }
      return EncodedScalar(
        value: UInt32(first & 0x07) << 18 | second << 12 | third << 6 | fourth, length: 4)
    default: return nil
    }
  }
}
