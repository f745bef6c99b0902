// SPDX-License-Identifier: Apache-2.0
// A place in a text, counted in Unicode scalars, as columns are.

/// A place in a text: how many Unicode scalars stand before it.
package struct ScalarOffset: Sendable, Hashable {
  package let value: Int

  package init(_ value: Int) {
    self.value = value
  }

  /// Counts the scalars before a byte of a text.
  ///
  /// - Parameter text: The UTF-8 that `offset` counts in.
  package init(_ offset: ByteOffset, in text: some Sequence<UInt8>) {
    // A scalar has one byte that is not a continuation byte.
    value = text.prefix(max(0, offset.value)).reduce(into: 0) { count, byte in
      if byte & 0xC0 != 0x80 { count += 1 }
    }
  }
}

extension ScalarOffset {
  package static func + (left: ScalarOffset, right: ScalarOffset) -> ScalarOffset {
    ScalarOffset(left.value + right.value)
  }
}

extension ScalarOffset: Comparable {
  package static func < (left: ScalarOffset, right: ScalarOffset) -> Bool {
    left.value < right.value
  }
}

extension ScalarOffset: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension ScalarOffset: CustomStringConvertible {
  package var description: String { String(value) }
}
