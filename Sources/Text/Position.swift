// SPDX-License-Identifier: Apache-2.0
// Places in a text: lines and columns, scalars, bytes.

/// A place in a text, as editors count it: line and column from 1; a column is a Unicode scalar.
package struct Position: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a text.
  package static let start = Position(line: 1, column: 1)

  /// The place `count` scalars further on the same line.
  package func advanced(by count: ScalarOffset) -> Position {
    Position(line: line, column: column + count.value)
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// `line:column`.
  package var description: String { "\(line):\(column)" }
}

/// A place in a text: how many bytes of its UTF-8 stand before it.
package struct ByteOffset: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  package let value: Int

  package init(_ value: Int) { self.value = value }

  package static func < (left: ByteOffset, right: ByteOffset) -> Bool { left.value < right.value }

  package init(integerLiteral value: Int) { self.init(value) }
}

extension ByteOffset: CustomStringConvertible {
  package var description: String { String(value) }
}

/// A place in a text: how many Unicode scalars stand before it.
package struct ScalarOffset: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  package let value: Int

  package init(_ value: Int) { self.value = value }

  /// Counts the scalars before a byte of a text.
  ///
  /// - Parameter text: The UTF-8 that `offset` counts in.
  package init(_ offset: ByteOffset, in text: ArraySlice<UInt8>) {
    // Not generic: other modules call this for each key of a file and each variable of a text.
    var count = 0
    // A scalar has one byte that is not a continuation byte.
    for byte in text.prefix(max(0, offset.value)) where byte & 0xC0 != 0x80 { count += 1 }
    value = count
  }

  /// Counts the scalars before a byte of a text.
  package init(_ offset: ByteOffset, in text: [UInt8]) { self.init(offset, in: text[...]) }

  package static func + (left: ScalarOffset, right: ScalarOffset) -> ScalarOffset {
    ScalarOffset(left.value + right.value)
  }

  package static func < (left: ScalarOffset, right: ScalarOffset) -> Bool {
    left.value < right.value
  }

  package init(integerLiteral value: Int) { self.init(value) }
}

extension ScalarOffset: CustomStringConvertible {
  package var description: String { String(value) }
}

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

/// A mistake in a text, with its place in the unit that its reader counts in.
///
/// `Offset` is `ByteOffset` for documents and `ScalarOffset` for texts that stand in a suite file.
package struct LocatedError<Reason, Offset>: Error, Sendable, Equatable
where Reason: Sendable & Equatable & CustomStringConvertible, Offset: Sendable & Equatable {
  package let reason: Reason
  /// From the start of the text.
  package let offset: Offset

  package init(_ reason: Reason, at offset: Offset) {
    self.reason = reason
    self.offset = offset
  }
}

extension LocatedError: CustomStringConvertible {
  /// The mistake and what to write instead, without the place.
  package var description: String { reason.description }
}

extension LocatedError where Offset == ByteOffset {
  /// - Parameter index: Of a reader that counts bytes.
  package init(_ reason: Reason, at index: Int) { self.init(reason, at: ByteOffset(index)) }
}

extension LocatedError where Offset == ScalarOffset {
  /// - Parameter index: Of a reader that counts scalars.
  package init(_ reason: Reason, at index: Int) { self.init(reason, at: ScalarOffset(index)) }
}
