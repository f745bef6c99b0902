// SPDX-License-Identifier: Apache-2.0
// Places in a text as numbers of bytes or scalars before them.

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
