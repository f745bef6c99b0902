// SPDX-License-Identifier: Apache-2.0
// Classes of single bytes, and a search in bytes.

extension ArraySlice<UInt8> {
  /// Where these bytes first stand. The library's search takes many times as long.
  package func range(of bytes: [UInt8]) -> Range<Int>? {
    guard let first = bytes.first else { return startIndex..<startIndex }
    return indices.first { self[$0] == first && self[$0...].starts(with: bytes) }
      .map { $0..<($0 + bytes.count) }
  }
}

extension UInt8 {
  /// Whether it is a digit of ASCII.
  @inlinable package var isDigit: Bool { 0x30...0x39 ~= self }

  /// Whether it is a letter or a digit of ASCII.
  @inlinable package var isAlphanumeric: Bool { isDigit || 0x61...0x7A ~= self | 0x20 }
}
