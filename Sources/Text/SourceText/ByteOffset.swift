// SPDX-License-Identifier: Apache-2.0
// A place in a text, counted in bytes.

/// A place in a text: how many bytes of its UTF-8 stand before it.
package struct ByteOffset: Sendable, Hashable {
  package let value: Int

  package init(_ value: Int) {
    self.value = value
  }
}

extension ByteOffset: Comparable {
  package static func < (left: ByteOffset, right: ByteOffset) -> Bool { left.value < right.value }
}

extension ByteOffset: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension ByteOffset: CustomStringConvertible {
  package var description: String { String(value) }
}
